/** The sign test in both directions, as tables and sentences. */
import type { Exchange, SignTestFinding } from '../../paradox/index.ts';
import type { SignTestReport } from './paradoxReport.ts';
import { metricColumns, metricTitles, scoreCell } from '../score/scoreTables.ts';
import type { Report, Table } from '../table.ts';
import { fineText, left, listed, pText, right, shownP } from '../wording.ts';
import { brevityCells, brevityColumns, brevityOf } from './brevity.ts';

export function signTestTables(report: SignTestReport, digits: number): Report {
  const { systems, metrics, findings } = report;
  const titles = metricTitles(metrics);
  const scores: Table = {
    caption: 'Scores',
    columns: [left('system'), ...metricColumns(metrics)],
    rows: systems.map((system, s) => [
      system,
      ...findings.map(({ standings }, m) => {
        const all = standings.map(({ score }) => score);
        return scoreCell(all[s]!, all, metrics[m]!.higherIsBetter, digits);
      }),
    ]),
  };
  const tests: Table = {
    caption: 'Sign test: how often the score improves and worsens when one output replaces that of the baseline',
    columns: [left('system'), left('baseline'), ...titles.flatMap((title) => [right(title), right('p')])],
    rows: [0, 1].map((e) => {
      const { test, baseline } = findings[0]!.exchanges[e]!;
      const cells = findings.flatMap(({ exchanges }) => [splitText(exchanges[e]!), pText(exchanges[e]!.p)]);
      return [systems[test]!, systems[baseline]!, ...cells];
    }),
  };
  return {
    title: 'The sign test',
    tables: [scores, tests, ...brevityTable(report)],
    findings: findings.map((finding, m) => ({ name: titles[m]!, text: verdict(finding, systems, digits) })),
    notes: [],
  };
}

function splitText({ wins, losses, ties }: Exchange): string {
  return `${wins}:${losses}${ties === 0 ? '' : ` (${ties} equal)`}`;
}

function brevityTable({ systems, metrics, findings }: SignTestReport): Table[] {
  const which = findings.flatMap(({ standings }, m) => (brevityOf(standings[0]!) ? [m] : []));
  if (which.length === 0) return [];
  const columns = brevityColumns(metrics, which);
  return [
    {
      caption: 'Why: length ratio, brevity penalty, and the penalty after one exchange (on average)',
      columns: [left('system'), ...which.flatMap((_, i) => [...columns.slice(2 * i, 2 * i + 2), right('after')])],
      rows: systems.map((system, s) => [
        system,
        ...which.flatMap((m) => {
          const { standings, exchanges } = findings[m]!;
          return [...brevityCells(standings[s]!), brevityCells(asBaseline(exchanges, s).average)[1]!];
        }),
      ]),
    },
  ];
}

const asBaseline = (exchanges: readonly Exchange[], system: number): Exchange =>
  exchanges.find(({ baseline }) => baseline === system)!;

function verdict(finding: SignTestFinding, systems: readonly string[], digits: number): string {
  const { standings, exchanges, contradicts, againstScores } = finding;
  const [first, second] = exchanges;
  /** `c is significantly better than b (8:0, p = 0.008)`. */
  const better = ({ better: winner, test, baseline, wins, losses, p }: Exchange) => {
    const other = winner === test ? baseline : test;
    const split = winner === test ? `${wins}:${losses}` : `${losses}:${wins}`;
    return `${systems[winner!]!} is significantly better than ${systems[other]!} (${split}, ${shownP(p)})`;
  };
  const withBaseline = ({ baseline }: Exchange) => `with ${systems[baseline]!} as the baseline`;
  const undecided = ({ wins, losses, p }: Exchange) => `${wins}:${losses}, ${shownP(p)}`;
  if (contradicts) {
    return (
      `contradicts itself: ${better(first)} ${withBaseline(first)}, and ${better(second)} ${withBaseline(second)}.` +
      brevityReason(finding, systems)
    );
  }
  const [decided, other] = first.better === null ? [second, first] : [first, second];
  if (decided.better === null) {
    return `does not contradict itself: neither system is significantly better (${undecided(first)} and ${undecided(second)}).`;
  }
  if (againstScores) {
    const [better_, worse] = [standings[decided.better]!, standings[1 - decided.better]!];
    return (
      `contradicts its own scores: ${better(decided)} ${withBaseline(decided)}, ` +
      `but has the worse score (${better_.score.toFixed(digits)} against ${worse.score.toFixed(digits)}).` +
      brevityReason(finding, systems)
    );
  }
  return other.better === null
    ? `does not contradict itself: ${better(decided)} ${withBaseline(decided)}; ${withBaseline(other)} neither system is (${undecided(other)}).`
    : `does not contradict itself: ${better(decided)}, whichever is the baseline.`;
}

/** How one exchange changes the brevity penalty of each system. */
function brevityReason(
  { standings, exchanges }: Pick<SignTestFinding, 'standings' | 'exchanges'>,
  systems: readonly string[],
): string {
  const said = systems.flatMap((system, s) => {
    const before = brevityOf(standings[s]!);
    const after = brevityOf(asBaseline(exchanges, s).average);
    if (!before || !after) return [];
    const change =
      fineText(before.penalty) === fineText(after.penalty)
        ? `stays at ${fineText(before.penalty)}`
        : `goes from ${fineText(before.penalty)} to ${fineText(after.penalty)}`;
    return [`the brevity penalty of ${system} (length ratio ${fineText(before.ratio)}) ${change}`];
  });
  return said.length === 0 ? '' : ` With one exchange ${listed(said)}.`;
}
