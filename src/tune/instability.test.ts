/** Spreads of runs, computed by hand. */
import { describe, expect, it } from 'vitest';
import { rowMeasurement } from '../core/index.ts';
import { instability } from './instability.ts';

const settings = { featureNames: ['lm', '__proto__'], samples: 2000, seed: 1 };
const run = (score: number, ...weights: number[]) => ({ score, weights: Float64Array.from(weights) });

describe('instability', () => {
  it('has means, deviations, extremes and angles', () => {
    // Divided by their L1 norms: (.5, .5), (.25, −.75), (1, 0).
    const found = instability([run(20, 1, 1), run(21, 2, -6), run(25, 3, 0)], settings);
    expect(found.runs).toBe(3);
    expect(found.dev).toEqual({ mean: 22, deviation: Math.sqrt(7), min: 20, max: 25 });
    expect([found.test, found.selection]).toEqual([undefined, undefined]);
    const [lm, other] = found.weights;
    expect(lm).toMatchObject({ name: 'lm', min: 0.25, max: 1 });
    expect(lm!.mean).toBeCloseTo(1.75 / 3, 12);
    expect(lm!.deviation).toBeCloseTo(
      Math.sqrt(((0.5 - 1.75 / 3) ** 2 + (0.25 - 1.75 / 3) ** 2 + (1 - 1.75 / 3) ** 2) / 2),
      12,
    );
    expect(other).toMatchObject({ name: '__proto__', min: -0.75, max: 0.5 });
    const cosines = [-0.25 / Math.sqrt(0.5 * 0.625), 0.5 / Math.sqrt(0.5), 0.25 / Math.sqrt(0.625)];
    expect(found.similarity!.mean).toBeCloseTo((cosines[0]! + cosines[1]! + cosines[2]!) / 3, 12);
    expect(found.similarity!.min).toBeCloseTo(cosines[0]!, 12);
    expect(found.similarity!.max).toBeCloseTo(cosines[1]!, 12);
  });

  it('has test scores, and how much they vary with the test set', () => {
    // Means of segment scores: the deviation over resamples is σ / √n with n in σ. First run 0 and 10, second 2 and 4, 8 segments each.
    const rows = Float64Array.from(
      [...[0, 10, 0, 10, 0, 10, 0, 10], ...[2, 4, 2, 4, 2, 4, 2, 4]].flatMap((x) => [x, 1]),
    );
    const shape = { name: 'mean', higherIsBetter: true, systems: 2, segments: 8, width: 2 };
    const test = rowMeasurement(shape, rows, (sums) => sums[0]! / sums[1]!);
    const found = instability([run(20, 1, 1), run(21, 1, 2)], { ...settings, test });
    expect(found.test).toEqual({ mean: 4, deviation: Math.SQRT2, min: 3, max: 5 });
    const expected = (5 / Math.sqrt(8) + 1 / Math.sqrt(8)) / 2;
    expect(Math.abs(found.selection! - expected)).toBeLessThan(0.05);
    expect(instability([run(20, 1, 1), run(21, 1, 2)], { ...settings, test })).toEqual(found);
    expect(() => instability([run(20, 1, 1)], { ...settings, test })).toThrow('Got 1 run, but test scores of 2.');
  });

  it('of one run has no deviations', () => {
    const found = instability([run(20, 1, 1)], settings);
    expect(found.dev).toEqual({ mean: 20, deviation: undefined, min: 20, max: 20 });
    expect(found.similarity).toBeUndefined();
  });

  it('leaves weights of 0 out of the angles', () => {
    expect(instability([run(20, 0, 0), run(20, 1, 1)], settings).similarity).toBeUndefined();
    const found = instability([run(20, 0, 0), run(20, 1, 1), run(20, 2, 2)], settings);
    expect(found.similarity!.mean).toBeCloseTo(1, 12);
    expect(found.weights[0]!.mean).toBeCloseTo(1 / 3, 12);
  });

  it.each([
    ['no runs', [], 'There are no runs.'],
    ['weights for other features', [run(1, 1)], 'Run 1 has 1 weight for 2 features.'],
    ['weights that are not numbers', [run(1, 1, 1), run(1, 1, NaN)], 'Run 2: the weight of __proto__ is NaN.'],
    ['scores that are not numbers', [run(NaN, 1, 1)], 'Run 1 scores NaN.'],
  ])('refuses %s', (_, runs, message) => {
    expect(() => instability(runs, settings)).toThrow(message);
  });
});
