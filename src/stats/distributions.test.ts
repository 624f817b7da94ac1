import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distributionCases } from './distributions.cases.ts';
import {
  incompleteBeta,
  lnGamma,
  normalCdf,
  normalQuantile,
  studentQuantile,
  studentUpperTail,
} from './distributions.ts';

const functions: Record<keyof typeof distributionCases, (...values: number[]) => number> = {
  normalCdf: (x) => normalCdf(x),
  normalQuantile: (p) => normalQuantile(p),
  lnGamma: (x) => lnGamma(x),
  incompleteBeta: (a, b, x) => incompleteBeta(a, b, x),
  studentUpperTail: (t, df) => studentUpperTail(t, df),
  studentQuantile: (p, df) => studentQuantile(p, df),
};

describe.each(Object.entries(functions))('%s', (name, compute) => {
  const cases: readonly (readonly number[])[] = distributionCases[name as keyof typeof distributionCases];
  it.each(cases.map((each) => ({ values: each.slice(0, -1), expected: each.at(-1)! })))(
    'of $values is $expected',
    ({ values, expected }) => {
      // What is below 10⁻³⁰⁷ has fewer digits.
      const tolerance = Math.max(1e-12 * Math.abs(expected), 1e-322);
      expect(Math.abs(compute(...values) - expected)).toBeLessThanOrEqual(tolerance);
    },
  );
});

describe('at the ends', () => {
  it.each([
    ['normalCdf(−∞)', normalCdf(-Infinity), 0],
    ['normalCdf(∞)', normalCdf(Infinity), 1],
    ['normalCdf(−40.1)', normalCdf(-40.1), 0],
    ['normalCdf(NaN)', normalCdf(NaN), NaN],
    ['normalQuantile(0)', normalQuantile(0), -Infinity],
    ['normalQuantile(½)', normalQuantile(0.5), 0],
    ['normalQuantile(1)', normalQuantile(1), Infinity],
    ['lnGamma(0)', lnGamma(0), Infinity],
    ['lnGamma(1)', lnGamma(1), 0],
    ['lnGamma(2)', lnGamma(2), 0],
    ['lnGamma(−1)', lnGamma(-1), NaN],
    ['incompleteBeta(2, 3, 0)', incompleteBeta(2, 3, 0), 0],
    ['incompleteBeta(2, 3, 1)', incompleteBeta(2, 3, 1), 1],
    ['studentUpperTail(∞, 3)', studentUpperTail(Infinity, 3), 0],
    ['studentUpperTail(−∞, 3)', studentUpperTail(-Infinity, 3), 1],
    ['studentUpperTail(0, 3)', studentUpperTail(0, 3), 0.5],
    ['studentUpperTail(NaN, 3)', studentUpperTail(NaN, 3), NaN],
    ['studentUpperTail(1.5, ∞)', studentUpperTail(1.5, Infinity), normalCdf(-1.5)],
    ['studentQuantile(0, 3)', studentQuantile(0, 3), -Infinity],
    ['studentQuantile(½, 3)', studentQuantile(0.5, 3), 0],
    ['studentQuantile(1, 3)', studentQuantile(1, 3), Infinity],
    ['studentQuantile(0.9, ∞)', studentQuantile(0.9, Infinity), normalQuantile(0.9)],
    ['studentQuantile(10⁻³⁰⁰, 0.1), beyond numbers', studentQuantile(1e-300, 0.1), -Infinity],
  ])('%s', (_, value, expected) => {
    expect(value).toBe(expected);
  });

  // The first term of the tail: ½ − arctan(t) / π, ½ − t / (2 √(2 + t²)), and the integral of the density by its power.
  it.each([
    [1, 1e100, 1 / (Math.PI * 1e100)],
    [1, 1e300, 1 / (Math.PI * 1e300)],
    [2, 1e99, 5e-199],
    [2, 1e120, 5e-241],
    [3, 1e101, ((2 * Math.sqrt(3)) / Math.PI) * 1e-303],
  ])('far out, P(T ≥ t) with %d degrees of freedom and t = %d is %d', (df, t, expected) => {
    expect(studentUpperTail(t, df) / expected).toBeCloseTo(1, 10);
    expect(studentUpperTail(-t, df)).toBe(1);
  });

  it('refuses what has no meaning', () => {
    for (const refused of [
      () => incompleteBeta(0, 1, 0.5),
      () => incompleteBeta(1, 0, 0.5),
      () => incompleteBeta(1, 1, 1.5),
      () => incompleteBeta(1, 1, -0.5),
      () => incompleteBeta(1, NaN, 0.5),
      () => normalQuantile(-0.1),
      () => normalQuantile(1.1),
      () => normalQuantile(NaN),
      () => studentUpperTail(1, 0),
      () => studentUpperTail(1, NaN),
      () => studentQuantile(2, 3),
      () => studentQuantile(0.5, -1),
    ]) {
      expect(refused).toThrow(RangeError);
    }
  });
});

describe('laws', () => {
  const df = fc.double({ min: 0.3, max: 1e6, noNaN: true });
  const probability = fc.double({ min: 1e-12, max: 1 - 1e-12, noNaN: true });
  it('quantiles undo probabilities', () => {
    fc.assert(
      fc.property(probability, df, (p, df) => {
        expect(normalCdf(normalQuantile(p)) / p).toBeCloseTo(1, 11);
        expect(studentUpperTail(-studentQuantile(p, df), df) / p).toBeCloseTo(1, 10);
      }),
    );
  });

  it('both halves of the incomplete beta function make 1', () => {
    const parameter = fc.double({ min: 0.05, max: 3000, noNaN: true });
    fc.assert(
      fc.property(parameter, parameter, fc.integer({ min: 1, max: 1023 }), (a, b, k) => {
        expect(incompleteBeta(a, b, k / 1024) + incompleteBeta(b, a, 1 - k / 1024)).toBeCloseTo(1, 11);
      }),
    );
  });

  it('ln Γ(x + 1) = ln Γ(x) + ln x', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 1000, noNaN: true }), (x) => {
        const scale = Math.max(1, Math.abs(lnGamma(x + 1)));
        expect((lnGamma(x + 1) - lnGamma(x) - Math.log(x)) / scale).toBeCloseTo(0, 13);
      }),
    );
  });
});
