/** Which metrics agree significantly better with people than others: one test per pair of metrics, and clusters. */
import { present } from '../core/index.ts';
import { pearson, williams } from '../stats/index.ts';
import type { HumanSide } from './humanSide.ts';
import { type Scores, type SegmentUnits, cellsOf, numberUnits, sharedNames, upward } from './scores.ts';
import { type JudgedPairs, pairsOfScores } from './segmentLevel/judgedPairs.ts';
import type { ComparisonMeasure, ScoreMeasure, SegmentAgreement } from './segmentLevel/segmentMeasures.ts';
import { permuteComparisons } from './significance/permuteComparisons.ts';
import {
  type MetricComparison,
  type PairTallies,
  type Swap,
  permuteMetrics,
  permutePairs,
  permuteScores,
} from './significance/permuteMetrics.ts';
import { type ScoreTable, alignScores, alignSystems } from './significance/scoreTable.ts';
import { type SystemAgreement, type SystemMeasure, swappedSoftAccuracy } from './systemLevel.ts';

/** `williams` compares Pearson's correlations of systems, and nothing else; the others exchange scores, see `Swap`. */
export type SystemTestId = 'none' | 'williams' | Swap;
/**
 * `pairs` exchanges the verdicts of the metrics on single pairs of outputs, for measures with calibrated ties or a gap: as in
 * mt-metrics-eval, and overconfident. Verdicts on pairs cannot be exchanged by system or by cell, but by inputs.
 */
export type SegmentTestId = 'none' | 'pairs' | Swap;

export interface MetricTest {
  readonly test: SystemTestId | SegmentTestId;
  /** What was compared. */
  readonly measure: string;
  /** The metrics that were compared, in the order of the p-values. */
  readonly names: readonly string[];
  /** p[i][j], one-sided, is small if metric i agrees better than metric j; NaN if undefined. */
  readonly p: readonly (readonly number[])[];
  /** From the best to the worst. */
  readonly ranked: readonly RankedMetric[];
}

/** `draws` are differences of agreement after each exchange, of measures moved to 0–1. */
interface PairTest {
  readonly greater: number;
  readonly less: number;
  readonly draws?: Float64Array;
}

type ComparePair = (first: Scores, second: Scores) => PairTest;

/** Tests a pair of metrics, unless another process does. */
type DoPair = (name: string, test: (isNeeded: boolean) => PairTest) => PairTest;

/** Takes the differences between two metrics after each exchange, on a scale of 0–1. */
export type OnDraws = (first: string, second: string, draws: Float64Array) => void;

interface TestSettings {
  readonly alpha: number;
  readonly samples: number;
  readonly seed: number;
  readonly units?: SegmentUnits;
  readonly onDraws?: OnDraws | undefined;
}

/**
 * `found` is the value of the measure for each metric. By default, if Williams' test does not apply to the measure, systems are exchanged:
 * like Williams' test, this generalises to other systems.
 */
export function testSystems(
  asked: SystemTestId | undefined,
  measure: SystemMeasure | undefined,
  human: Scores,
  metrics: readonly Scores[],
  found: readonly (SystemAgreement | undefined)[],
  settings: TestSettings,
  onShare: (share: number) => void,
  doPair: DoPair = (_, test) => test(true),
): MetricTest | undefined {
  if (asked === 'none' || !measure || metrics.length < 2) return undefined;
  const { samples: permutations, seed } = settings;
  const { id, correlate } = measure;
  const isFree = asked === undefined || asked === 'williams';
  const test = !isFree ? asked : id === 'pearson' ? 'williams' : 'systems';
  const values = found.map((each) => each?.value ?? NaN);
  return compareAll(test, id, metrics, values, settings, onShare, doPair, (first, second) => {
    // Williams' test has no exchanges; means over tasks need them.
    const swap = test === 'williams' ? 'systems' : test;
    const exchange = () => {
      if (!correlate) {
        const table = alignScores(human, [first, second], settings.units);
        return permuteScores(swappedSoftAccuracy(table, swap, seed), swap, table, permutations, seed);
      }
      const table = systemsTable(human, first, second, swap, settings.units);
      // One column changes sides as a whole or not at all.
      if (swap === 'inputs' && table.segments < 2) return undefined;
      const agreement = { level: 'system', correlation: correlate } as const;
      return permuteMetrics({ agreement, table, swap, permutations, seed });
    };
    if (test === 'williams') {
      const { p } = williamsOfMetrics(alignSystems(human, [first, second]));
      return { greater: p, less: 1 - p, ...(settings.onDraws && present({ draws: unitDraws(id, exchange()?.draws) })) };
    }
    const found = exchange();
    return { greater: NaN, less: NaN, ...found?.p, ...present({ draws: unitDraws(id, found?.draws) }) };
  });
}

/** By segments if both metrics have them, so they can be exchanged and system scores are means; otherwise by systems. */
function systemsTable(human: Scores, first: Scores, second: Scores, swap: Swap, units?: SegmentUnits): ScoreTable {
  const metrics = [first, second];
  if (swap === 'systems' || metrics.some(({ segments }) => segments.length === 0)) return alignSystems(human, metrics);
  if (human.segments.length > 0) return alignScores(human, metrics, units);
  // Ranked outputs have no human segment scores, so the table has one score per system.
  const people = upward(human);
  const { segments } = first;
  const ofSegments = new Float64Array(people.systems.length * segments.length);
  const table = alignScores({ ...people, segments, ofSegments }, metrics, units);
  const isShared = (system: string) => metrics.every(({ systems }) => systems.includes(system));
  return { ...table, human: people.ofSystems.filter((_, s) => isShared(people.systems[s]!)) };
}

