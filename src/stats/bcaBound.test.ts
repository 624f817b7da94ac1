import { expect, it } from 'vitest';
import { bcaBound } from './bcaBound.ts';
import { Pcg64 } from './random.ts';

const x = Float64Array.from({ length: 25 }, (_, i) => ((i * 37) % 41) ** 2 / 70 - 3.9);
const y = Float64Array.from({ length: 18 }, (_, i) => ((i * 29) % 31) ** 2 / 60 - 4.2);

// SciPy 1.17.1: bootstrap(samples, mean or difference of means, n_resamples=100, confidence_level=0.95, alternative='greater',
// rng=default_rng(seed)).confidence_interval.low; the draws are the same.
it.each([
  ['one sample', [x], 1, 2.6175070800970697],
  ['one sample', [x], 2, 1.698037844080502],
  ['four values', [x.slice(0, 4)], 1, 0.4836604770881328],
  ['two samples', [x, y], 1, 0.2757573513020624],
  ['two samples', [x, y], 2, -0.7001512632937681],
] as const)('%s %#', (_, samples, seed, low) =>
  expect(bcaBound(samples, { level: 0.95, resamples: 100, random: new Pcg64(seed) })).toBeCloseTo(low, 10),
);

it('equal values have no bound', () =>
  expect(bcaBound([Float64Array.of(2, 2, 2)], { level: 0.95, resamples: 100, random: new Pcg64(1) })).toBeNaN());
