/**
 * Ranks metrics over several tasks, as the WMT metrics tasks do: weighted means of agreement and of ranks, and clusters of metrics that do
 * not differ significantly. The test adds up the differences after the exchanges of each task: what `AverageCorrMatrix` of mt-metrics-eval does.
 */
import { Pcg64, shuffle } from '../stats/index.ts';
import type { MeasureName, MetaEvaluation, OnLevelDraws } from './evaluateMetrics.ts';
import { tailsOf } from './significance/permuteMetrics.ts';
import { type RankedMetric, clusterMetrics, isShare } from './testMetrics.ts';

type Level = 'system' | 'segment';

/** Weights of tasks by name, and of all systems or all segments; 1 for those that are not named. */
export type TaskWeights = Readonly<Record<string, number>>;

/** Keys of weights that are not tasks. */
export const levelWeights: Readonly<Record<Level, string>> = { system: 'systems', segment: 'segments' };

/** The agreement of all metrics by one measure on one task. */
export interface RankedColumn {
  readonly task: string;
  readonly level: Level;
  readonly measure: MeasureName;
  /** All weights of a ranking sum to 1. */
  readonly weight: number;
  /** By metric of the ranking: agreement, NaN if it has none, and the number of its cluster. */
  readonly metrics: readonly { readonly name: string; readonly value: number; readonly rank?: number }[];
}

export interface RankingOverTasks {
  readonly level: Level | 'both';
  readonly columns: readonly RankedColumn[];
  /** Means are of values moved to 0–1, since correlations go from −1 to 1 and shares from 0 to 1. */
  readonly isMoved: boolean;
  /** Metrics that have agreement in all columns, from the best to the worst. */
  readonly ranked: readonly MetricOverTasks[];
  /** Metrics that lack agreement in some column. */
  readonly incomplete: readonly string[];
  /** Metrics in the order of p, and p[i][j], one-sided, small if metric i agrees better than metric j; none if there was no test. */
  readonly names: readonly string[];
  readonly p?: readonly (readonly number[])[];
}

interface MetricOverTasks {
  readonly name: string;
  readonly mean: number;
  /** The weighted mean of the numbers of clusters in each column; none without tests. */
  readonly meanRank?: number;
  /** The cluster, 1 for the best, and whether no metric is significantly better; none without a test. */
  readonly cluster?: number;
  readonly isWinner?: boolean;
}

/** Keeps what tests exchanged, by task, level and pair of metrics. */
export class ExchangeDraws {
  readonly #draws = new Map<string, Float64Array>();

  of(task: string): OnLevelDraws {
    return (level, first, second, draws) => this.#draws.set(keyOf(task, level, first, second), draws);
  }

  /** Of the first metric minus the second. */
  get({ task, level }: Pick<RankedColumn, 'task' | 'level'>, first: string, second: string): Float64Array | undefined {
    const turned = this.#draws.get(keyOf(task, level, second, first));
    return this.#draws.get(keyOf(task, level, first, second)) ?? turned?.map((draw) => -draw);
  }
}

const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);

interface RankingSettings {
  readonly weights?: TaskWeights;
  readonly alpha: number;
  readonly seed: number;
}

/** Rankings over systems, over segments and over both, by the first measure of each; none of a single task. */
export function rankOverTasks(
  tasks: readonly MetaEvaluation[],
  draws: ExchangeDraws,
  settings: RankingSettings,
): RankingOverTasks[] {
  if (tasks.length < 2) return [];
  const ofLevel = { system: columnsOf(tasks, 'system'), segment: columnsOf(tasks, 'segment') };
  const { system, segment } = ofLevel;
  const rank = (level: RankingOverTasks['level'], columns: readonly Column[]): RankingOverTasks[] =>
    columns.length < 2 ? [] : [rankColumns(level, columns, draws, settings)];
  return [
    ...rank('system', system),
    ...rank('segment', segment),
    ...(system.length > 0 && segment.length > 0 ? rank('both', [...system, ...segment]) : []),
  ];
}

/** Its own weight, or that of the task of which it is one domain. */
export const weightOf = (task: string, weights: TaskWeights): number =>
  weights[task] ?? weights[task.replace(/\/.*$/, '')] ?? 1;

/** A column before its weight is known. */
interface Column extends Omit<RankedColumn, 'weight' | 'metrics'> {
  readonly values: ReadonlyMap<string, number>;
  /** None if there was no test. */
  readonly ranks?: ReadonlyMap<string, number | undefined>;
}

