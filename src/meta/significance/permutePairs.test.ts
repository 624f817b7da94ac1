import { describe, expect, it } from 'vitest';
import { permutePairs } from './permuteMetrics.ts';

const talliesOf = (groups: readonly (readonly [number, number, number])[]) => ({
  onlyFirst: Uint32Array.from(groups, ([first]) => first),
  onlySecond: Uint32Array.from(groups, ([, second]) => second),
  pairs: Uint32Array.from(groups, ([, , pairs]) => pairs),
});

/** P(X ≥ x) for n fair coins. */
function binomialTail(n: number, x: number): number {
  let [choose, sum] = [1, 0];
  for (let k = 0; k <= n; k++) {
    if (k >= x) sum += choose;
    choose = (choose * (n - k)) / (k + 1);
  }
  return sum / 2 ** n;
}

describe('permutePairs', () => {
  it.each([
    [7, 3],
    [3, 7],
    [20, 12],
    [40, 30], // more coins than a word has bits
    [33, 31],
    [64, 64],
  ])('%i against %i in one group is a sign test', (first, second) => {
    const tallies = talliesOf([[first, second, 200]]);
    const { difference, p } = permutePairs({ tallies, mean: 'groups', permutations: 5000, seed: 1 });
    expect(difference).toBeCloseTo((first - second) / 200, 14);
    expect(Math.abs(p.greater - binomialTail(first + second, first))).toBeLessThan(0.025);
    expect(Math.abs(p.less - binomialTail(first + second, second))).toBeLessThan(0.025);
    const outer = Math.min(1, 2 * binomialTail(first + second, Math.max(first, second)));
    expect(Math.abs(p.twoSided - outer)).toBeLessThan(0.025);
  });

  it('weighs groups alike, or pairs', () => {
    const tallies = talliesOf([[1, 0, 2], [0, 1, 10], [0, 0, 0], [2, 2, 8]]); // prettier-ignore
    expect(permutePairs({ tallies, mean: 'groups', permutations: 1 }).difference).toBeCloseTo(
      (1 / 2 - 1 / 10 + 0) / 3,
      14,
    );
    expect(permutePairs({ tallies, mean: 'pooled', permutations: 1 }).difference).toBe(0);
    // Four ways for the two coins that count: ±1/2 ± 1/10, and those of the last group that make a difference.
    const { p } = permutePairs({ tallies: talliesOf([[1, 0, 2], [0, 1, 10]]), mean: 'groups', permutations: 4000 }); // prettier-ignore
    expect(Math.abs(p.greater - 1 / 2)).toBeLessThan(0.03);
    expect(Math.abs(p.less - 3 / 4)).toBeLessThan(0.03);
    expect(p.twoSided).toBe(1);
  });

  it.each([
    ['metrics that are right about the same pairs', [[0, 0, 10]], 0, 1],
    ['no pairs', [[0, 0, 0]], NaN, NaN],
    ['no groups', [], NaN, NaN],
  ] as const)('%s', (_, groups, expected, all) => {
    const { difference, p } = permutePairs({ tallies: talliesOf(groups), mean: 'groups', permutations: 20 });
    expect(difference).toBe(expected);
    expect(p).toEqual({ greater: all, less: all, twoSided: all });
  });

  it('is the same with the same seed, and refuses no permutations', () => {
    const options = { tallies: talliesOf([[30, 20, 100]]), mean: 'pooled', permutations: 100, seed: 7 } as const;
    expect(permutePairs(options)).toEqual(permutePairs(options));
    expect(() => permutePairs({ ...options, permutations: 1.5 })).toThrow(/permutations/);
  });
});
