import { describe, expect, it } from 'vitest';
import { wilsonInterval } from './binomial.ts';

describe('wilsonInterval', () => {
  // SciPy 1.17.1: binomtest(k, n).proportion_ci(level, 'wilson')
  it.each([
    [0, 10, 0.95, 0, 0.27753279986288926],
    [10, 10, 0.95, 0.7224672001371109, 1],
    [3, 10, 0.95, 0.10779126740630102, 0.6032218525388546],
    [50, 100, 0.9, 0.41884779611252954, 0.5811522038874705],
    [7, 1000, 0.99, 0.002741177154732507, 0.01775771144002663],
    [1, 1, 0.5, 0.6873152559174167, 1],
  ])('%i of %i at %d', (successes, n, level, low, high) => {
    const interval = wilsonInterval(successes, n, level);
    expect(interval.low).toBeCloseTo(low, 13);
    expect(interval.high).toBeCloseTo(high, 13);
  });

  it('knows nothing of nothing', () => {
    expect(wilsonInterval(0, 0, 0.95)).toEqual({ low: 0, high: 1 });
  });

  it.each([
    [3, 2, 0.95],
    [-1, 2, 0.95],
    [NaN, 2, 0.95],
    [1, 2, 95],
    [1, 2, 1],
    [1, 2, 0],
  ])('refuses %d of %d at %d', (successes, n, level) => {
    expect(() => wilsonInterval(successes, n, level)).toThrow(RangeError);
  });
});