function columnsOf(tasks: readonly MetaEvaluation[], level: Level): Column[] {
  return tasks.flatMap((evaluation): Column[] => {
    const { task, metrics } = evaluation;
    const [measure] = evaluation[`${level}Measures`];
    const found = metrics.map(({ name, ofSystems, ofSegments }) => [
      name,
      (level === 'system' ? ofSystems : ofSegments)?.[0]?.value ?? NaN,
    ] as const); // prettier-ignore
    if (!measure || found.every(([, value]) => Number.isNaN(value))) return [];
    const test = evaluation[`${level}Test`];
    return [
      {
        task,
        level,
        measure,
        values: new Map(found),
        ...(test && { ranks: new Map(test.ranked.map(({ name, rank }) => [name, rank])) }),
      },
    ];
  });
}

function rankColumns(
  level: RankingOverTasks['level'],
  columns: readonly Column[],
  draws: ExchangeDraws,
  { weights = {}, alpha, seed }: RankingSettings,
): RankingOverTasks {
  const given = columns.map((each) => weightOf(each.task, weights) * (weights[levelWeights[each.level]] ?? 1));
  const sum = given.reduce((total, weight) => total + weight, 0);
  const shares = given.map((weight) => weight / sum);
  const isMoved = new Set(columns.map(({ measure }) => isShare(measure.id))).size > 1;
  const all = [...new Set(columns.flatMap(({ values }) => [...values.keys()]))];
  const isComplete = (name: string) => columns.every(({ values }) => !Number.isNaN(values.get(name) ?? NaN));
  const names = all.filter(isComplete);
  const weighted = (of: (column: Column, c: number) => number): number =>
    columns.reduce((total, column, c) => total + shares[c]! * of(column, c), 0);
  /** On a scale of 0–1, as the draws are. */
  const moved = ({ values, measure }: Column, name: string): number =>
    isShare(measure.id) ? values.get(name)! : (1 + values.get(name)!) / 2;
  const unitMeans = names.map((name) => weighted((column) => moved(column, name)));
  const means = isMoved ? unitMeans : names.map((name) => weighted(({ values }) => values.get(name)!));
  const meanRanks = columns.every(({ ranks }) => ranks)
    ? names.map((name) => weighted(({ ranks }) => ranks!.get(name) ?? NaN))
    : undefined;
  const p = testMeans(names, unitMeans, columns, shares, draws, seed);
  const ranked: readonly RankedMetric[] = clusterMetrics(names, means, p ?? names.map(() => new Float64Array(names.length).fill(NaN)), alpha); // prettier-ignore
  return {
    level,
    columns: columns.map(({ task, level: ofLevel, measure, values, ranks }, c) => ({
      task,
      level: ofLevel,
      measure,
      weight: shares[c]!,
      metrics: all.map((name) => {
        const rank = ranks?.get(name);
        return { name, value: values.get(name) ?? NaN, ...(rank !== undefined && { rank }) };
      }),
    })),
    isMoved,
    ranked: ranked.map(({ name, value, rank, isWinner }) => ({
      name,
      mean: value,
      ...(meanRanks && { meanRank: meanRanks[names.indexOf(name)]! }),
      ...(p && rank !== undefined && { cluster: rank, isWinner }),
    })),
    incomplete: all.filter((name) => !isComplete(name)),
    names,
    ...(p && { p }),
  };
}

/**
 * Under the null hypothesis the metrics are exchangeable in every task, and tasks are independent. The tests of all tasks may start from one
 * seed, and then exchange the same systems; so the draws of each column are shuffled before they are added.
 */
function testMeans(
  names: readonly string[],
  means: readonly number[],
  columns: readonly Column[],
  weights: readonly number[],
  draws: ExchangeDraws,
  seed: number,
): number[][] | undefined {
  if (names.length < 2) return undefined;
  const p = names.map(() => new Array<number>(names.length).fill(NaN));
  const orders: number[][] = [];
  for (const [i, first] of names.entries()) {
    for (let j = i + 1; j < names.length; j++) {
      const found = columns.map((column) => draws.get(column, first, names[j]!));
      if (found.some((each) => !each)) return undefined;
      const sums = new Float64Array(found[0]!.length);
      found.forEach((each, c) => {
        const order = (orders[c] ??= shuffle(Array.from(sums, (_, at) => at), new Pcg64(seed + 1 + c))); // prettier-ignore
        order.forEach((at, k) => (sums[k]! += weights[c]! * each![at]!));
      });
      const { greater, less } = tailsOf(means[i]! - means[j]!, sums);
      p[i]![j] = greater;
      p[j]![i] = less;
    }
  }
  return p;
}
