/** One system's outputs with some segments taken from another: what a test by exchange of single segments scores. */
import { type Measurement, sumRows, wholeSystem } from '../core/index.ts';

/** Starts as one whole system. Rows add up, so that a score costs one row. */
export interface Composite {
  /** The score as things stand. */
  score(): number;
  /** The score if this one segment came from that system. */
  scoreWith(segment: number, system: number): number;
  /** Takes the segment from that system for good. */
  replace(segment: number, system: number): void;
}

export function composite(measured: Measurement, system: number): Composite {
  const { segments, rows, width } = measured;
  const picks = wholeSystem(measured, system);
  const sums = sumRows(measured, system);
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
