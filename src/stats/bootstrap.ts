/**
 * Bootstrap: what a score might have been on other test sets, by drawing segments with replacement.
 * Efron (1979); for translation metrics Koehn (EMNLP 2004). All systems are scored on the same draws.
 */
import { type Measurement, UsageError, checkCount } from '../core/index.ts';
import type { Random } from './random.ts';
import { statisticalDefaults } from './defaults.ts';

/** Scores of one system on `samples` resamples of its segments, sorted from low to high. */
export function bootstrap(measured: Measurement, system: number, samples: number, random: Random): Float64Array {
  return resample(measured, [system], samples, random)[0]!.sort();
}

/** Scores of every system on the same resamples, in the order they were drawn: one list for each system. */
export function bootstrapAll(measured: Measurement, samples: number, random: Random): Float64Array[] {
  const systems = Array.from({ length: measured.systems }, (_, system) => system);
  return resample(measured, systems, samples, random);
}

/**
 * The interval that holds the middle `level` of sorted scores: as many are left out below as above,
 * the fraction (1 − level) / 2 of them rounded down.
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

function resample(measured: Measurement, systems: readonly number[], samples: number, random: Random): Float64Array[] {
  checkCount(samples, 'resamples');
  const { segments, rows, width } = measured;
  if (segments === 0) throw new UsageError('There are no segments to draw from.');
  const scores = systems.map(() => new Float64Array(samples));
  const draws = new Uint32Array(segments);
  // How often each segment was drawn; its row is added that many times over, in the order of segments: memory is read from start to end
  // instead of at random. Exact for rows of integers.
  const times = new Float64Array(segments);
  const sums = new Float64Array(width);
  for (let sample = 0; sample < samples; sample++) {
    random.fillBelow(draws, segments);
    times.fill(0);
    for (let i = 0; i < segments; i++) times[draws[i]!]! += 1;
    systems.forEach((system, at) => {
      addRows(rows.subarray(system * segments * width, (system + 1) * segments * width), times, sums);
      scores[at]![sample] = measured.scoreSums(sums);
    });
  }
  return scores;
}

/** sums[k] = Σ times[i] · rows[i][k], four columns at a time so that the sums stay in registers. */
function addRows(rows: Float64Array, times: Float64Array, sums: Float64Array): void {
  const width = sums.length;
  const segments = times.length;
  let k = 0;
  for (; k + 4 <= width; k += 4) {
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let i = 0, at = k; i < segments; i++, at += width) {
      const count = times[i]!;
      a += count * rows[at]!;
      b += count * rows[at + 1]!;
      c += count * rows[at + 2]!;
      d += count * rows[at + 3]!;
    }
    sums[k] = a;
    sums[k + 1] = b;
    sums[k + 2] = c;
    sums[k + 3] = d;
  }
  for (; k < width; k++) {
    let a = 0;
    for (let i = 0, at = k; i < segments; i++, at += width) a += times[i]! * rows[at]!;
    sums[k] = a;
  }
}
