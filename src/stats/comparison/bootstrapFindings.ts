/** What resamples say of a score or of a difference: standard error, intervals, p-values. Efron and Tibshirani (1993). */
import { type Measurement, sumRows } from '../../core/index.ts';
import { normalCdf, normalQuantile } from '../distributions.ts';
import type { Interval } from './comparison.ts';

/** Why resamples of one unit say nothing. */
export const oneUnit = 'There is only one segment or document, so every resample is the same.';

export function standardDeviation(values: ArrayLike<number>): number {
  const count = values.length;
  if (count < 2) return 0;
  let sum = 0;
  for (let i = 0; i < count; i++) sum += values[i]!;
  const mean = sum / count;
  let squares = 0;
  for (let i = 0; i < count; i++) squares += (values[i]! - mean) * (values[i]! - mean);
  return Math.sqrt(squares / (count - 1));
}

/**
 * The bias-corrected and accelerated interval: Efron (1987). `sorted` are the values on resamples, `leftOut` those without each unit in turn.
 * It corrects for values that lie to one side of the observed one, and for a scatter that changes with the value.
 */
export function bcaInterval(
  sorted: Float64Array,
  observed: number,
  leftOut: ArrayLike<number>,
  level: number,
  rounding: number,
): Interval {
  const count = sorted.length;
  let below = 0;
  for (let b = 0; b < count; b++) {
    if (sorted[b]! < observed - rounding) below++;
    else if (sorted[b]! <= observed + rounding) below += 0.5;
  }
  // Where all lie to one side, as if half of one were on the other.
  const fewer = normalQuantile(Math.max(0.5, Math.min(below, count - below)) / count);
  const bias = 2 * below < count ? fewer : -fewer;
  const acceleration = accelerationOf(leftOut, rounding);
  const z = normalQuantile((1 + level) / 2);
  // How many values are left out at the end that lies `sign` of the observed one; mirrored values leave out the same.
  const leftAt = (sign: -1 | 1): number => {
    const moved = sign * bias + z;
    const slowed = 1 - sign * acceleration * moved;
    const end = slowed > 0 ? sign * bias + moved / slowed : Infinity;
    // A little is added as in the percentile interval.
    return Math.min(Math.floor(normalCdf(-end) * count + 1e-9), count - 1);
  };
  return { low: sorted[leftAt(-1)]!, high: sorted[count - 1 - leftAt(1)]! };
}

/** The skewness of how much each unit matters, over 6; 0 where none matters. */
function accelerationOf(leftOut: ArrayLike<number>, rounding: number): number {
  const units = leftOut.length;
  let sum = 0;
  for (let u = 0; u < units; u++) sum += leftOut[u]!;
  const mean = sum / units;
  let squares = 0;
  let cubes = 0;
  for (let u = 0; u < units; u++) {
    const influence = mean - leftOut[u]!;
    squares += influence * influence;
    cubes += influence * influence * influence;
  }
  const acceleration = cubes / (6 * squares * Math.sqrt(squares));
  return squares > units * rounding * rounding && Number.isFinite(acceleration) ? acceleration : 0;
}

/** The score of every system without each unit in turn: system s without unit u at [s * units + u]. */
export function leaveOneOut(measured: Measurement): Float64Array {
  const { systems, segments: units, rows, width } = measured;
  const scores = new Float64Array(systems * units);
  const rest = new Float64Array(width);
  for (let s = 0, at = 0; s < systems; s++) {
    const sums = sumRows(measured, s);
    for (let u = 0; u < units; u++) {
      for (let k = 0; k < width; k++) rest[k] = sums[k]! - rows[at++]!;
      scores[s * units + u] = measured.scoreSums(rest);
    }
  }
  return scores;
}
