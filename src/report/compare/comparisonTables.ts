/** Scores of all systems, and each comparison of two of them. */
import type { ComparedSystems, SystemComparison } from '../../stats/index.ts';
import { bestScores } from '../score/scoreTables.ts';
import type { CompareReport } from './compareReport.ts';
import type { Cell, Column, Table } from '../table.ts';
import { intervalText, knownP, left, numberCell, pText, percent, right, signed } from '../wording.ts';

/** Decimals of a metric: two more where scores are at most 1, as those of many metrics from elsewhere. */
export const digitsOf = (
  { systems }: { readonly systems: readonly { readonly score: number }[] },
  digits: number,
): number => (systems.every(({ score }) => Math.abs(score) <= 1) ? digits + 2 : digits);

/** Metrics side by side in one table; more would be too wide to read. */
export const mostMetrics = 3;

/** A column for each metric, with its interval, and the place where all pairs were compared, with at most `most` metrics in a table. */
export function scoreTables(report: CompareReport, digits: number, most = mostMetrics, withIntervals = true): Table[] {
  const { metrics, compared } = report;
  return Array.from({ length: Math.ceil(metrics.length / most) }, (_, t) => {
    const [from, to] = [t * most, (t + 1) * most];
    const some = { ...report, metrics: metrics.slice(from, to), compared: compared.slice(from, to) };
    return scoreTable(some, digits, withIntervals);
  });
}

function scoreTable(
  { systems, metrics, compared, answer }: CompareReport,
  digits: number,
  withIntervals: boolean,
): Table {
  const columns: Column[] = [left('system')];
  compared.forEach(({ settings, ranking }, m) => {
    const { name, higherIsBetter } = metrics[m]!;
    columns.push(right(`${name} ${higherIsBetter ? '↑' : '↓'}`));
    if (withIntervals) columns.push(right(percent(settings.level)));
    if (ranking) columns.push(right('rank'));
  });
  const best = bestScores(
    metrics,
    systems.map((_, s) => compared.map((each) => each.systems[s]!.score)),
  );
  return {
    caption: 'Scores',
    columns,
    rows: answer.order.map((s) => [
      systems[s]!,
      ...compared.flatMap((each, m): Cell[] => {
        const { systems: scored, ranking } = each;
        const { score, interval } = scored[s]!;
        return [
          { value: score, digits: digitsOf(each, digits), best: score === best[m] },
          ...(withIntervals ? [intervalText(interval, digitsOf(each, digits))] : []),
          ...(ranking ? [placeText(ranking.places[s]!)] : []),
        ];
      }),
    ]),
  };
}

const placeText = ({ from, to }: { readonly from: number; readonly to: number }): string =>
  from === to ? String(from) : `${from}–${to}`;

/** With more pairs than this, a table shows only neighbours in the order. */
const mostPairs = 15;

/** The comparisons that a table shows. */
export function shownPairs<C extends { readonly first: number; readonly second: number }>(
  { answer }: CompareReport,
  { comparisons, settings }: { readonly comparisons: readonly C[]; readonly settings: { readonly baseline?: number } },
): readonly C[] {
  if (settings.baseline !== undefined || comparisons.length <= mostPairs) return comparisons;
  const places = new Map(answer.order.map((system, place) => [system, place]));
  return comparisons.filter(({ first, second }) => places.get(second) === 1 + places.get(first)!);
}

export function comparisonTable(report: CompareReport, compared: ComparedSystems, m: number, usual: number): Table {
  const { systems, metrics, alternative } = report;
  const { settings, family } = compared;
  const comparisons = shownPairs(report, compared);
  const other = alternative?.compared[m];
  const digits = digitsOf(compared, usual);
  const isCorrected = settings.correction !== 'none' && family > 1;
  const has = (fact: (comparison: SystemComparison) => unknown) => comparisons.some((each) => fact(each) !== undefined);
  const [hasEquivalence, hasDetectable] = [has(({ equivalence }) => equivalence), has(({ detectable }) => detectable)];
  const points = (value: number) => (Number.isNaN(value) ? '–' : signed(value, digits));
  return {
    caption: `${metrics[m]!.name}: differences${comparisons.length < compared.comparisons.length ? ' of neighbours' : ''}`,
    columns: [
      left('system'),
      left(settings.baseline === undefined ? 'other' : 'baseline'),
      right('difference'),
      right(percent(settings.level)),
      right('p'),
      ...(isCorrected ? [right(corrections.get(settings.correction)!)] : []),
      ...(other ? [right(`by ${alternative.unit}`)] : []),
      left('better'),
      ...['wins', 'losses', 'ties'].map(right),
      ...(hasEquivalence
        ? [
            right(`${isCorrected ? corrections.get(settings.correction)! : 'p'} within ±${settings.equivalence}`),
            left('equal'),
          ]
        : []),
      ...(hasDetectable
        ? [right('detectable'), right(`${compared.units === compared.segments ? 'segments' : 'documents'} needed`)]
        : []),
    ],
    rows: comparisons.map((each) => [
      systems[each.first]!,
      systems[each.second]!,
      points(each.difference),
      intervalText(each.interval, digits),
      knownP(each.p, each.isBound),
      ...(isCorrected ? [knownP(each.corrected, each.isBound)] : []),
      ...(other ? [otherP(other, each)] : []),
      each.verdict === 0 ? '' : systems[each.verdict > 0 ? each.first : each.second]!,
      ...[each.wins, each.losses, each.ties].map((share) => numberCell(100 * share, 1)),
      ...(hasEquivalence
        ? [knownP(each.equivalence?.corrected ?? NaN), each.equivalence?.isEquivalent ? 'yes' : '']
        : []),
      ...(hasDetectable ? [numberCell(each.detectable?.difference, digits), neededText(each.detectable?.units)] : []),
    ]),
  };
}

/** Corrected p with the other unit resampled. */
function otherP({ comparisons }: ComparedSystems, { first, second }: SystemComparison): string {
  const found = comparisons.find((each) => each.first === first && each.second === second);
  return found ? knownP(found.corrected, found.isBound) : '';
}

export const corrections = new Map([
  ['holm', 'Holm'],
  ['bh', 'BH'],
  ['none', 'p'],
]);

const neededText = (units: number | undefined): string =>
  units === undefined ? '' : Number.isNaN(units) ? '–' : Number.isFinite(units) ? String(Math.ceil(units)) : '∞';

/** Collins' sign test in both directions, if requested. */
export function signTestTable(
  { systems, metrics }: CompareReport,
  { comparisons }: ComparedSystems,
  m: number,
): Table[] {
  const tested = comparisons.filter(({ signTest }) => signTest !== undefined);
  if (tested.length === 0) return [];
  return [
    {
      caption: `${metrics[m]!.name}: sign test on outputs exchanged one at a time`,
      columns: [left('system'), left('baseline'), right('better:worse'), right('p')],
      rows: tested.flatMap(({ first, second, signTest }) => {
        const { intoSecond, intoFirst } = signTest!;
        return [
          [systems[first]!, systems[second]!, `${intoSecond.wins}:${intoSecond.losses}`, pText(intoSecond.p)],
          [systems[second]!, systems[first]!, `${intoFirst.wins}:${intoFirst.losses}`, pText(intoFirst.p)],
        ];
      }),
    },
  ];
}
