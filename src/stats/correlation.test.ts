import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Correlation, kendallTauB, pearson, spearman, spearmanByDifferences } from './correlation.ts';
import { pattern } from './testing/pattern.ts';

/** SciPy 1.17.1: `pearsonr`, `spearmanr`, `kendalltau` of patterns of n values. */
const cases: readonly (readonly [
  number,
  readonly [number, number],
  readonly [number, number],
  number,
  number,
  number,
])[] = [
  [2, [3, 7], [5, 11], 1, 1, 1],
  [3, [3, 7], [4, 5], 0.24019223070763074, 0.5, 0.33333333333333337],
  [5, [3, 7], [4, 11], 0.1577743715382576, 0, 0.19999999999999998],
  [7, [5, 4], [3, 11], 0.9871839871737303, 0.9728456051340169, 0.9258200997725516],
  [12, [5, 13], [7, 17], 0.08485657217898925, 0.08391608391608392, 0.1212121212121212],
  [12, [5, 6], [7, 4], 0.13093073414159545, 0.13093073414159542, 0.10540925533894598],
  [40, [17, 41], [11, 43], -0.09433100768238979, -0.10112570356472796, -0.0794871794871795],
  [40, [17, 10], [11, 7], -0.24246270861854252, -0.24185080393498595, -0.17514331983193598],
  [40, [17, 2], [11, 43], 0.4266213519752675, 0.43314808182421, 0.35805743701971643],
  [300, [91, 311], [57, 293], 0.0325146445666898, 0.03247838613193384, 0.04613515004071667],
  [300, [91, 20], [57, 17], 0.023399545093092212, 0.023426571704536808, 0.015205628875004722],
  [1000, [91, 1009], [57, 30], 0.0059625677350560345, 0.005934952274145578, 0.004821722618422695],
];

it.each(cases)('%i values, %j and %j', (n, ofX, ofY, r, rho, tau) => {
  const x = pattern(n, ...ofX);
  const y = pattern(n, ...ofY);
  expect(pearson(x, y)).toBeCloseTo(r, 14);
  expect(spearman(x, y)).toBeCloseTo(rho, 14);
  expect(kendallTauB(x, y)).toBeCloseTo(tau, 14);
});

const all: readonly (readonly [string, Correlation])[] = [
  ['pearson', pearson],
  ['spearman', spearman],
  ['spearmanByDifferences', spearmanByDifferences],
  ['kendallTauB', kendallTauB],
];

describe.each(all)('%s', (_, correlate) => {
  it('is exactly 1 or −1 for the same and for the opposite order', () => {
    const x = [0.1, 0.2, 0.30000000000000004, 7, 9];
    expect(correlate(x, x)).toBe(1);
    expect(correlate(x, x.map((value) => -value))).toBe(-1); // prettier-ignore
  });

  it('is not defined for fewer than two points or where a side does not vary', () => {
    expect(correlate([], [])).toBe(NaN);
    expect(correlate([1], [2])).toBe(NaN);
    // The mean of equal numbers need not be that number in doubles.
    expect(correlate([0.1, 0.1, 0.1], [1, 2, 4])).toBe(NaN);
    expect(correlate([1, 2, 4], [0.1, 0.1, 0.1])).toBe(NaN);
  });

  it('refuses what is missing or has no partner', () => {
    expect(() => correlate([1, NaN], [1, 2])).toThrow(RangeError);
    expect(() => correlate([1, 2], [NaN, 2])).toThrow(RangeError);
    expect(() => correlate([1, 2], [1, 2, 3])).toThrow(RangeError);
  });

  it('is symmetric, and within −1 and 1', () => {
    const points = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 })), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(points, (pairs) => {
        const x = pairs.map(([a]) => a);
        const y = pairs.map(([, b]) => b);
        const value = correlate(x, y);
        expect(correlate(y, x)).toBe(value);
        if (!Number.isNaN(value)) expect(Math.abs(value)).toBeLessThanOrEqual(1 + 1e-15);
      }),
    );
  });
});

describe('pearson', () => {
  it.each([
    [
      [1e200, 2e200, 4e200],
      [1, 2, 4],
    ],
    [
      [1e-200, 2e-200, 4e-200],
      [1e-180, 2e-180, 4e-180],
    ],
    [
      [1e300, -1e300, 1.5e300],
      [-1e-300, 1e-300, -1.5e-300],
    ],
    [
      [1e9 + 1, 1e9 + 2, 1e9 + 4],
      [1, 2, 4],
    ],
  ])('of extreme numbers %j %j', (x, y) => {
    expect(Math.abs(pearson(x, y))).toBeCloseTo(1, 14);
  });
});

describe('spearmanByDifferences', () => {
  it('is Spearman without ties, and something else with them', () => {
    const [x, y] = [pattern(12, 5, 13), pattern(12, 7, 17)];
    expect(spearmanByDifferences(x, y)).toBeCloseTo(spearman(x, y), 14);
    // Ranks 1, 2.5, 2.5 and 1, 2, 3: Σ d² = 0.5, n (n² − 1) = 24.
    expect(spearmanByDifferences([1, 2, 2], [1, 2, 3])).toBe(1 - (6 * 0.5) / 24);
    expect(spearman([1, 2, 2], [1, 2, 3])).toBeCloseTo(Math.sqrt(3) / 2, 14);
  });
});

/** From the definition, over all pairs. */
function plainTauB(x: readonly number[], y: readonly number[]): number {
  let [balance, untiedX, untiedY] = [0, 0, 0];
  for (let i = 0; i < x.length; i++) {
    for (let j = 0; j < i; j++) {
      const [a, b] = [Math.sign(x[i]! - x[j]!), Math.sign(y[i]! - y[j]!)];
      balance += a * b;
      untiedX += Math.abs(a);
      untiedY += Math.abs(b);
    }
  }
  return balance / Math.sqrt(untiedX * untiedY);
}

it('Kendall counts all pairs', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.array(fc.tuple(fc.nat(60), fc.nat(60)), { maxLength: 70 }),
      (mod, pairs) => {
        const x = pairs.map(([a]) => a % mod);
        const y = pairs.map(([, b]) => b % mod);
        expect(kendallTauB(x, y)).toBe(plainTauB(x, y));
      },
    ),
  );
});
