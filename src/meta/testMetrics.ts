/** Which of all metrics agree significantly better with people than which others: one test for each two of them, and clusters. */
import { pearson, spearman, kendallTauB } from '../stats/index.ts';
import type { HumanSide } from './humanSide.ts';
import { type Scores, placesOf, upward } from './scores.ts';
import { cellRules } from './segmentLevel/cellRules.ts';
import { type JudgedPairs, pairsOfScores } from './segmentLevel/judgedPairs.ts';
import type { ComparisonMeasure, ScoreMeasure, SegmentAgreement } from './segmentLevel/segmentMeasures.ts';
import { type Agreement } from './significance/agreement.ts';
import { type RankedMetric, clusterMetrics } from './significance/clusterMetrics.ts';
import { permuteComparisons } from './significance/permuteComparisons.ts';
import { type Swap, permuteMetrics } from './significance/permuteMetrics.ts';
import { type PairTallies, permutePairs } from './significance/permutePairs.ts';
import { type ScoreTable, alignScores, alignSystems } from './significance/scoreTable.ts';
import { williamsOfMetrics } from './significance/williamsOfMetrics.ts';
import type { SystemMeasure } from './systemLevel.ts';

/** `williams` compares Pearson's correlations of systems; the others exchange scores, see `Swap`. */
export type SystemTestId = 'none' | 'williams' | Swap;
/**
 * `pairs` exchanges what the metrics say of single pairs of outputs, where ties are calibrated or a gap counts: as mt-metrics-eval does, and
 * finds too much. What is said of pairs cannot be exchanged by system or by cell: there it is by inputs.
 */
export type SegmentTestId = 'none' | 'pairs' | Swap;

export interface MetricTest {
  readonly test: SystemTestId | SegmentTestId;
  /** What was compared. */
  readonly measure: string;
  /** The metrics that were compared, in the order of the p-values. */
  readonly names: readonly string[];
  /** p[i][j], one-sided, is small if metric i agrees better than metric j; NaN where nothing can be said. */
  readonly p: readonly (readonly number[])[];
  /** From the best to the worst. */
  readonly ranked: readonly RankedMetric[];
}

export interface TestSettings {
  readonly alpha: number;
  readonly samples: number;
  readonly seed: number;
}

interface Verdict {
  readonly greater: number;
  readonly less: number;
}

export function testSystems(
  test: SystemTestId,
  measures: readonly SystemMeasure[],
  human: Scores,
  metrics: readonly Scores[],
  settings: TestSettings,
  onShare: (share: number) => void,
): MetricTest | undefined {
  if (test === 'none' || metrics.length < 2) return undefined;
  const { samples: permutations, seed } = settings;
  if (test === 'williams') {
    const values = metrics.map((metric) => correlationOf(pearson, human, metric));
    return compareAll('williams', 'pearson', metrics, values, settings.alpha, onShare, (first, second) => {
      const { p } = williamsOfMetrics(alignSystems(human, [first, second]));
      return { greater: p, less: 1 - p };
    });
  }
  const correlation =
    measures.map(({ id }) => correlations.get(id)).find((found) => found !== undefined) ?? spearmanOfSystems;
  const values = metrics.map((metric) => correlationOf(correlation.of, human, metric));
  return compareAll(test, correlation.id, metrics, values, settings.alpha, onShare, (first, second) => {
    const table = systemsTable(human, first, second, test);
    // One column changes sides as a whole or not at all.
    if (test === 'inputs' && table.segments < 2) return { greater: NaN, less: NaN };
    return permuteMetrics({
      agreement: { level: 'system', correlation: correlation.of },
      table,
      swap: test,
      permutations,
      seed,
    }).p;
  });
}

const spearmanOfSystems = { id: 'spearman', of: spearman };
const correlations = new Map([
  ['spearman', spearmanOfSystems],
  ['spearman-d2', spearmanOfSystems],
  ['pearson', { id: 'pearson', of: pearson }],
  ['kendall', { id: 'kendall', of: kendallTauB }],
]);

function correlationOf(correlate: typeof pearson, human: Scores, metric: Scores): number {
  const { human: people, metrics } = alignSystems(human, [metric]);
  return correlate(metrics[0]!, people);
}

/** By segments where both metrics have them, so that those can be exchanged, systems then having the means of theirs; else by systems alone. */
function systemsTable(human: Scores, first: Scores, second: Scores, swap: Swap): ScoreTable {
  const metrics = [first, second];
  if (swap === 'systems' || metrics.some(({ segments }) => segments.length === 0)) return alignSystems(human, metrics);
  if (human.segments.length > 0) return alignScores(human, metrics);
  // Outputs that were ranked have no human scores of segments: the table has one for each system.
  const people = upward(human);
  const { segments } = first;
  const ofSegments = new Float64Array(people.systems.length * segments.length);
  const table = alignScores({ ...people, segments, ofSegments }, metrics);
  const isShared = (system: string) => metrics.every(({ systems }) => systems.includes(system));
  return { ...table, human: people.ofSystems.filter((_, s) => isShared(people.systems[s]!)) };
}

