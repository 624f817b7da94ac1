/** Outlying systems by the median absolute deviation: Iglewicz and Hoaglin (1993); for metrics Mathur, Baldwin and Cohn (ACL 2020). */
import { refuseNaN } from './ranks.ts';

/** Makes the median absolute deviation of normal values their standard deviation: 1 / Φ⁻¹(¾). */
const toDeviation = 1.4826;

/**
 * Positions of values further than `cutoff` deviations from the median. Where the median absolute deviation is 0, at least half of the
 * values being equal, there is no scale to measure by and nothing is an outlier.
 */
export function madOutliers(values: ArrayLike<number>, cutoff = 2.5): number[] {
  refuseNaN(values);
  const center = median(values);
  const distances = Float64Array.from(values, (value) => Math.abs(value - center));
  const scale = toDeviation * median(distances);
  const found: number[] = [];
  if (scale > 0) distances.forEach((distance, at) => distance / scale > cutoff && found.push(at));
  return found;
}

/** NaN of nothing. */
export function median(values: ArrayLike<number>): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
