/** Agreement of a metric's scores of systems with those of people: every measure has the same shape. */
import { checkCount, present } from '../core/index.ts';
import {
  type Correlation,
  type Interval,
  Pcg64,
  fisherInterval,
  kendallTauB,
  madOutliers,
  pearson,
  spearman,
  spearmanByDifferences,
  statisticalDefaults,
} from '../stats/index.ts';
import { type Fraction, type Scores, type SharedSegments, sharedSegments, sharedSystems, valueOf } from './scores.ts';
import type { CorrelationName } from './significance/agreement.ts';
import type { EvaluateSwapped, Swap } from './significance/permuteMetrics.ts';
import { type ScoreTable, comparableTable } from './significance/scoreTable.ts';

export interface SystemMeasure {
  readonly id: string;
  readonly title: string;
  /** What the measure requires: soft accuracy needs segment scores from both sides. */
  readonly needs: 'systems' | 'segments';
  /** Its value from one score of each system on both sides; soft accuracy has none. */
  readonly correlate?: Correlation;
  of(human: Scores, metric: Scores, options?: SystemOptions): SystemAgreement;
}

interface SystemOptions {
  /** Of the interval of a correlation. */
  readonly level?: number;
  /** Of the permutations of soft accuracy; the same for all metrics, so that they are compared alike. */
  readonly seed?: number;
}

export interface SystemAgreement {
  /** NaN if the measure is undefined: too few systems, or scores that do not vary. */
  readonly value: number;
  /** The number of systems with both scores. */
  readonly systems: number;
  /** Of a correlation, by Fisher's transformation; none for too few systems. */
  readonly interval?: Interval;
  /** Of an accuracy: what agrees over the number of pairs. */
  readonly fraction?: Fraction;
}

/** The measures of agreement over systems. */
export const systemMeasures: readonly SystemMeasure[] = [
  correlationMeasure('spearman', 'Spearman’s ρ', spearman, 'spearman'),
  correlationMeasure('spearman-d2', 'Spearman’s ρ by 6Σd²', spearmanByDifferences, 'spearman'),
  correlationMeasure('pearson', 'Pearson’s r', pearson, 'pearson'),
  correlationMeasure('kendall', 'Kendall’s τ_b', kendallTauB, 'kendall'),
  {
    id: 'accuracy',
    title: 'pairwise accuracy',
    needs: 'systems',
    correlate: (x, y) => valueOf(pairwiseAccuracy(x, y)),
    of(human, metric) {
      const shared = sharedSystems(human, metric);
      const fraction = pairwiseAccuracy(shared.human, shared.metric);
      return { value: valueOf(fraction), systems: shared.systems.length, fraction };
    },
  },
  {
    id: 'soft-accuracy',
    title: 'soft pairwise accuracy',
    needs: 'segments',
    of(human, metric, { seed } = {}) {
      const shared = sharedSegments(human, metric);
      const fraction = softAccuracy(shared, present({ seed }));
      return { value: valueOf(fraction), systems: shared.systems.length, fraction };
    },
  },
];

function correlationMeasure(
  id: string,
  title: string,
  correlate: Correlation,
  correlation: CorrelationName,
): SystemMeasure {
  return {
    id,
    title,
    needs: 'systems',
    correlate,
    of(human, metric, { level = 0.95 } = {}) {
      const shared = sharedSystems(human, metric);
      const systems = shared.systems.length;
      const value = correlate(shared.human, shared.metric);
      const interval = fisherInterval(correlation, value, systems, level);
      return { value, systems, ...(interval && { interval }) };
    },
  };
}

/** Pairs of systems that both put in the same order, where a tie agrees only with a tie: Kocmi et al. (WMT 2021). */
function pairwiseAccuracy(human: ArrayLike<number>, metric: ArrayLike<number>): Fraction {
  let above = 0;
  let below = 0;
  for (let i = 0; i < human.length; i++) {
    for (let j = i + 1; j < human.length; j++, below++) {
      if (order(human[i]!, human[j]!) === order(metric[i]!, metric[j]!)) above++;
    }
  }
  return { above, below };
}

/** Compares without a difference, which infinite scores do not have. */
const order = (a: number, b: number): number => (a > b ? 1 : a < b ? -1 : 0);