/** `found` is what the measure says of each metric; undefined for those without scores of segments, which are left out. */
export function testSegments(
  test: SegmentTestId,
  measure: ComparisonMeasure | ScoreMeasure | undefined,
  side: HumanSide,
  given: readonly Scores[],
  found: readonly (SegmentAgreement | undefined)[],
  settings: TestSettings,
  onShare: (share: number) => void,
): MetricTest | undefined {
  const agreementOf = new Map(given.flatMap((metric, m) => (found[m] ? [[metric, found[m]]] : [])));
  const metrics = [...agreementOf.keys()];
  if (test === 'none' || !measure || metrics.length < 2) return undefined;
  const values = [...agreementOf.values()].map(({ value }) => value);
  const { alpha, samples: permutations, seed } = settings;
  const swap = test === 'pairs' ? 'inputs' : test;
  if (measure.needs === 'comparisons') {
    const comparisons = side.comparisons!;
    const rule = cellRules.find(({ id }) => id === measure.id)!;
    return compareAll(
      swap,
      measure.id,
      metrics,
      values,
      alpha,
      onShare,
      (first, second) =>
        permuteComparisons({ rule, comparisons, metrics: [first, second], swap, permutations, seed }).p,
    );
  }
  const agreement = agreements.get(measure.id);
  if (agreement) {
    return compareAll(
      swap,
      measure.id,
      metrics,
      values,
      alpha,
      onShare,
      (first, second) =>
        permuteMetrics({ agreement, table: alignScores(side.scores, [first, second]), swap, permutations, seed }).p,
    );
  }
  // Thresholds of ties belong to the metric, so that scores cannot be exchanged, but what they say of pairs can.
  const { gap = 0 } = cellRules.find(({ id }) => id === measure.id) ?? {};
  const pairsOf = (metric: Scores) => pairsOfScores(side.scores, metric, 'item', gap);
  const epsilonOf = (metric: Scores): number => agreementOf.get(metric)!.epsilon ?? 0;
  const isByPairs = test === 'pairs';
  return compareAll(isByPairs ? 'pairs' : 'inputs', measure.id, metrics, values, alpha, onShare, (first, second) => {
    const [x, y] = scoredByBoth(first, second);
    const tallies = tallyPairs(pairsOf(x), epsilonOf(first), pairsOf(y), epsilonOf(second));
    return permutePairs({
      tallies,
      mean: gap > 0 ? 'pooled' : 'groups',
      exchange: isByPairs ? 'pairs' : 'groups',
      permutations,
      seed,
    }).p;
  });
}

/** Pairs of which one metric alone says what people say, ties included. Both lists hold the same pairs. */
function tallyPairs(
  first: JudgedPairs,
  epsilonOfFirst: number,
  second: JudgedPairs,
  epsilonOfSecond: number,
): PairTallies {
  const { count, human, group, groups } = first;
  const tallies = {
    onlyFirst: new Uint32Array(groups),
    onlySecond: new Uint32Array(groups),
    pairs: new Uint32Array(groups),
  };
  const saidBy = (difference: number, epsilon: number): number =>
    Math.abs(difference) <= epsilon ? 0 : Math.sign(difference);
  for (let p = 0; p < count; p++) {
    const isFirstRight = saidBy(first.difference[p]!, epsilonOfFirst) === human[p];
    const isSecondRight = saidBy(second.difference[p]!, epsilonOfSecond) === human[p];
    tallies.pairs[group[p]!]! += 1;
    if (isFirstRight && !isSecondRight) tallies.onlyFirst[group[p]!]! += 1;
    if (isSecondRight && !isFirstRight) tallies.onlySecond[group[p]!]! += 1;
  }
  return tallies;
}

/** The same scores, each without the cells that the other lacks. */
function scoredByBoth(first: Scores, second: Scores): [Scores, Scores] {
  const without = (scores: Scores, other: Scores): Scores => {
    const rows = placesOf(other.systems);
    const columns = placesOf(other.segments);
    const width = scores.segments.length;
    const isMissing = (at: number): boolean => {
      const row = rows.get(scores.systems[Math.floor(at / width)]!) ?? NaN;
      return Number.isNaN(
        other.ofSegments[row * other.segments.length + (columns.get(scores.segments[at % width]!) ?? NaN)] ?? NaN,
      );
    };
    return { ...scores, ofSegments: scores.ofSegments.map((score, at) => (isMissing(at) ? NaN : score)) };
  };
  return [without(first, second), without(second, first)];
}

const agreements = new Map<string, Agreement>([
  ['kendall', { level: 'segment', averaging: 'none', correlation: 'kendall' }],
  ['kendall-item', { level: 'segment', averaging: 'item', correlation: 'kendall' }],
  ['kendall-system', { level: 'segment', averaging: 'system', correlation: 'kendall' }],
  ['pearson', { level: 'segment', averaging: 'none', correlation: 'pearson' }],
  ['pearson-item', { level: 'segment', averaging: 'item', correlation: 'pearson' }],
  ['pearson-system', { level: 'segment', averaging: 'system', correlation: 'pearson' }],
]);

function compareAll(
  test: MetricTest['test'],
  measure: string,
  metrics: readonly Scores[],
  values: readonly number[],
  alpha: number,
  onShare: (share: number) => void,
  compare: (first: Scores, second: Scores) => Verdict,
): MetricTest {
  const count = metrics.length;
  const p = metrics.map(() => new Array<number>(count).fill(NaN));
  let done = 0;
  for (let i = 0; i < count; i++) {
    for (let j = i + 1; j < count; j++) {
      const { greater, less } = compare(metrics[i]!, metrics[j]!);
      p[i]![j] = greater;
      p[j]![i] = less;
      onShare((2 * ++done) / (count * (count - 1)));
    }
  }
  const names = metrics.map(({ name }) => name);
  return { test, measure, names, p, ranked: clusterMetrics(names, values, p, alpha) };
}
