/** Which of all metrics agree significantly better with people than which others: one test for each two of them, and clusters. */
import { pearson, williams } from '../stats/index.ts';
import type { HumanSide } from './humanSide.ts';
import { type Scores, cellsOf, upward } from './scores.ts';
import { type JudgedPairs, pairsOfScores } from './segmentLevel/judgedPairs.ts';
import type { ComparisonMeasure, ScoreMeasure, SegmentAgreement } from './segmentLevel/segmentMeasures.ts';
import { correlationOf } from './significance/agreement.ts';
import { permuteComparisons } from './significance/permuteComparisons.ts';
import { type PairTallies, type Swap, permuteMetrics, permutePairs } from './significance/permuteMetrics.ts';
import { type ScoreTable, alignScores, alignSystems } from './significance/scoreTable.ts';
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

type ComparePair = (first: Scores, second: Scores) => { readonly greater: number; readonly less: number };

interface TestSettings {
  readonly alpha: number;
  readonly samples: number;
  readonly seed: number;
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
  const { samples: permutations, seed, alpha } = settings;
  // Williams' test is of Pearson's correlations.
  const measured = measures.map(({ correlation }) => correlation).find((found) => found !== undefined) ?? 'spearman';
  const name = test === 'williams' ? 'pearson' : measured;
  const values = metrics.map((metric) => {
    const { human: people, metrics: scores } = alignSystems(human, [metric]);
    return correlationOf(name)(scores[0]!, people);
  });
  return compareAll(test, name, metrics, values, alpha, onShare, (first, second) => {
    if (test === 'williams') {
      const { p } = williamsOfMetrics(alignSystems(human, [first, second]));
      return { greater: p, less: 1 - p };
    }
    const table = systemsTable(human, first, second, test);
    // One column changes sides as a whole or not at all.
    if (test === 'inputs' && table.segments < 2) return { greater: NaN, less: NaN };
    const agreement = { level: 'system', correlation: name } as const;
    return permuteMetrics({ agreement, table, swap: test, permutations, seed }).p;
  });
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
  const compare = (by: MetricTest['test'], pair: ComparePair) =>
    compareAll(by, measure.id, metrics, values, alpha, onShare, pair);
  const options = { swap, permutations, seed };
  if (measure.needs === 'comparisons') {
    const { rule } = measure;
    const comparisons = side.comparisons!;
    return compare(swap, (first, second) => permuteComparisons({ rule, comparisons, metrics: [first, second], ...options }).p); // prettier-ignore
  }
  const { agreement, gap = 0 } = measure;
  if (agreement) {
    return compare(swap, (first, second) => permuteMetrics({ agreement, table: alignScores(side.scores, [first, second]), ...options }).p); // prettier-ignore
  }
  // Thresholds of ties belong to the metric, so that scores cannot be exchanged, but what they say of pairs can.
  const pairsOf = (metric: Scores) => pairsOfScores(side.scores, metric, 'item', gap);
  const epsilonOf = (metric: Scores): number => agreementOf.get(metric)!.epsilon ?? 0;
  const isByPairs = test === 'pairs';
  return compare(isByPairs ? 'pairs' : 'inputs', (first, second) => {
    const [x, y] = scoredByBoth(first, second);
    return permutePairs({
      tallies: tallyPairs(pairsOf(x), epsilonOf(first), pairsOf(y), epsilonOf(second)),
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
    const others = cellsOf(other, scores.systems, scores.segments);
    return { ...scores, ofSegments: scores.ofSegments.map((score, at) => (Number.isNaN(others[at]!) ? NaN : score)) };
  };
  return [without(first, second), without(second, first)];
}

function compareAll(
  test: MetricTest['test'],
  measure: string,
  metrics: readonly Scores[],
  values: readonly number[],
  alpha: number,
  onShare: (share: number) => void,
  compare: ComparePair,
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

/**
 * Williams' test between two metrics, by Pearson's correlations of each with the human scores of systems, and of one with the other: Graham
 * and Baldwin (EMNLP 2014), as used by WMT. One-sided: small p if the first metric is better. The table has one column, such as `alignSystems` makes; systems without a score on any
 * side are left out. More is better on all sides, so that a metric that ranks systems the wrong way round is worse, not as good: WMT has
 * compared absolute correlations.
 */
export function williamsOfMetrics(table: ScoreTable) {
  const [x, y] = table.metrics;
  if (!x || !y || table.segments !== 1) throw new RangeError('Two metrics are compared by one score for each system.');
  const { human } = table;
  const kept = Array.from(human, (_, system) => system).filter((system) =>
    [human, x, y].every((scores) => Number.isFinite(scores[system])),
  );
  const correlate = (one: Float64Array, other: Float64Array): number =>
    pearson(
      kept.map((system) => one[system]!),
      kept.map((system) => other[system]!),
    );
  const [first, second, between] = [correlate(x, human), correlate(y, human), correlate(x, y)];
  return { first, second, between, systems: kept.length, ...williams(first, second, between, kept.length) };
}

interface RankedMetric {
  readonly name: string;
  readonly value: number;
  /** The cluster, 1 for the best; undefined for a metric without agreement. */
  readonly rank: number | undefined;
  /** No metric is significantly better: what WMT prints in bold. */
  readonly isWinner: boolean;
}

/**
 * Metrics in clusters that no test tells apart, and those that no other beats. `values` are agreements, and pValues[i]![j]! is the p of metric i being better than metric j, one-sided. Significant is p ≤ alpha, here as
 * everywhere; NaN is not. Metrics come out from the best to the worst, of equally good ones the one named first in front.
 *
 * Clusters are those of mt-metrics-eval: going down, a metric joins the present cluster unless some metric already in it is significantly
 * better; then it opens the next. So none is significantly better than one further down in its cluster, but it need not be than all of the
 * next.
 */
export function clusterMetrics(
  names: readonly string[],
  values: ArrayLike<number>,
  pValues: readonly ArrayLike<number>[],
  alpha: number,
): RankedMetric[] {
  const isBetter = (i: number, j: number): boolean => i !== j && pValues[i]![j]! <= alpha;
  const all = names.map((_, metric) => metric);
  const ranked = all.filter((metric) => !Number.isNaN(values[metric])).sort((a, b) => values[b]! - values[a]! || a - b);
  const ranks = new Map<number, number>();
  let rank = 1;
  let cluster: number[] = [];
  for (const metric of ranked) {
    if (cluster.some((other) => isBetter(other, metric))) {
      rank++;
      cluster = [];
    }
    cluster.push(metric);
    ranks.set(metric, rank);
  }
  return [...ranked, ...all.filter((metric) => !ranks.has(metric))].map((metric) => ({
    name: names[metric]!,
    value: values[metric]!,
    rank: ranks.get(metric),
    isWinner: ranks.has(metric) && !ranked.some((other) => isBetter(other, metric)),
  }));
}