/**
 * Removes outlier systems from human scores, because a few outliers can produce a high correlation by themselves: Mathur, Baldwin and Cohn
 * (ACL 2020). No measure counts systems that are not in the human scores.
 */
export function withoutOutliers(human: Scores): { readonly human: Scores; readonly outliers: readonly string[] } {
  const scored = human.systems.flatMap((_, s) => (Number.isNaN(human.ofSystems[s]!) ? [] : [s]));
  const found = new Set(madOutliers(scored.map((s) => human.ofSystems[s]!)).map((at) => scored[at]!));
  const kept = human.systems.flatMap((_, s) => (found.has(s) ? [] : [s]));
  const segments = human.segments.length;
  const ofSegments = new Float64Array(kept.length * segments);
  kept.forEach((s, at) => ofSegments.set(human.ofSegments.subarray(s * segments, (s + 1) * segments), at * segments));
  return {
    human: {
      ...human,
      systems: kept.map((s) => human.systems[s]!),
      ofSystems: Float64Array.from(kept, (s) => human.ofSystems[s]!),
      ofSegments,
    },
    outliers: human.systems.filter((_, s) => found.has(s)),
  };
}

export interface SoftAccuracyOptions {
  /** How often the outputs of two systems are exchanged by chance. */
  readonly permutations?: number;
  readonly seed?: number;
  /**
   * Permutations that leave the difference as it is: each counts one half, so that the order of systems does not matter and equal systems
   * have p = ½; or, as published, each counts in full.
   */
  readonly ties?: 'half' | 'as-published';
}

/**
 * Computes soft pairwise accuracy: how close a metric's confidence that one system is better than another is to that of people. Thompson,
 * Mathur, Deutsch and Khayrallah (WMT 2024). It is the mean over pairs of systems of 1 − |p(people) − p(metric)|, where p is the one-sided
 * p-value of a permutation test. Each pair uses the segments that people and the metric scored for both systems; a pair without such a
 * segment is left out.
 */
export function softAccuracy(shared: SharedSegments, options: SoftAccuracyOptions = {}): Fraction {
  const { permutations = statisticalDefaults.samples, seed = statisticalDefaults.seed, ties = 'half' } = options;
  checkCount(permutations, 'permutations');
  const sumsOf = flippedSums(shared.segments.length, permutations, new Pcg64(seed));
  const tieWeight = ties === 'half' ? 0.5 : 1;
  // Infinite scores cannot be added up.
  const isScored = (at: number) => Number.isFinite(shared.human[at]!) && Number.isFinite(shared.metric[at]!);
  const side = (scores: Float64Array) => {
    const finite = scores.map((score, at) => (isScored(at) ? score : NaN));
    return sureness(finite, shared.systems.length, sumsOf, tieWeight);
  };
  return closeness(side(shared.human), side(shared.metric), shared.systems.length);
}

/** The confidence that system i is better than system j. */
type Sureness = (i: number, j: number) => number;

function closeness(human: Sureness, metric: Sureness, systems: number): Fraction {
  let above = 0;
  let below = 0;
  for (let i = 0; i < systems; i++) {
    for (let j = i + 1; j < systems; j++) {
      const gap = Math.abs(human(i, j) - metric(i, j));
      if (Number.isNaN(gap)) continue;
      above += 1 - gap;
      below++;
    }
  }
  return { above, below };
}

/** Soft accuracy of two metrics that exchange scores, for `permuteScores`. */
export function swappedSoftAccuracy(table: ScoreTable, swap: Swap, seed: number): EvaluateSwapped {
  const { systems, segments, human, metrics } = comparableTable(table);
  const [first, second] = metrics as [Float64Array, Float64Array];
  const sumsOf = flippedSums(segments, statisticalDefaults.samples, new Pcg64(seed));
  const surenessOf = (scores: Float64Array, rows: number) => remembered(sureness(scores, rows, sumsOf, 0.5), rows);
  const people = surenessOf(human, systems);
  const write = (values: Float64Array, ofFirst: Sureness, ofSecond: Sureness): void => {
    values[0] = valueOf(closeness(people, ofFirst, systems));
    values[1] = valueOf(closeness(people, ofSecond, systems));
  };
  if (swap === 'systems') {
    // Rows do not change, so results for two rows are reused by all permutations: those of the first metric, then of the second.
    const both = new Float64Array(2 * first.length);
    both.set(first);
    both.set(second, first.length);
    const sure = surenessOf(both, 2 * systems);
    return (swapped, values) => {
      const ofFirst = (system: number) => system + systems * swapped[system * segments]!;
      const ofSecond = (system: number) => system + systems * (1 - swapped[system * segments]!);
      write(values, (i, j) => sure(ofFirst(i), ofFirst(j)), (i, j) => sure(ofSecond(i), ofSecond(j))); // prettier-ignore
    };
  }
  return (swapped, values) => {
    const mixed = (own: Float64Array, other: Float64Array): Sureness =>
      surenessOf(own.map((score, at) => (swapped[at] === 0 ? score : other[at]!)), systems); // prettier-ignore
    write(values, mixed(first, second), mixed(second, first));
  };
}

