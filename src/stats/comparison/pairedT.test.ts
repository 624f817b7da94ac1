import { describe, expect, it } from 'vitest';
import { pairedT } from './pairTests.ts';

// The depression scores of Hollander and Wolfe (1973), as in R's documentation of wilcox.test.
const x = [1.83, 0.5, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.3];
const y = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];
const plants = [6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75];

describe('pairedT', () => {
  // SciPy 1.17: ttest_rel(x, y), ttest_1samp(plants, 0)
  it.each([
    [x.map((value, i) => value - y[i]!), 0.016176627434908088],
    [plants, 0.049702944021800866],
    [plants.map((value) => -value), 0.049702944021800866],
  ])('as SciPy', (differences, p) => {
    expect(pairedT(differences)).toBeCloseTo(p, 12);
  });

  it('says nothing without a spread, unless nothing differs', () => {
    expect(pairedT([2, 2, 2])).toBeUndefined();
    expect(pairedT([1])).toBeUndefined();
    expect(pairedT([0.3 - 0.1, 0.4 - 0.2, 0.5 - 0.3])).toBeUndefined();
    expect(pairedT([0, 0])).toBe(1);
    expect(pairedT([0])).toBe(1);
  });
});
