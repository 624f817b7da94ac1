/**
 * Soft pairwise accuracy: whether a metric is as sure as people are that one system is better than another.
 * Thompson, Mathur, Deutsch and Khayrallah (WMT 2024).
 */
import { checkCount } from '../core/index.ts';
import { Pcg64, statisticalDefaults } from '../stats/index.ts';
import type { Fraction } from './agreement.ts';
import type { SharedSegments } from './scores.ts';

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
 * The mean over pairs of systems of 1 − |p(people) − p(metric)|, p being the one-sided probability of a permutation test. Each pair is
 * looked at on the segments that people and the metric scored for both of its systems; a pair without such a segment is left out.
 */
export function softAccuracy(shared: SharedSegments, options: SoftAccuracyOptions = {}): Fraction {
  const { permutations = statisticalDefaults.samples, seed = statisticalDefaults.seed, ties = 'half' } = options;
  checkCount(permutations, 'permutations');
  const flips = new Flips(shared.segments.length, permutations, new Pcg64(seed));
  const tieWeight = ties === 'half' ? 0.5 : 1;
  // Infinite scores cannot be added up.
  const isScored = (at: number) => Number.isFinite(shared.human[at]!) && Number.isFinite(shared.metric[at]!);
  const side = (scores: Float64Array) => {
    const finite = scores.map((score, at) => (isScored(at) ? score : NaN));
    return new Side(finite, shared.systems.length, flips, tieWeight);
  };
  const human = side(shared.human);
  const metric = side(shared.metric);
  let above = 0;
  let below = 0;
  for (let i = 0; i < shared.systems.length; i++) {
    for (let j = i + 1; j < shared.systems.length; j++) {
      const gap = Math.abs(human.probability(i, j) - metric.probability(i, j));
      if (Number.isNaN(gap)) continue;
      above += 1 - gap;
      below++;
    }
  }
  return { above, below };
}

/** The scores of people, or of the metric, and how sure they are of each pair. */
class Side {
  readonly #rows: readonly Float64Array[];
  readonly #isWhole: readonly boolean[];
  readonly #flips: Flips;
  readonly #tieWeight: number;
  /** By system, over the segments each permutation flips; made when needed. */
  readonly #sums = new Map<number, Float64Array>();
  readonly #differences: Float64Array;

  constructor(scores: Float64Array, systems: number, flips: Flips, tieWeight: number) {
    const size = scores.length / systems;
    this.#rows = Array.from({ length: systems }, (_, s) => scores.subarray(s * size, (s + 1) * size));
    this.#isWhole = this.#rows.map((row) => !row.some((score) => Number.isNaN(score)));
    this.#differences = new Float64Array(this.#rows[0]?.length ?? 0);
    this.#flips = flips;
    this.#tieWeight = tieWeight;
  }

  /**
   * The share of permutations after which i is ahead of j by at least as much as it is. Exchanging some segments takes twice their
   * differences off, so it is the share in which the differences of those segments sum up to no more than 0.
   */
  probability(i: number, j: number): number {
    const [first, second] = [this.#rows[i]!, this.#rows[j]!];
    let size = 0;
    let common = 0;
    for (let g = 0; g < first.length; g++) {
      const difference = first[g]! - second[g]!;
      // A missing one adds nothing, flipped or not.
      this.#differences[g] = Number.isNaN(difference) ? 0 : difference;
      if (Number.isNaN(difference)) continue;
      common++;
      size += Math.abs(first[g]!) + Math.abs(second[g]!);
    }
    if (common === 0) return NaN;
    const { permutations } = this.#flips;
    // Where no score is missing, sums are taken once for each system instead of once for each pair.
    const isWhole = this.#isWhole[i]! && this.#isWhole[j]!;
    const a = isWhole ? this.#sumsOf(i) : this.#flips.sums(this.#differences);
    const b = isWhole ? this.#sumsOf(j) : undefined;
    // What decimals lose when they are added.
    const rounding = 1e-12 * size;
    let [below, equal] = [0, 0];
    for (let k = 0; k < permutations; k++) {
      const sum = b ? a[k]! - b[k]! : a[k]!;
      if (Math.abs(sum) <= rounding) equal++;
      else if (sum < 0) below++;
    }
    return (below + this.#tieWeight * equal) / permutations;
  }

  #sumsOf(system: number): Float64Array {
    const known = this.#sums.get(system);
    if (known) return known;
    const sums = this.#flips.sums(this.#rows[system]!);
    this.#sums.set(system, sums);
    return sums;
  }
}

/**
 * Which segments each permutation exchanges: the same for all pairs of systems, for people and metrics. A byte holds eight segments; the
 * bytes of all permutations for the same segments lie together.
 */
class Flips {
  readonly permutations: number;
  readonly #bytes: number;
  readonly #flips: Uint8Array;

  constructor(segments: number, permutations: number, random: Pcg64) {
    this.permutations = permutations;
    this.#bytes = Math.ceil(segments / 8);
    this.#flips = new Uint8Array(this.#bytes * permutations);
    for (let at = 0; at < this.#flips.length; at += 4) {
      let word = random.uint32();
      for (let k = at; k < at + 4 && k < this.#flips.length; k++, word >>>= 8) this.#flips[k] = word;
    }
  }

  /**
   * For each permutation the sum of the values it flips. The sums of all subsets of eight neighbours are made once, 256 of them, so that a
   * permutation costs one addition for eight segments.
   */
  sums(values: Float64Array): Float64Array {
    const sums = new Float64Array(this.permutations);
    const subsets = new Float64Array(256);
    for (let byte = 0; byte < this.#bytes; byte++) {
      for (let bit = 0; bit < 8; bit++) {
        const value = values[byte * 8 + bit] ?? 0;
        for (let subset = 0, end = 1 << bit; subset < end; subset++) subsets[end + subset] = subsets[subset]! + value;
      }
      const from = byte * this.permutations;
      for (let k = 0; k < this.permutations; k++) sums[k]! += subsets[this.#flips[from + k]!]!;
    }
    return sums;
  }
}
