/** Ranks the systems of one task by human rankings of their outputs: scores, order, wins, rank ranges and clusters. */
import { UsageError, checkCount } from '../../core/index.ts';
import { Pcg64, countDraws } from '../../stats/index.ts';
import { type Comparisons, type PairCounts, byCodeUnits, countPairs, pairCounter, totalOf } from '../comparisons.ts';
import { type RankRange, type RankTally, clustersOf, rankTally } from './clusters.ts';
import {
  type PairTest,
  type PairTestId,
  type SignTies,
  bootstrapPairs,
  permutePairs,
  signTestPairs,
} from './pairTests.ts';
import { type RankingMethod, type RankingMethodId, rankingMethods } from './rankingMethods.ts';

/** The options for ranking systems: method, test, resamples, levels. */
export interface RankOptions {
  readonly by: RankingMethodId;
  readonly test: PairTestId;
  readonly signTies: SignTies;
  /** A difference is significant if its p is at most this. */
  readonly alpha: number;
  readonly samples: number;
  readonly seed: number;
  /** Level of the rank ranges, such as 0.95. */
  readonly level: number;
  /** What resamples draw: whole rankings, or single comparisons of two systems as if they were independent. */
  readonly resampled?: 'rankings' | 'comparisons';
  /** Makes clusters of rank ranges, which are in the order of scores. */
  readonly clusters?: (ranges: readonly RankRange[]) => number[];
  /** Whether a system was trained only on the data of the task. */
  readonly isConstrained?: (system: string) => boolean;
  /** Systems that are not listed still count as opponents, but have no rank, do not win, and do not prevent others from winning. */
  readonly isListed?: (system: string) => boolean;
  readonly onProgress?: (share: number) => void;
}

export interface RankedSystem {
  readonly system: string;
  readonly listed: boolean;
  readonly constrained: boolean;
  /** The score that decides the order. */
  readonly score: number;
  /** Scores by all fast methods and by the requested one; NaN if the system was never compared. */
  readonly scores: Readonly<Partial<Record<RankingMethodId, number>>>;
  /** Comparisons that involve it, which WMT09 calls judgments per system. */
  readonly comparisons: number;
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
  /** Whether it was compared and no other listed system is significantly better. */
  readonly win: boolean;
  /** Whether it is constrained and no other constrained and listed system is significantly better. */
  readonly constrainedWin: boolean;
  /** The rank range and the cluster, from 1 on; absent if not listed. */
  readonly ranks?: RankRange;
  readonly cluster?: number;
}

/** The systems of a task from best to worst by human rankings, with rank ranges and clusters. */
export interface RankedSystems {
  readonly task: string;
  readonly rankings: number;
  readonly comparisons: number;
  readonly segments: number;
  readonly judges: number;
  /** From best to worst; those not listed among them, by their scores. */
  readonly systems: readonly RankedSystem[];
  /** Rows and columns in the order of systems. */
  readonly pairs: {
    /** How often the row's system was judged better than the column's. */
    readonly wins: readonly (readonly number[])[];
    readonly ties: readonly (readonly number[])[];
    readonly p: readonly (readonly number[])[];
  };
}

export function rankSystems(comparisons: Comparisons, options: RankOptions): RankedSystems {
  const { by, alpha, samples, seed, level, isConstrained, isListed, onProgress } = options;
  const { systems } = comparisons;
  const method = rankingMethods.find(({ id }) => id === by)!;
  checkOptions(options, method);
  const listed = systems.map((system) => isListed?.(system) ?? true);
  const constrained = systems.map((system) => isConstrained?.(system) ?? false);

  const counts = countPairs(comparisons);
  const tally = rankTally(systems.length, indicesOf(listed));
  const drawn = options.resampled === 'comparisons' ? eachByItself(comparisons) : comparisons;
  resample(drawn, method, samples, new Pcg64(seed), tally, onProgress);
  const scoresBy = new Map(
    rankingMethods
      .filter(({ id, byChance }) => id === by || !byChance)
      .map(({ id, byChance, scores }) => [id, byChance ? tally.meanScores() : scores(counts, new Pcg64(seed))]),
  );
  const scores = scoresBy.get(by)!;
  const tested = testPairs(comparisons, counts, method, scores, tally, options);
  const totals = systems.map((_, s) => totalOf(counts, s));
  const compared = totals.map(({ wins, ties, losses }) => wins + ties + losses);
  const competing = listed.map((isListed, s) => isListed && compared[s]! > 0);
  const wins = unbeaten(competing, tested, alpha);
  const constrainedWins = unbeaten(
    competing.map((competes, s) => competes && constrained[s]!),
    tested,
    alpha,
  );
  const order = orderSystems(scores, counts, systems);

  const ranges = tally.ranges(level);
  const ranked = order.filter((s) => listed[s]);
  const clusters = (options.clusters ?? clustersOf)(ranked.map((s) => ranges[s]!));
  const matrix = (cells: Float64Array) => order.map((i) => order.map((j) => cells[i * systems.length + j]!));
  return {
    task: comparisons.task,
    rankings: comparisons.rankings,
    comparisons: comparisons.count,
    segments: comparisons.segments.length,
    judges: comparisons.judges.length,
    systems: order.map((s) => ({
      system: systems[s]!,
      listed: listed[s]!,
      constrained: constrained[s]!,
      score: scores[s]!,
      scores: Object.fromEntries([...scoresBy].map(([id, all]) => [id, all[s]!])),
      comparisons: compared[s]!,
      ...totals[s]!,
      win: wins[s]!,
      constrainedWin: constrainedWins[s]!,
      ...(listed[s] && { ranks: ranges[s]!, cluster: clusters[ranked.indexOf(s)]! }),
    })),
    pairs: { wins: matrix(counts.wins), ties: matrix(counts.ties), p: matrix(tested.p) },
  };
}

