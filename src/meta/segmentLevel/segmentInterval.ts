/** Intervals by drawing segments with replacement: what was said of one segment, by however many people, is drawn together. */
import { rowMeasurement } from '../../core/index.ts';
import { Pcg64, bootstrapAll, percentileInterval } from '../../stats/index.ts';
import type { Interval, Resampling } from '../agreement.ts';

/**
 * Of a figure made of a sum of rows, one for each segment; none if no draw gives one. Rows of zeros are segments of which nothing was said,
 * and are not drawn.
 */
export function intervalOfRows(
  rows: Float64Array,
  width: number,
  score: (sums: ArrayLike<number>) => number,
  { samples, seed, level }: Resampling,
): Interval | undefined {
  const filled = rows.filter((_, at) => {
    const from = at - (at % width);
    return rows.subarray(from, from + width).some((entry) => entry !== 0);
  });
  const segments = filled.length / width;
  if (segments === 0) return undefined;
  const measured = rowMeasurement({ name: '', systems: 1, segments, higherIsBetter: true, width }, filled, score);
  const [scores] = bootstrapAll(measured, samples, new Pcg64(seed));
  const defined = scores!.filter((each) => !Number.isNaN(each)).sort();
  return defined.length === 0 ? undefined : percentileInterval(defined, level);
}

/** Of the mean of a value that every segment has by itself; NaN where it has none. */
export function intervalOfMean(values: Float64Array, resampling: Resampling): Interval | undefined {
  const defined = values.filter((value) => !Number.isNaN(value));
  const rows = new Float64Array(2 * defined.length);
  defined.forEach((value, at) => rows.set([value, 1], 2 * at));
  return intervalOfRows(rows, 2, (sums) => sums[0]! / sums[1]!, resampling);
}
