import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowMeasurement } from '../../core/index.ts';
import { bootstrapAll } from '../bootstrap.ts';
import { normalCdf, normalQuantile } from '../distributions.ts';
import { Pcg64 } from '../random.ts';
import { bcaInterval, leaveOneOut, standardDeviation } from './bootstrapFindings.ts';

describe('bcaInterval', () => {
  // Efron and Tibshirani (1993), section 14.2: 26 scores of a spatial test; the statistic is their variance, 171.5.
  const scores = [48, 36, 20, 29, 42, 42, 20, 42, 22, 41, 45, 14, 6, 0, 33, 28, 34, 4, 32, 24, 47, 41, 24, 26, 30, 41];
  const variance = rowMeasurement(
    { name: 'variance', systems: 1, segments: scores.length, higherIsBetter: true, width: 3 },
    Float64Array.from(scores.flatMap((score) => [score, score * score, 1])),
    ({ 0: sum = 0, 1: squares = 0, 2: count = 0 }) => squares / count - (sum / count) * (sum / count),
  );
  const observed = variance.scoreSums([
    scores.reduce((sum, score) => sum + score, 0),
    scores.reduce((sum, score) => sum + score * score, 0),
    scores.length,
  ]);
  const resampled = bootstrapAll(variance, 20_000, new Pcg64(1))[0]!.sort();

  it('is that of the book and of SciPy', () => {
    expect(observed).toBeCloseTo(171.5, 1);
    // The book has (115.8, 259.6) from 2,000 resamples, SciPy 1.17 (115.4, 260.3) from 200,000; percentiles are (98.0, 235.5).
    const { low, high } = bcaInterval(resampled, observed, leaveOneOut(variance), 0.9, 1e-9);
    expect(Math.abs(low - 115.4)).toBeLessThan(1.5);
    expect(Math.abs(high - 260.3)).toBeLessThan(2);
  });

  it('is that of Efron (1987), formulas (6.8) and (7.3)', () => {
    const value = fc.integer({ min: -30, max: 30 });
    fc.assert(
      fc.property(fc.array(value, { minLength: 5, maxLength: 80 }), value, fc.array(value, { minLength: 2, maxLength: 9 }), fc.constantFrom(0.5, 0.8, 0.9), (values, middle, leftOut, level) => {
        const sorted = Float64Array.from(values).sort();
        const count = sorted.length;
        const share = (values.filter((each) => each < middle).length + values.filter((each) => each === middle).length / 2) / count;
        fc.pre(share > 0 && share < 1);
        const mean = leftOut.reduce((sum, each) => sum + each, 0) / leftOut.length;
        const moment = (power: number) => leftOut.reduce((sum, each) => sum + (mean - each) ** power, 0);
        const a = moment(2) > 0 ? moment(3) / (6 * moment(2) ** 1.5) : 0;
        const bias = normalQuantile(share);
        const at = (z: number) => normalCdf(bias + (bias + z) / (1 - a * (bias + z)));
        const z = normalQuantile((1 + level) / 2);
        fc.pre(a * (bias + z) < 1 && a * (bias - z) < 1);
        // As many are left out as the tail has, rounded down; what is a whole number but for rounding is one.
        const [below, above] = [at(-z) * count, (1 - at(z)) * count];
        fc.pre([below, above].every((tail) => Math.abs(tail - Math.round(tail)) > 1e-6));
        const found = bcaInterval(sorted, middle, leftOut, level, 1e-9);
        expect(found).toEqual({ low: sorted[Math.floor(below)], high: sorted[count - 1 - Math.floor(above)] });
      }),
      { numRuns: 400 },
    );
  }); // prettier-ignore

  it('of mirrored values is mirrored', () => {
    const leftOut = leaveOneOut(variance);
    const { low, high } = bcaInterval(resampled, observed, leftOut, 0.9, 1e-9);
    const mirrored = bcaInterval(
      resampled.map((value) => -value).reverse(),
      -observed,
      leftOut.map((value) => -value),
      0.9,
      1e-9,
    );
    expect(mirrored).toEqual({ low: -high, high: -low });
  });

  it.each([
    ['values that all agree', [3, 3, 3, 3], 3, [3, 3], { low: 3, high: 3 }],
    ['all values on one side', [4, 5, 6, 7], 3, [2, 4], { low: 4, high: 5 }],
    ['one unit', [1, 2, 3, 4], 2, [NaN], { low: 1, high: 4 }],
  ])('of %s is defined', (_, sorted, value, leftOut, expected) => {
    const found = bcaInterval(Float64Array.from(sorted), value, leftOut, 0.95, 1e-12);
    expect(found.low).toBeLessThanOrEqual(found.high);
    expect(found).toEqual(expected);
  });
});

describe('standardDeviation', () => {
  it.each([
    [[2, 4, 4, 4, 5, 5, 7, 9], Math.sqrt(32 / 7)],
    [[3], 0],
    [[], 0],
  ])('of %j is %d', (values, expected) => {
    expect(standardDeviation(values)).toBeCloseTo(expected, 12);
  });
});
