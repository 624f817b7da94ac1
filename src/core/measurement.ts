/** What was measured: rows for systems × segments, whatever they came from. */

/**
 * What one metric, or one kind of imported score or rating, says of several systems.
 * A pick is a row number, `system * segments + segment`; documents, bootstrap samples and shuffles of two systems
 * are all lists of picks, so statistics never need to know what a metric is.
 */
export interface Measurement {
  readonly name: string;
  readonly systems: number;
  readonly segments: number;
  readonly higherIsBetter: boolean;
  score(picks: Uint32Array): number;
}

/** The picks of all segments of one system. */
export function wholeSystem({ segments }: Pick<Measurement, 'segments'>, system: number): Uint32Array {
  return Uint32Array.from({ length: segments }, (_, segment) => system * segments + segment);
}

/** Score of one system over the whole test set. */
export const systemScore = (measured: Measurement, system: number): number =>
  measured.score(wholeSystem(measured, system));

/** A measurement whose rows add up: row p is rows[p * width … (p + 1) * width). */
export interface RowMeasurement extends Measurement {
  readonly rows: Float64Array;
  readonly width: number;
  /** Score of a sum of rows. */
  scoreSums(sums: ArrayLike<number>): number;
  /** Score of one segment alone, as the metric reports single segments. */
  segmentScore(pick: number): number;
}

export function rowMeasurement(
  shape: Pick<Measurement, 'name' | 'systems' | 'segments' | 'higherIsBetter'>,
  rows: Float64Array,
  scoreSums: (sums: ArrayLike<number>) => number,
  scoreSegment: (row: ArrayLike<number>) => number = scoreSums,
): RowMeasurement {
  const width = rows.length / Math.max(1, shape.systems * shape.segments);
  const sums = new Float64Array(width);
  return {
    ...shape,
    rows,
    width,
    scoreSums,
    segmentScore: (pick) => scoreSegment(rows.subarray(pick * width, (pick + 1) * width)),
    score(picks) {
      sums.fill(0);
      for (let i = 0; i < picks.length; i++) {
        for (let k = 0, at = picks[i]! * width; k < width; k++, at++) sums[k]! += rows[at]!;
      }
      return scoreSums(sums);
    },
  };
}
