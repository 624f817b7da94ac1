/** Segments in which two systems differ most: by their own scores, and by what exchanging them does to the score of the whole. */
import { type Measurement, firstSorted } from '../core/index.ts';
import { composite } from '../stats/index.ts';

/**
 * Computes, for each segment, how the first system differs from the second: in the score of the segment alone and in its effect on the
 * whole score. The effect is how much the whole score changes when the output of that segment is exchanged, averaged over putting the first
 * system's output into the second's and the reverse. Collins, Koehn and Kučerová (ACL 2005) call these composites. All values are first
 * minus second.
 */
export function segmentDifferences(measured: Measurement, first: number, second: number) {
  const { segments } = measured;
  const differences = new Float64Array(segments);
  const effects = new Float64Array(segments);
  const [ofFirst, ofSecond] = [composite(measured, first), composite(measured, second)];
  const [firstScore, secondScore] = [ofFirst.score(), ofSecond.score()];
  for (let i = 0; i < segments; i++) {
    differences[i] = measured.segmentScore(first * segments + i) - measured.segmentScore(second * segments + i);
    const taken = firstScore - ofFirst.scoreWith(i, second);
    const given = ofSecond.scoreWith(i, first) - secondScore;
    effects[i] = (taken + given) / 2;
  }
  return { differences, effects };
}

/** The segments in which the first system is ahead and those in which the second is ahead, largest difference first. */
export interface ListedSegments {
  readonly first: readonly ListedSegment[];
  readonly second: readonly ListedSegment[];
}

interface ListedSegment {
  /** Counted from 0. */
  readonly segment: number;
  /** First less second. */
  readonly difference: number;
}

/**
 * Lists the segments in which each system is furthest ahead of the other, at most `top` for each system. The `values` are differences or
 * effects of `segmentDifferences`. Equal values keep the order of the test set; segments without a difference, or with NaN, are not listed.
 */
export function extremeSegments(values: Float64Array, higherIsBetter: boolean, top: number): ListedSegments {
  const ahead = (gains: Float64Array): ListedSegment[] => {
    const segments = Array.from(gains, (_, i) => i).filter((i) => gains[i]! > 0);
    const first = firstSorted(segments, top, (a, b) => gains[b]! - gains[a]!);
    return first.map((segment) => ({ segment, difference: values[segment]! }));
  };
  const [up, down] = [ahead(values), ahead(values.map((value) => -value))];
  return higherIsBetter ? { first: up, second: down } : { first: down, second: up };
}
