/**
 * Bootstrap: what a score might have been on other test sets, by drawing segments with replacement.
 * Efron (1979); for translation metrics Koehn (EMNLP 2004). All systems are scored on the same draws.
 */
import { type Measurement, UsageError, checkCount } from '../core/index.ts';
import { drawnBy } from './comparison/sampleSource.ts';
import { scoreResamples } from './comparison/sampler.ts';
import { statisticalDefaults } from './defaults.ts';
import type { Random } from './random.ts';

/**
 * Scores every system on `samples` bootstrap resamples of the segments and returns one list of scores for each system. All systems are
 * scored on the same resamples, in the order they were drawn.
 */
export function bootstrapAll(measured: Measurement, samples: number, random: Random): Float64Array[] {
  checkCount(samples, 'resamples');
  const { systems, segments: units } = measured;
  if (units === 0) throw new UsageError('There are no segments to draw from.');
  const { pick, tally } = drawnBy(random, units);
  const source = { units, repeats: true, pick: (_: number, to: Uint32Array) => pick(to), tally: (_: number, to: Uint32Array) => tally(to) }; // prettier-ignore
  const scores = new Float64Array(systems * samples);
  scoreResamples([measured], samples, source)(0, samples, [scores]);
  return Array.from({ length: systems }, (_, system) => scores.slice(system * samples, (system + 1) * samples));
}

/**
 * Returns the interval that holds the middle `level` of sorted scores. The same number is left out at both ends: the fraction (1 − level) /
 * 2 of them, rounded down.
 */
export function percentileInterval(
  sortedScores: ArrayLike<number>,
  level: number = statisticalDefaults.level,
): { low: number; high: number } {
  const count = sortedScores.length;
  if (count === 0) throw new UsageError('An interval needs at least one score.');
  if (!(level > 0 && level <= 1))
    throw new UsageError(`The level of an interval must be between 0 and 1, not ${level}.`);
  // A little is added because (1 − 0.9) / 2 is a little less than 0.05 in doubles.
  const left = Math.min(Math.floor(((1 - level) / 2) * count + 1e-9), (count - 1) >> 1);
  return { low: sortedScores[left]!, high: sortedScores[count - 1 - left]! };
}
