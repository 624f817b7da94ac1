/** Figures with intervals: what they might have been on other segments, with the same judges. */
import { Pcg64, countDraws, percentileInterval } from '../../stats/index.ts';

/** NaN, in JSON null, where it is not defined; the bounds also where there are too few segments to tell. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** How intervals are made by drawing segments with replacement. */
export interface Resampling {
  /** Level of confidence, such as 0.95: the share of draws that an interval holds. */
  readonly level: number;
  readonly samples: number;
  readonly seed: number;
}

/**
 * Figures of the sum of all rows, each with the percentile interval over sums of as many rows drawn with replacement. All judgments of a
 * segment are in one row, so what depends on the segment stays together. A figure that is not defined on so many of the draws that the
 * others cannot hold `level` of them has no interval.
 */
export function estimatesOf(
  rows: Float64Array,
  width: number,
  figures: readonly ((sums: Float64Array) => number)[],
  { level, samples, seed }: Resampling,
): Estimate[] {
  const segments = rows.length / width;
  const sums = new Float64Array(width);
  const times = new Uint32Array(segments).fill(1);
  addRows(rows, width, times, sums);
  const values = figures.map((figure) => figure(sums));
  const drawn = figures.map(() => new Float64Array(segments < 2 ? 0 : samples));
  if (segments > 1) {
    const drawSegments = countDraws(times, new Pcg64(seed));
    for (let sample = 0; sample < samples; sample++) {
      drawSegments();
      addRows(rows, width, times, sums);
      figures.forEach((figure, f) => (drawn[f]![sample] = figure(sums)));
    }
  }
  return values.map((value, f) => {
    const defined = drawn[f]!.filter((each) => !Number.isNaN(each)).sort();
    if (Number.isNaN(value) || defined.length === 0 || defined.length < level * samples)
      return { value, low: NaN, high: NaN };
    return { value, ...percentileInterval(defined, level) };
  });
}

function addRows(rows: Float64Array, width: number, times: Uint32Array, sums: Float64Array): void {
  sums.fill(0);
  for (let i = 0, at = 0; i < times.length; i++, at += width) {
    const count = times[i]!;
    if (count === 0) continue;
    for (let k = 0; k < width; k++) sums[k]! += count * rows[at + k]!;
  }
}