/** `found` is the value of the measure for each metric; undefined for metrics without segment scores, which are left out. */
export function testSegments(
  test: SegmentTestId,
  measure: ComparisonMeasure | ScoreMeasure | undefined,
  side: HumanSide,
  given: readonly Scores[],
  found: readonly (SegmentAgreement | undefined)[],
  settings: TestSettings,
  onShare: (share: number) => void,
  doPair: DoPair = (_, test) => test(true),
): MetricTest | undefined {
  const agreementOf = new Map(given.flatMap((metric, m) => (found[m] ? [[metric, found[m]]] : [])));
  const metrics = [...agreementOf.keys()];
  if (test === 'none' || !measure || metrics.length < 2) return undefined;
  const values = [...agreementOf.values()].map(({ value }) => value);
  const { samples: permutations, seed, units } = settings;
  const swap = test === 'pairs' ? 'inputs' : test;
  const compare = (by: MetricTest['test'], pair: ComparePair) =>
    compareAll(by, measure.id, metrics, values, settings, onShare, doPair, pair);
  const options = { swap, permutations, seed };
  const unit = ({ p, draws }: Pick<MetricComparison, 'p' | 'draws'>) => ({ ...p, ...present({ draws: unitDraws(measure.id, draws) }) }); // prettier-ignore
  if (measure.needs === 'comparisons') {
    const { rule } = measure;
    const comparisons = side.comparisons!;
    return compare(swap, (first, second) => unit(permuteComparisons({ rule, comparisons, metrics: [first, second], units, ...options }))); // prettier-ignore
  }
  const { agreement, gap = 0 } = measure;
  if (agreement) {
    return compare(swap, (first, second) => unit(permuteMetrics({ agreement, table: alignScores(side.scores, [first, second], units), ...options }))); // prettier-ignore
  }
  // Tie thresholds belong to a metric, so scores cannot be exchanged, but verdicts on pairs can.
  const pairsOf = (metric: Scores) => pairsOfScores(side.scores, metric, 'item', gap);
  const epsilonOf = (metric: Scores): number => agreementOf.get(metric)!.epsilon ?? 0;
  const isByPairs = test === 'pairs';
  return compare(isByPairs ? 'pairs' : 'inputs', (first, second) => {
    const [x, y] = scoredByBoth(first, second);
    const { p, draws } = permutePairs({
      tallies: tallyPairs(pairsOf(x), epsilonOf(first), pairsOf(y), epsilonOf(second)),
      mean: gap > 0 ? 'pooled' : 'groups',
      exchange: isByPairs ? 'pairs' : 'groups',
      ...(units && { units: numberUnits(sharedNames([side.scores.segments, x.segments]), units) }),
      permutations,
      seed,
    });
    // Shares of pairs that a metric gets right are what measures such as τ_eq are on a scale of 0–1.
    return { ...p, draws };
  });
}

/** Measures that go from 0 to 1; others go from −1 to 1. */
export const isShare = (measure: string): boolean =>
  ['accuracy', 'soft-accuracy', 'consistency', 'acc-eq'].includes(measure);

const unitDraws = (measure: string, draws: Float64Array | undefined): Float64Array | undefined =>
  isShare(measure) ? draws : draws?.map((draw) => draw / 2);

/** Pairs on which only one metric agrees with people, ties included. Both lists have the same pairs. */
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
  { alpha, onDraws }: TestSettings,
  onShare: (share: number) => void,
  doPair: DoPair,
  compare: ComparePair,
): MetricTest {
  const count = metrics.length;
  const p = metrics.map(() => new Array<number>(count).fill(NaN));
  let done = 0;
  for (let i = 0; i < count; i++) {
    for (let j = i + 1; j < count; j++) {
      const { greater, less, draws } = doPair(`${i} ${j}`, (isNeeded) =>
        isNeeded ? compare(metrics[i]!, metrics[j]!) : { greater: NaN, less: NaN },
      );
      if (draws) onDraws?.(metrics[i]!.name, metrics[j]!.name, draws);
      p[i]![j] = greater;
      p[j]![i] = less;
      onShare((2 * ++done) / (count * (count - 1)));
    }
  }
  const names = metrics.map(({ name }) => name);
  return { test, measure, names, p, ranked: clusterMetrics(names, values, p, alpha) };
}

/**
 * Tests by Williams' test whether the first of two metrics correlates better with human scores of systems than the second: Graham and
 * Baldwin (EMNLP 2014), as used by WMT. It uses Pearson's correlations of each metric with the human scores and of one metric with the
 * other. The test is one-sided: p is small if the first metric is better. The table has one column, as `alignSystems` makes it; systems
 * without a score on any side are left out. Higher is better on all sides, so a metric that ranks systems in reverse is worse, not equally
 * good: WMT has compared absolute correlations.
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

export interface RankedMetric {
  readonly name: string;
  readonly value: number;
  /** The cluster, 1 for the best; undefined for a metric without agreement. */
  readonly rank: number | undefined;
  /** No metric is significantly better: what WMT prints in bold. */
  readonly isWinner: boolean;
}

/**
 * Ranks metrics in clusters without significant differences, and marks those that no other metric beats. `values` are agreements, and
 * pValues[i]![j]! is the one-sided p of metric i being better than metric j. A difference is significant if p ≤ alpha, here as everywhere;
 * NaN is not. Metrics are sorted from best to worst; of equally good ones, the one named first comes first.
 *
 * Clusters are those of mt-metrics-eval: from the top down, a metric joins the current cluster unless a metric in it is significantly
 * better; then it opens the next cluster. So no metric is significantly better than one further down in its cluster, but it need not be
 * significantly better than all metrics of the next.
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
