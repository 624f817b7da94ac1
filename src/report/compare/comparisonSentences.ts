/** Each comparison in plain words. */
import type { Explanation } from '../../compare/index.ts';
import type { ComparedRuns, ComparedSystems, RunComparison, SystemComparison } from '../../stats/index.ts';
import type { CompareReport } from './compareReport.ts';
import type { Note } from '../table.ts';
import { listed, percent, shownP, signed } from '../wording.ts';
import { digitsOf } from './comparisonTables.ts';

/** Of more pairs than this, nobody would read a sentence each. */
const mostSentences = 15;

/** One for each metric and pair; where all pairs of many systems were compared, one for each metric. */
export function comparisonFindings(report: CompareReport, digits: number): Note[] {
  return report.compared.flatMap((compared, m) => {
    const { name } = report.metrics[m]!;
    const many = manyPairs(report, compared);
    const texts =
      many.length > 0
        ? many
        : compared.comparisons.map((comparison) => comparisonSentence(report, m, comparison, digits));
    return texts.map((text) => ({ name, text }));
  });
}

/** How many pairs differ, and who is on top, where there are many. */
function manyPairs({ systems }: CompareReport, compared: ComparedSystems | ComparedRuns): string[] {
  const { comparisons, ranking } = compared;
  if (!ranking || comparisons.length <= mostSentences) return [];
  const found = comparisons.filter(({ verdict }) => verdict !== 0).length;
  const top = systems.filter((_, s) => ranking.places[s]!.from === 1);
  const best = top.length === systems.length ? '' : ` No system is significantly better than ${listed(top)}.`;
  return [`${found} of ${comparisons.length} pairs differ significantly${afterCorrection(compared)}.${best}`];
}

function comparisonSentence(report: CompareReport, m: number, comparison: SystemComparison, digits: number): string {
  const compared = report.compared[m]!;
  const { equivalence, better, verdict, signTest } = comparison;
  const warning = signTest?.contradicts
    ? ' The sign test contradicts itself: each is significantly better than the other, depending on which is the baseline.'
    : signTest?.againstScores
      ? ' The sign test contradicts the scores: the one with the worse score wins more segments.'
      : verdict !== 0 && better === -verdict
        ? ' The test goes by single segments and contradicts the scores of the whole.'
        : '';
  const margin = `${compared.settings.equivalence} ${compared.settings.equivalence === 1 ? 'point' : 'points'}`;
  const equal = !equivalence?.isEquivalent
    ? ''
    : verdict === 0
      ? ` They are equally good up to ${margin} (${shownP(equivalence.corrected)}${afterCorrection(compared)}).`
      : ` Yet they are equally good up to ${margin} (${shownP(equivalence.corrected)}${afterCorrection(compared)}).`;
  return `${verdictOf(report, m, compared, comparison, digits)}${equal}${warning}`;
}

/** Of systems with several runs. */
export function runFindings(report: CompareReport, runs: readonly ComparedRuns[], digits: number): Note[] {
  return runs.flatMap((compared, m) => {
    const many = manyPairs(report, compared);
    const texts =
      many.length > 0
        ? many
        : compared.comparisons.map((comparison) => verdictOf(report, m, compared, comparison, digits));
    return texts.map((text) => ({ name: report.metrics[m]!.name, text }));
  });
}

/** Who is better, by how much, and how sure that is. */
function verdictOf(
  { systems, metrics }: CompareReport,
  m: number,
  compared: ComparedSystems | ComparedRuns,
  comparison: SystemComparison | RunComparison,
  usual: number,
): string {
  const { first, second, difference, interval, p, corrected, verdict, reason } = comparison;
  const [a, b] = [systems[first]!, systems[second]!];
  const { name } = metrics[m]!;
  if (reason !== undefined) return `${a} and ${b} cannot be compared: ${lowerFirst(reason)}`;
  if (difference === 0 && interval.low === 0 && interval.high === 0) {
    // A formula of sacreBLEU finds a difference all the same.
    return p < 1 ? `${a} and ${b} have the same ${name}, whatever p says.` : `${a} and ${b} are equal.`;
  }
  const digits = digitsOf(compared, usual);
  const facts = (side: number): string => {
    const [low, high] = side > 0 ? [interval.low, interval.high] : [-interval.high, -interval.low];
    return `${signed(side * difference, digits)} ${name}, ${percent(compared.settings.level)} interval ${low.toFixed(digits)} to ${high.toFixed(digits)}, ${shownP(corrected)}${afterCorrection(compared)}`;
  };
  if (verdict === 0) return `${a} and ${b} do not differ significantly: ${facts(1)}.`;
  const [winner, loser] = verdict > 0 ? [a, b] : [b, a];
  return `${winner} is better than ${loser}: ${facts(verdict)}.`;
}

const afterCorrection = ({ settings, family }: ComparedSystems | ComparedRuns): string =>
  settings.correction !== 'none' && family > 1 ? ' after correction' : '';

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Where the parts of a division say something else than the whole, which a metric that is no mean may do. */
export function partsWarnings({ systems, metrics }: CompareReport, { divisions }: Explanation): string[] {
  return divisions.flatMap(({ name, checks, systems: places }) =>
    checks.flatMap((ofMetric, m) =>
      ofMetric
        .filter(({ contradicts }) => contradicts)
        .map(({ first, second, difference }) => {
          const isFirst = difference > 0 === metrics[m]!.higherIsBetter;
          const [winner, loser] = isFirst ? [places[first]!, places[second]!] : [places[second]!, places[first]!];
          return `${metrics[m]!.name} contradicts itself by ${name}: ${systems[winner]!} is better than ${systems[loser]!} on the whole, and in none of the parts.`;
        }),
    ),
  );
}
