/** One system's outputs with some segments taken from another: what a test by exchange of single segments scores. */
import type { Measurement } from '../core/index.ts';
import { isRows } from './bootstrap.ts';

/** Starts as one whole system. Where rows add up, a score costs one row, else it costs all of them. */
export interface Composite {
  /** The score as things stand. */
  score(): number;
  /** The score if this one segment came from that system. */
  scoreWith(segment: number, system: number): number;
  /** Takes the segment from that system for good. */
  replace(segment: number, system: number): void;
}

export function composite(measured: Measurement, system: number): Composite {
  const { segments } = measured;
  const picks = Uint32Array.from({ length: segments }, (_, segment) => system * segments + segment);
  if (!isRows(measured)) {
    return {
      score: () => measured.score(picks),
      scoreWith(segment, other) {
        const before = picks[segment]!;
        picks[segment] = other * segments + segment;
        const score = measured.score(picks);
        picks[segment] = before;
        return score;
      },
      replace(segment, other) {
        picks[segment] = other * segments + segment;
      },
    };
  }
  const { rows, width } = measured;
  const sums = new Float64Array(width);
  for (let i = 0, at = system * segments * width; i < segments; i++) {
    for (let k = 0; k < width; k++) sums[k]! += rows[at++]!;
  }
  const exchanged = new Float64Array(width);
  const exchange = (segment: number, other: number, into: Float64Array) => {
    const from = picks[segment]! * width;
    const to = (other * segments + segment) * width;
    // The difference first: equal rows then leave the sums as they are to the last bit.
    for (let k = 0; k < width; k++) into[k] = sums[k]! + (rows[to + k]! - rows[from + k]!);
  };
  return {
    score: () => measured.scoreSums(sums),
    scoreWith(segment, other) {
      exchange(segment, other, exchanged);
      return measured.scoreSums(exchanged);
    },
    replace(segment, other) {
      exchange(segment, other, sums);
      picks[segment] = other * segments + segment;
    },
  };
}

/** 1 if `score` is better than `than`, −1 if it is worse, 0 if they differ by no more than rounding. */
export function compareScores(score: number, than: number, higherIsBetter: boolean): -1 | 0 | 1 {
  const difference = score - than;
  if (Math.abs(difference) <= 1e-12 * Math.max(Math.abs(score), Math.abs(than))) return 0;
  return difference > 0 === higherIsBetter ? 1 : -1;
}
