/**
 * What a tuner searches: for each segment the candidates that some weights choose, and the rows that a metric counts for them.
 * N-best lists and forests are both search spaces: a line search only needs the candidates that are best along a line of weights.
 */
import { enlarged } from '../../core/index.ts';

/** A space that a tuner searches, the same for n-best lists and for forests. */
export interface SearchSpace {
  readonly segments: number;
  /** By feature number. */
  readonly featureNames: readonly string[];
  /** Numbers in a row. */
  readonly width: number;
  /** Candidate c has the row [c * width …). A forest meets new candidates during a search, so read it again after each search. */
  rows(): Float64Array;
  /** The candidate of the segment with the highest score under the weights; ties go to the first; −1 if it has none. */
  best(segment: number, weights: Float64Array): number;
  /** Which candidates are best along weights + γ · direction, from γ = −∞ to ∞; overwrites `envelope`, which is empty if there are none. */
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

/** What is maximised or minimised: any metric whose rows add up. A `Metric` is one. */
export interface Objective {
  readonly higherIsBetter: boolean;
  score(sums: ArrayLike<number>): number;
}
