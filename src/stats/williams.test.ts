import { describe, expect, it } from 'vitest';
import { williams } from './correlation.ts';

describe('williams', () => {
  // The first: psych's r.test and nlp-williams with n − 3. The others: the formula in NumPy, p by SciPy 1.17.1.
  it.each([
    [0.65, 0.55, 0.3, 50, 0.8160781865467162, 0.20928617286753579],
    [0.9, 0.8, 0.85, 10, 1.1111028357323227, 0.1516126082742538],
    [0.2, 0.4, -0.1, 7, -0.297421746937265, 0.6095243233507427],
    [0.95, 0.3, 0.5, 4, 2.5015294884199974, 0.12105182508837573],
    [-0.3, 0.6, 0.1, 20, -3.848524870040373, 0.999356102091968],
  ])('r12 = %d, r13 = %d, r23 = %d, n = %i', (r12, r13, r23, n, t, p) => {
    const result = williams(r12, r13, r23, n);
    expect(result.t).toBeCloseTo(t, 12);
    expect(result.df).toBe(n - 3);
    expect(result.p).toBeCloseTo(p, 13);
    const turned = williams(r13, r12, r23, n);
    expect(turned.t).toBeCloseTo(-t, 12);
    expect(turned.p).toBeCloseTo(1 - p, 13);
  });

  it.each([
    ['the same metric twice', 0.8, 0.8, 1],
    ['the same but for rounding', 0.8, 0.8 - 1e-16, 1 - 1e-16],
    ['equally good metrics', 0.8, 0.8, 0.6],
    ['two perfect metrics', 1, 1, 1],
  ])('%s: no difference', (_, r12, r13, r23) => {
    expect(williams(r12, r13, r23, 12)).toEqual({ t: 0, df: 9, p: 0.5 });
  });

  it.each([
    ['three systems', 0.9, 0.5, 0.3, 3],
    ['a correlation that is not defined', NaN, 0.5, 0.3, 10],
    ['correlations that cannot go together', 0.9, -0.9, 0.9, 10],
    ['a metric and its mirror image', 0.9, -0.9, -1, 10],
    ['the same but for rounding of one', 0.9, -0.9 + 1e-13, -1, 10],
    ['or of another', 0.9, -0.9 + 1e-13, -1 + 1e-13, 10],
  ])('%s: no answer', (_, r12, r13, r23, n) => {
    const { t, p } = williams(r12, r13, r23, n);
    expect([t, p]).toEqual([NaN, NaN]);
  });

  it('refuses what is not a correlation', () => {
    for (const [r12, r13, r23] of [[1.1, 0.5, 0.3], [0.5, -1.1, 0.3], [0.5, 0.3, 1.1]] as const) expect(() => williams(r12, r13, r23, 10)).toThrow(/must be from −1 to 1, not -?1.1/); // prettier-ignore
  });
});
