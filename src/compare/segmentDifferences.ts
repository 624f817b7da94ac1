/** Segments in which two systems differ most: by their own scores, and by what exchanging them does to the score of the whole. */
import type { Measurement } from '../core/index.ts';
import { composite } from '../stats/index.ts';

/**
 * By segment, the first system's less the second's: differences of the scores of the segment alone; and effects, what the segment adds to the
 * difference of the whole: the change of the whole score when its output is exchanged, the mean of putting the first system's into the
 * second's outputs and the other way round. Collins, Koehn and Kučerová (ACL 2005) call these composites.
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

/** Where the first system is ahead, and where the second is, from the most on. */
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
 * The segments in which each system is ahead of the other by most, at most `top` for each; `values` are differences or effects. Equal
 * ones come in the order of the test set; those without a difference, or without a number, do not come at all.
 */
export function extremeSegments(values: Float64Array, higherIsBetter: boolean, top: number): ListedSegments {
  const ahead = (sign: number): ListedSegment[] => {
    const gains = values.map((value) => sign * value);
    const segments = Array.from(gains, (_, i) => i).filter((i) => gains[i]! > 0);
    segments.sort((a, b) => gains[b]! - gains[a]! || a - b);
    return segments.slice(0, top).map((segment) => ({ segment, difference: values[segment]! }));
  };
  const sign = higherIsBetter ? 1 : -1;
  return { first: ahead(sign), second: ahead(-sign) };
}
