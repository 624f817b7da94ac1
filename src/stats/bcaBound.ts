/** Lower confidence bounds of means by the bias-corrected and accelerated bootstrap: Efron (1987), with the choices of SciPy's `bootstrap`. */
import { normalCdf, normalQuantile } from './distributions.ts';
import type { Random } from './random.ts';

/**
 * Returns the one-sided lower bound, at the confidence `level`, of the mean of one sample or of the mean of the first minus that of the
 * second. Each sample is resampled by itself. NaN if resamples do not vary enough to tell.
 */
export function bcaBound(
  samples: readonly [Float64Array] | readonly [Float64Array, Float64Array],
  { level, resamples, random }: { readonly level: number; readonly resamples: number; readonly random: Random },
): number {
  const signs = [1, -1];
  const estimates = new Float64Array(resamples);
  samples.forEach((sample, s) => {
    const draws = new Uint32Array(sample.length);
    for (let r = 0; r < resamples; r++) {
      random.fillBelow(draws, sample.length);
      let sum = 0;
      for (const draw of draws) sum += sample[draw]!;
      estimates[r]! += (signs[s]! * sum) / sample.length;
    }
  });
  const estimate = samples.reduce((sum, sample, s) => sum + signs[s]! * meanOf(sample), 0);
  let below = 0;
  for (const each of estimates) below += each < estimate ? 1 : each === estimate ? 0.5 : 0;
  const bias = normalQuantile(below / resamples);
  const shift = bias + normalQuantile(1 - level);
  const share = normalCdf(bias + shift / (1 - accelerationOf(samples, signs) * shift));
  return Number.isNaN(share) ? NaN : quantileOf(estimates.sort(), share);
}

/** From the jackknife: leaving out a value moves the mean of n values by its distance from it over n − 1. */
function accelerationOf(samples: readonly Float64Array[], signs: readonly number[]): number {
  let cubes = 0;
  let squares = 0;
  samples.forEach((sample, s) => {
    const mean = meanOf(sample);
    const count = sample.length;
    for (const value of sample) {
      const influence = (signs[s]! * (value - mean)) / count;
      cubes += influence ** 3;
      squares += influence ** 2;
    }
  });
  return cubes / (6 * squares ** 1.5);
}

/** Between two sorted values the quantile moves in proportion. */
function quantileOf(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1);
  const before = Math.floor(place);
  const next = sorted[Math.min(before + 1, sorted.length - 1)]!;
  return sorted[before]! + (place - before) * (next - sorted[before]!);
}

const meanOf = (sample: Float64Array): number => sample.reduce((sum, value) => sum + value, 0) / sample.length;
