/** Measurements for tests of comparisons. */
import { type Measurement, rowMeasurement } from '../../../core/index.ts';
import { type MeanMeasurement, meanMeasurement } from '../meanMeasurement.ts';
import { resamples } from '../sampleSource.ts';

/** Scores by system, then segment. */
export const means = (...scores: readonly ArrayLike<number>[]): MeanMeasurement =>
  meanMeasurement({
    name: 'mean',
    higherIsBetter: true,
    systemNames: scores.map((_, s) => String.fromCharCode(65 + s)),
    scores,
  });

/**
 * Rows of two counts by system, then segment, scored by their ratio: as precision, which is not a mean of its segments, since the lengths of
 * outputs differ.
 */
export function ratios(
  systems: readonly (readonly (readonly [matches: number, length: number])[])[],
  higherIsBetter = true,
): Measurement {
  const shape = { name: 'ratio', systems: systems.length, segments: systems[0]!.length, higherIsBetter, width: 2 };
  return rowMeasurement(shape, Float64Array.from(systems.flat(2)), (sums) => (sums[1]! > 0 ? sums[0]! / sums[1]! : 0));
}

/** The same systems in another order. */
export function reordered(measured: Measurement, order: readonly number[]): Measurement {
  const { rows, width, segments, name, higherIsBetter } = measured;
  const size = segments * width;
  const moved = Float64Array.from(order.flatMap((s) => [...rows.subarray(s * size, (s + 1) * size)]));
  const shape = { name, higherIsBetter, systems: order.length, segments, width };
  return rowMeasurement(shape, moved, (sums) => measured.scoreSums(sums));
}

/** Scores of every system on the resamples of a comparison with that seed, by the definition of a measurement. */
export function resampled(measured: Measurement, samples: number, seed: number): Float64Array[] {
  const { systems, segments } = measured;
  const source = resamples(segments, seed);
  const picks = new Uint32Array(segments);
  const scores = Array.from({ length: systems }, () => new Float64Array(samples));
  for (let sample = 0; sample < samples; sample++) {
    source.pick(sample, picks);
    scores.forEach((ofSystem, s) => (ofSystem[sample] = measured.score(picks.map((unit) => s * segments + unit))));
  }
  return scores;
}
