import { describe, expect, it } from 'vitest';
import { rowMeasurement } from '../../core/index.ts';
import { bootstrapAll } from '../bootstrap.ts';
import { Pcg64 } from '../random.ts';
import { bcaInterval, bootstrapP, equivalenceP, leaveOneOut, standardDeviation } from './bootstrapFindings.ts';

describe('bootstrapP', () => {
  it.each([
    // By hand: |dᵦ − 2| is 0, 1, 2, 3 and 1; at least 2 are two of five.
    [[2, 3, 0, 5, 1], 2, 3 / 6],
    [[2, 3, 0, 5, 1].map((difference) => -difference), -2, 3 / 6],
    // Nothing differs.
    [[0, 0, 0], 0, 1],
    // No difference is observed, but resamples differ.
    [[1, -1, 0], 0, 1],
    // All resamples agree.
    [[2, 2, 2, 2], 2, 1 / 5],
  ])('of %j around %d is %d', (differences, observed, p) => {
    expect(bootstrapP(differences, observed, 1e-12)).toBeCloseTo(p, 12);
  });

  it('counts what is as far but for rounding', () => {
    expect(0.3 - 0.1).not.toBe(0.2);
    expect(bootstrapP([0.1 - 0.1, 0.3 - 0.1 + 0.2], 0.3 - 0.1, 1e-12)).toBe(1);
  });
});

describe('equivalenceP', () => {
  it.each([
    // By hand, margin 2 around 0.5: dᵦ − 0.5 is −1.5, −1, 0, 1.5, 2.5; at least 2.5 is one, at most −1.5 is one.
    [[-1, -0.5, 0.5, 2, 3], 0.5, 2, 2 / 6],
    // The observed difference is above the margin by as much as resamples scatter.
    [[2, 3, 4], 3, 2, 1],
    [[0, 0, 0], 0, 0.1, 1 / 4],
  ])('of %j around %d against %d is %d', (differences, observed, margin, p) => {
    expect(equivalenceP(differences, observed, margin, 1e-12)).toBeCloseTo(p, 12);
    const mirrored = differences.map((difference) => -difference);
    expect(equivalenceP(mirrored, -observed, margin, 1e-12)).toBeCloseTo(p, 12);
  });
});

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
