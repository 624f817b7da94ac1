/**
 * What a tuner searches: for each segment the candidates that some weights would choose, and the rows that a metric counts of them.
 * N-best lists and forests are both of this kind: all a line search needs is the candidates that are best along a line of weights.
 */
import { enlarged } from '../../core/index.ts';

/** What a tuner sees of n-best lists and forests alike. */
export interface SearchSpace {
  readonly segments: number;
  /** By feature number. */
  readonly featureNames: readonly string[];
  /** Numbers in a row. */
  readonly width: number;
  /** Candidate c has the row [c * width …). A forest meets new candidates as it goes, so ask anew after each search. */
  rows(): Float64Array;
  /** The candidate of the segment with the highest score under the weights; of equals the first; −1 if it has none. */
  best(segment: number, weights: Float64Array): number;
  /** Which candidates are best along weights + γ · direction, from γ = −∞ to ∞; writes over `envelope`, which stays empty if there are none. */
  trace(segment: number, weights: Float64Array, direction: Float64Array, envelope: Envelope): void;
  text(candidate: number): string;
}

/** Candidate candidates[i] is best from γ = from[i] to from[i + 1]; from[0] is −∞, the last one is best up to ∞. */
export class Envelope {
  count = 0;
  from = new Float64Array(64);
  candidates = new Int32Array(64);

  push(from: number, candidate: number): void {
    if (this.count === this.from.length) {
      this.from = enlarged(this.from);
      this.candidates = enlarged(this.candidates);
    }
    this.from[this.count] = from;
    this.candidates[this.count++] = candidate;
  }
}

/** What is made as high, or as low, as can be: any metric whose rows add up. A `Metric` is one. */
export interface Objective {
  readonly higherIsBetter: boolean;
  score(sums: ArrayLike<number>): number;
}
