import { describe, expect, test } from 'vitest';
import { rowMeasurement } from '../core/index.ts';
import { bootstrapAll, percentileInterval } from './bootstrap.ts';
import { statisticalDefaults } from './defaults.ts';
import { Pcg64 } from './random.ts';

const values = [
  [3, 1, 4, 1, 5, 9, 2, 6, 5, 3],
  [2, 7, 1, 8, 2, 8, 1, 8, 2, 8],
];
const shape = { name: 'total', systems: 2, segments: 10, higherIsBetter: true, width: 2 };
const rows = Float64Array.from(values.flat().flatMap((value) => [value, 1]));
const added = rowMeasurement(shape, rows, (sums) => sums[0]!);

// NumPy 2.4: the sums of each system's values at default_rng(12345).choice(10, size=(8, 10)).
const expected = [
  [31, 40, 37, 37, 37, 40, 37, 53],
  [45, 45, 46, 40, 48, 47, 41, 60],
];

describe('bootstrap', () => {
  test('all systems are scored on the draws NumPy makes', () => {
    const scores = bootstrapAll(added, 8, new Pcg64(12345));
    expect(scores.map((each) => [...each])).toEqual(expected);
  });

  test('an impossible number of resamples is refused', () => {
    expect(() => bootstrapAll(added, 0, new Pcg64(1))).toThrow(/resamples/);
  });

  test('segments are needed', () => {
    const none = rowMeasurement({ ...shape, segments: 0 }, new Float64Array(), () => 0);
    expect(() => bootstrapAll(none, 1, new Pcg64(1))).toThrow('There are no segments to draw from.');
  });
});

test('every resample has as many segments as there are', () => {
  const counts = rowMeasurement(shape, rows, (sums) => sums[1]!);
  expect(new Set(bootstrapAll(counts, 100, new Pcg64(1))[0])).toEqual(new Set([10]));
});

describe('percentileInterval', () => {
  const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);
  test.each([
    [1000, 0.95, 25, 974], // sacreBLEU leaves out count // 40 on each side
    [40, 0.95, 1, 38],
    [39, 0.95, 0, 38],
    [1000, 0.9, 50, 949],
    [1000, 0.99, 5, 994],
    [1, 0.95, 0, 0],
    [2, 0.01, 0, 1],
    [10, 1, 0, 9],
  ])('of %i scores at %d', (count, level, low, high) => {
    expect(percentileInterval(upTo(count), level)).toEqual({ low, high });
  });

  test('has the defaults that all commands share', () => {
    expect(statisticalDefaults).toEqual({ alpha: 0.05, level: 0.95, samples: 1000, seed: 12345 });
  });

  test('is at 95 % if not told otherwise', () => {
    expect(percentileInterval(upTo(1000))).toEqual({ low: 25, high: 974 });
  });

  test('refuses what has no meaning', () => {
    expect(() => percentileInterval([])).toThrow(/at least one/);
    for (const level of [95, 0, -0.1, NaN]) expect(() => percentileInterval([1], level)).toThrow(/level/);
  });
});