/** Computed once per pair of systems. */
function remembered(sure: Sureness, systems: number): Sureness {
  const known: number[] = [];
  return (i, j) => (known[i * systems + j] ??= sure(i, j));
}

/**
 * The confidence of people, or of the metric, for each pair: the share of permutations after which i is ahead of j by at least as much.
 * Exchanging some segments takes twice their differences off, so it is the share in which the differences of those segments sum up to no
 * more than 0.
 */
function sureness(
  scores: Float64Array,
  systems: number,
  sumsOf: (values: Float64Array) => Float64Array,
  tieWeight: number,
): Sureness {
  const size = scores.length / systems;
  const rows = Array.from({ length: systems }, (_, s) => scores.subarray(s * size, (s + 1) * size));
  const isWhole = rows.map((row) => !row.some((score) => Number.isNaN(score)));
  const differences = new Float64Array(rows[0]?.length ?? 0);
  /** By system; made when needed. */
  const known: Float64Array[] = [];
  const sumsOfSystem = (system: number): Float64Array => (known[system] ??= sumsOf(rows[system]!));
  return (i, j) => {
    const [first, second] = [rows[i]!, rows[j]!];
    let scale = 0;
    let common = 0;
    for (let g = 0; g < first.length; g++) {
      const difference = first[g]! - second[g]!;
      // A missing one adds nothing, flipped or not.
      differences[g] = Number.isNaN(difference) ? 0 : difference;
      if (Number.isNaN(difference)) continue;
      common++;
      scale += Math.abs(first[g]!) + Math.abs(second[g]!);
    }
    if (common === 0) return NaN;
    // If no score is missing, sums are computed once per system instead of once per pair.
    const areWhole = isWhole[i]! && isWhole[j]!;
    const a = areWhole ? sumsOfSystem(i) : sumsOf(differences);
    const b = areWhole ? sumsOfSystem(j) : undefined;
    // Tolerance for rounding errors of sums.
    const rounding = 1e-12 * scale;
    let [below, equal] = [0, 0];
    for (let k = 0; k < a.length; k++) {
      const sum = b ? a[k]! - b[k]! : a[k]!;
      if (Math.abs(sum) <= rounding) equal++;
      else if (sum < 0) below++;
    }
    return (below + tieWeight * equal) / a.length;
  };
}

/**
 * For each permutation the sum of the values it flips. Which segments it exchanges is the same for all pairs of systems, for people and
 * metrics: a byte holds eight segments, and the bytes of all permutations for the same segments lie together. The sums of all subsets of
 * eight neighbours are made once, 256 of them, so that a permutation costs one addition for eight segments.
 */
function flippedSums(segments: number, permutations: number, random: Pcg64): (values: Float64Array) => Float64Array {
  const bytes = Math.ceil(segments / 8);
  const flips = new Uint8Array(bytes * permutations);
  for (let at = 0; at < flips.length; at += 4) {
    let word = random.uint32();
    for (let k = at; k < at + 4 && k < flips.length; k++, word >>>= 8) flips[k] = word;
  }
  return (values) => {
    const sums = new Float64Array(permutations);
    const subsets = new Float64Array(256);
    for (let byte = 0; byte < bytes; byte++) {
      for (let bit = 0; bit < 8; bit++) {
        const value = values[byte * 8 + bit] ?? 0;
        for (let subset = 0, end = 1 << bit; subset < end; subset++) subsets[end + subset] = subsets[subset]! + value;
      }
      const from = byte * permutations;
      for (let k = 0; k < permutations; k++) sums[k]! += subsets[flips[from + k]!]!;
    }
    return sums;
  };
}
