/** Figures with bootstrap intervals over segments, with fixed judges. */
import { Pcg64, countDraws, percentileInterval } from '../../stats/index.ts';

/** NaN, in JSON null, if undefined; the bounds also if there are too few segments. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Settings of the bootstrap over segments. */
export interface Resampling {
  /** Confidence level, such as 0.95: the share of draws inside an interval. */
  readonly level: number;
  readonly samples: number;
  readonly seed: number;
}

/**
 * Figures of the sum of all rows, each with the percentile interval over sums of as many rows drawn with replacement. All judgments of a
 * segment are in one row, so dependent judgments stay together. A figure that is defined on less than `level` of the draws has no interval.
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
