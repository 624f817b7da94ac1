/** What was measured: rows for systems × segments, from any source. */
import { UsageError } from './errors.ts';
import { ExactSums } from './exactSums.ts';

/**
 * A measurement of several systems on the same segments, by one metric or one kind of imported score or rating. A pick is a row number,
 * `system * segments + segment`; documents, bootstrap samples and shuffles of two systems are all lists of picks, so statistics need not
 * know what a metric is.
 */
export interface Measurement {
  readonly name: string;
  readonly systems: number;
  readonly segments: number;
  readonly higherIsBetter: boolean;
  /** Row p is rows[p * width … (p + 1) * width). */
  readonly rows: Float64Array;
  readonly width: number;
  score(picks: Uint32Array): number;
  /** Score of a sum of rows. */
  scoreSums(sums: ArrayLike<number>): number;
  /** The score of a single segment, as the metric reports segments. */
  segmentScore(pick: number): number;
}

/** The picks of all segments of one system. */
export function wholeSystem({ segments }: Pick<Measurement, 'segments'>, system: number): Uint32Array {
  return Uint32Array.from({ length: segments }, (_, segment) => system * segments + segment);
}

/** Returns the score of one system over the whole test set. */
export function systemScore(measured: Measurement, system: number): number {
  if (!Number.isInteger(system) || system < 0 || system >= measured.systems) {
    throw new UsageError(`There is no system ${system}: systems are 0 to ${measured.systems - 1}.`);
  }
  return measured.scoreSums(sumRows(measured, system));
}

/** The sum of a system's rows, rounded once. */
export function sumRows(
  { rows, width, segments }: Pick<Measurement, 'rows' | 'width' | 'segments'>,
  system: number,
): Float64Array {
  const sums = new ExactSums(width);
  sums.addRows(rows, system * segments * width, segments, width);
  return sums.rounded();
}

export function rowMeasurement(
  shape: Pick<Measurement, 'name' | 'systems' | 'segments' | 'higherIsBetter' | 'width'>,
  rows: Float64Array,
  scoreSums: (sums: ArrayLike<number>) => number,
  scoreSegment: (row: ArrayLike<number>) => number = scoreSums,
): Measurement {
  const picks = shape.systems * shape.segments;
  const { width } = shape;
  const check = (pick: number): number => {
    if (Number.isInteger(pick) && pick >= 0 && pick < picks) return pick;
    throw new UsageError(`There is no row ${pick}: rows are system * segments + segment, 0 to ${picks - 1}.`);
  };
  return {
    ...shape,
    rows,
    scoreSums,
    segmentScore: (pick) => scoreSegment(rows.subarray(check(pick) * width, (pick + 1) * width)),
    score(chosen) {
      const sums = new ExactSums(width);
      for (let i = 0; i < chosen.length; i++) sums.addRows(rows, check(chosen[i]!) * width, 1, width);
      return scoreSums(sums.rounded());
    },
  };
}
