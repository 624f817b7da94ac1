/** What is asked when systems are compared by one metric, and what is found. */
import { statisticalDefaults } from '../defaults.ts';
import type { Side, SignTestBothWays } from '../signTest.ts';

/**
 * The ids of the tests between systems. `bootstrap`: signed, centred differences on resamples. `randomization`: outputs exchanged at
 * random. `exact`: all possible exchanges. `sign`: composites, from both sides. `t` and `wilcoxon`: differences of segments, for metrics
 * that are means. `sacrebleu-bs` and `sacrebleu-ar`: the tests of sacreBLEU, which find too much.
 */
export const comparisonTests = [
  'bootstrap',
  'randomization',
  'sign',
  't',
  'wilcoxon',
  'exact',
  'sacrebleu-bs',
  'sacrebleu-ar',
] as const;

export type ComparisonTestId = (typeof comparisonTests)[number];

/**
 * The correction of p-values for multiple comparisons. `holm` keeps the probability of any false finding in the whole family below alpha;
 * `bh` (Benjamini and Hochberg) keeps the expected share of false findings among all findings below alpha; `none` treats each comparison
 * alone.
 */
export type Correction = 'holm' | 'bh' | 'none';

/** The settings for comparing systems: test, number of samples, correction, levels. */
export interface ComparisonSettings {
  readonly test: ComparisonTestId;
  readonly correction: Correction;
  /** Resamples, or random exchanges, for every pair; pairs whose p is close to the smallest these can give get more. The exact test makes all possible exchanges. */
  readonly samples: number;
  readonly seed: number;
  /** Of intervals: 0.95. */
  readonly level: number;
  /** A corrected p of at most this is significant: 0.05. */
  readonly alpha: number;
  readonly interval: 'percentile' | 'bca';
  /** The unit, such as a document, that each segment belongs to: whole units are drawn or exchanged. Any numbers will do. */
  readonly units?: Uint32Array;
  /** Compares every other system with this one; without it all pairs are compared. */
  readonly baseline?: number;
  /** Differences of up to this many points, in the metric's own, count as none: asks whether systems are equally good. */
  readonly equivalence?: number;
  /** How many comparisons are corrected together, if those of several calls are: see `correctTogether`. */
  readonly family?: number;
  /** Asks which difference this test set would show. */
  readonly power?: boolean;
}

/** The default settings for comparing systems. */
export const comparisonDefaults: ComparisonSettings = {
  test: 'bootstrap',
  correction: 'holm',
  samples: 10_000,
  seed: statisticalDefaults.seed,
  level: statisticalDefaults.level,
  alpha: statisticalDefaults.alpha,
  interval: 'percentile',
};

/** An interval with a lower and an upper end. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

interface ComparedSystem {
  readonly score: number;
  /** By the bootstrap, whichever test is used. */
  readonly interval: Interval;
  /** Standard deviation of the score over resamples. */
  readonly standardError: number;
}

/** The comparison of two systems: difference, interval, p-value and verdict. */
export interface SystemComparison {
  /** Numbers of systems. With a baseline, the second is the baseline. */
  readonly first: number;
  readonly second: number;
  /** Score of the first minus score of the second, in the metric's own points. */
  readonly difference: number;
  /** Whose score is better, in the metric's direction. */
  readonly better: Side;
  /** Of the difference, by the bootstrap, whichever test is used. */
  readonly interval: Interval;
  /** Standard deviation of the difference over resamples. */
  readonly standardError: number;
  /** Two-sided; NaN if there is a `reason`. */
  readonly p: number;
  /** No sample came near the observed difference: the true p is below `p`, and after correction below `corrected`. */
  readonly isBound: boolean;
  /** Resamples or exchanges that p was counted on; 0 if the test draws none. */
  readonly samples: number;
  /** Why the test cannot compare these two. */
  readonly reason?: string;
  /** Whom the test speaks for: the better one, but tests of single segments may deny the scores. */
  readonly favours: Side;
  /** p after correction over the family. */
  readonly corrected: number;
  /** Who is significantly better: the one favoured if `corrected` is at most alpha. */
  readonly verdict: Side;
  /** Shares of what is `counted` in which the first is better, worse, or as good. They add up to 1. */
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  /** `resamples` in bootstrap tests, else single `units`. */
  readonly counted: 'resamples' | 'units';
  readonly equivalence?: Equivalence;
  readonly detectable?: Detectable;
  /** Of the sign test. */
  readonly signTest?: SignTestBothWays;
}

/** Two one-sided tests against a difference of the margin in either direction. */
interface Equivalence {
  /** The larger of both; small if the difference is surely smaller than the margin. NaN if there is one unit only. */
  readonly p: number;
  readonly corrected: number;
  /** `corrected` is at most alpha. */
  readonly isEquivalent: boolean;
}

/** Approximately, from the standard error of the difference; at alpha before correction. NaN if there is one unit only. */
export interface Detectable {
  /** The smallest true difference that would be found in `power` of all test sets like this one. */
  readonly difference: number;
  /** As many units like these would find a difference of the size observed with that power; Infinity if none was observed. */
  readonly units: number;
  readonly power: number;
}

/** The result of comparing systems by one metric: scores, intervals, comparisons of pairs, and possible ranks. */
export interface ComparedSystems {
  readonly name: string;
  readonly higherIsBetter: boolean;
  readonly settings: ComparisonSettings;
  readonly segments: number;
  /** As many as segments, if those are drawn. */
  readonly units: number;
  /** Resamples, or exchanges: the number requested, or all possible ones. */
  readonly samples: number;
  readonly systems: readonly ComparedSystem[];
  readonly comparisons: readonly SystemComparison[];
  /** How many comparisons p is corrected for. */
  readonly family: number;
  /** The smallest p that the test could have given, and the same after correction: above alpha, nothing can be found without more samples. */
  readonly leastP: number;
  readonly leastCorrected: number;
  /** Not with a baseline. */
  readonly ranking?: Ranking;
}

/**
 * Clusters hold one guarantee: every system of a cluster is significantly better than every system of all later ones. After `holm` the
 * chance that any of these statements is wrong is at most alpha, after `bh` the expected share of wrong ones among all findings, after
 * `none` that of each alone.
 */
export interface Ranking {
  /** Systems, from the best cluster to the worst, in each from the best score to the worst. */
  readonly clusters: readonly (readonly number[])[];
  /**
   * By system: the places it may have, 1 for the best. As many systems are significantly better as there are places before, and as many
   * worse as after. After `holm` all true places lie in them together with a chance of at least 1 − alpha.
   */
  readonly places: readonly { readonly from: number; readonly to: number }[];
}

/** The numbers of two systems. */
export type Pair = readonly [first: number, second: number];

/** All pairs, or every other system with the baseline. */
export function pairsOf(systems: number, baseline?: number): Pair[] {
  const all = Array.from({ length: systems }, (_, s) => s);
  if (baseline !== undefined) return all.filter((s) => s !== baseline).map((s) => [s, baseline]);
  return all.flatMap((first) => all.slice(first + 1).map((second): Pair => [first, second]));
}
