import { describe, expect, it } from 'vitest';
import { rowMeasurement } from '../../core/index.ts';
import { bootstrapAll } from '../bootstrap.ts';
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