function checkOptions({ test, alpha, samples, level }: RankOptions, method: RankingMethod): void {
  checkCount(samples, 'resamples');
  if (!(alpha >= 0 && alpha <= 1)) throw new UsageError(`The significance level must be from 0 to 1, not ${alpha}.`);
  if (!(level > 0 && level <= 1))
    throw new UsageError(`The level of rank ranges must be above 0 and at most 1, not ${level}.`);
  if (test === 'ranking-permutation' && method.byChance) {
    throw new UsageError(
      `${method.title} scores are random, and a permutation test would need a run for each pair and sample. Use the sign test or ranking-bootstrap.`,
    );
  }
}

/** Draws whole rankings with replacement, as many as there are: the comparisons of one screen are not independent. */
function resample(
  comparisons: Comparisons,
  method: RankingMethod,
  samples: number,
  random: Pcg64,
  tally: RankTally,
  onProgress: RankOptions['onProgress'],
): void {
  const count = pairCounter(comparisons);
  const times = new Uint32Array(comparisons.rankings);
  const drawRankings = countDraws(times, random);
  for (let sample = 0; sample < samples; sample++) {
    drawRankings();
    tally.add(method.scores(count(times), random));
    onProgress?.((sample + 1) / samples);
  }
}

/** The same comparisons, each as if it were a ranking of its own. */
const eachByItself = (comparisons: Comparisons): Comparisons => ({
  ...comparisons,
  rankings: comparisons.count,
  ranking: Int32Array.from({ length: comparisons.count }, (_, c) => c),
});

function testPairs(
  comparisons: Comparisons,
  counts: PairCounts,
  method: RankingMethod,
  scores: Float64Array,
  tally: RankTally,
  { test, signTies, samples, seed }: RankOptions,
): PairTest {
  switch (test) {
    case 'sign':
      return signTestPairs(counts, signTies);
    case 'ranking-bootstrap':
      return bootstrapPairs(scores, tally);
    case 'ranking-permutation':
      return permutePairs(comparisons, method, scores, samples, new Pcg64(seed));
  }
}

/** Systems that no other of these significantly beats: wins and constrained wins as in Table 6 of WMT09 (Callison-Burch et al. 2009). */
function unbeaten(among: readonly boolean[], { p, lead }: PairTest, alpha: number): boolean[] {
  const size = among.length;
  const beats = (other: number, s: number) => p[other * size + s]! <= alpha && lead[other * size + s]! > 0;
  return among.map((competes, s) => competes && !among.some((isOpponent, other) => isOpponent && beats(other, s)));
}

/**
 * From the highest score to the lowest; those without a score last. Ties are broken by direct comparisons: the system judged better more
 * often comes first; among three or more, the one that beats most of the others; then by name.
 */
export function orderSystems(scores: Float64Array, { size, wins }: PairCounts, names: readonly string[]): number[] {
  const known = (s: number): number => (Number.isNaN(scores[s]!) ? -Infinity : scores[s]!);
  const direct = Float64Array.from({ length: size }, (_, i) => {
    let sum = 0;
    for (let j = 0; j < size; j++)
      if (known(i) === known(j)) sum += Math.sign(wins[i * size + j]! - wins[j * size + i]!);
    return sum;
  });
  return Array.from(names.keys()).sort((a, b) => {
    if (known(a) !== known(b)) return known(b) - known(a);
    return direct[b]! - direct[a]! || byCodeUnits(names[a]!, names[b]!);
  });
}

const indicesOf = (flags: readonly boolean[]): number[] => [...flags.keys()].filter((s) => flags[s]);
