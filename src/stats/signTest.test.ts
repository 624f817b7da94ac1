import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Measurement, UsageError, rowMeasurement } from '../core/index.ts';
import { checkSystem, compareScores, composite, sideOf, signTest, splitProbability } from './signTest.ts';

describe('splitProbability', () => {
  it.each([
    [8, 0, 2 / 256],
    [0, 8, 2 / 256],
    [7, 1, (2 * 9) / 256],
    [5, 5, 1],
    [3, 2, 1], // 2 · 16 / 32
    [9, 1, (2 * 11) / 1024],
    [1, 0, 1],
    [0, 0, 1],
    [40, 60, 0.056887933640980784], // Python's fractions: 2 Σ C(100, k) / 2¹⁰⁰ for k ≤ 40
  ])('%i to %i', (wins, losses, expected) => {
    expect(splitProbability(wins, losses)).toBeCloseTo(expected, 14);
  });

  /** 2 Σ C(n, k) / 2ⁿ in whole numbers, as a multiple of 2⁻¹⁰⁰⁰. */
  function plain(wins: number, losses: number): number {
    const n = wins + losses;
    let choose = 1n;
    let sum = 1n;
    for (let k = 1; k <= Math.min(wins, losses); k++) sum += choose = (choose * BigInt(n - k + 1)) / BigInt(k);
    return Math.min(1, Number(((2n * sum) << 1000n) >> BigInt(n)) / 2 ** 1000);
  }

  it('is exact for thousands of segments', () => {
    for (const [wins, losses] of [
      [1500, 1400],
      [2600, 2400],
      [300, 700],
      [5100, 4900],
      [1010, 990],
      [2000, 1001],
    ] as const) {
      const p = splitProbability(wins, losses);
      expect(p / plain(wins, losses)).toBeCloseTo(1, 10);
      expect(splitProbability(losses, wins)).toBe(p);
    }
  });

  it('neither overflows nor becomes 0', () => {
    expect(splitProbability(1_000_000, 0)).toBe(Number.MIN_VALUE);
    expect(splitProbability(600_000, 400_000)).toBe(Number.MIN_VALUE);
    expect(splitProbability(500_500, 499_500)).toBeCloseTo(0.3178, 4); // normal approximation at z = 0.999
    expect(splitProbability(1000, 0)).toBe(2 ** -999);
  });
});

/** A ratio of sums, as most metrics are: not a mean of its segments. */
const ratio = (rows: readonly (readonly number[])[], systems: number, higherIsBetter = true) =>
  rowMeasurement(
    { name: 'ratio', systems, segments: rows.length / systems, higherIsBetter, width: 2 },
    Float64Array.from(rows.flat()),
    (sums) => (sums[1] === 0 ? 0 : sums[0]! / sums[1]!),
  );

/** Straight from the definition. */
function plainTest(measured: Measurement, test: number, baseline: number) {
  const { segments, higherIsBetter } = measured;
  const base = Uint32Array.from({ length: segments }, (_, i) => baseline * segments + i);
  const before = measured.score(base);
  const count = { wins: 0, losses: 0, ties: 0 };
  for (let i = 0; i < segments; i++) {
    const after = measured.score(base.with(i, test * segments + i));
    if (after === before) count.ties++;
    else if (after > before === higherIsBetter) count.wins++;
    else count.losses++;
  }
  return count;
}

describe('signTest', () => {
  it('counts composites that are better, worse and equal', () => {
    // System 0 has 4 of 8; with a segment of system 1: 5 of 8, 3 of 8, 4 of 8, 4 of 6.
    const measured = ratio([[1, 2], [1, 2], [1, 2], [1, 2], [2, 2], [0, 2], [1, 2], [1, 0]], 2); // prettier-ignore
    expect(signTest(measured, 1, 0)).toEqual({ wins: 2, losses: 1, ties: 1, p: 1 });
  });

  it('turns round where lower is better', () => {
    const rows = Array.from({ length: 16 }, (_, i) => [i < 8 ? 2 : 1, 4]);
    expect(signTest(ratio(rows, 2), 1, 0)).toEqual({ wins: 0, losses: 8, ties: 0, p: 2 / 256 });
    expect(signTest(ratio(rows, 2, false), 1, 0)).toEqual({ wins: 8, losses: 0, ties: 0, p: 2 / 256 });
  });

  it('finds identical systems equal, whatever the numbers are', () => {
    const rows = Array.from({ length: 300 }, (_, i) => [Math.sqrt(i % 100), 0.1 + (i % 100) / 3]);
    expect(signTest(ratio(rows, 3), 2, 0)).toEqual({ wins: 0, losses: 0, ties: 100, p: 1 });
  });

  it('is that of the definition', () => {
    const count = fc.integer({ min: 0, max: 5 });
    const sizes = fc.integer({ min: 1, max: 12 });
    fc.assert(
      fc.property(
        sizes.chain((n) => fc.array(fc.tuple(count, count), { minLength: 2 * n, maxLength: 2 * n })),
        fc.boolean(),
        (rows, higherIsBetter) => {
          const measured = ratio(rows, 2, higherIsBetter);
          for (const [test, baseline] of [
            [0, 1],
            [1, 0],
            [1, 1],
          ] as const) {
            const { p: _, ...counts } = signTest(measured, test, baseline);
            expect(counts).toEqual(plainTest(measured, test, baseline));
          }
        },
      ),
    );
  });

  it('has nothing to say of no segments, and refuses a system that is not there', () => {
    expect(signTest(ratio([], 2), 1, 0)).toEqual({ wins: 0, losses: 0, ties: 0, p: 1 });
    expect(() => signTest(ratio([[1, 2]], 1), 1, 0)).toThrow(
      new UsageError('There is no system 1: systems are 0 to 0.'),
    );
  });
});

it.each([
  [2, 1, 1],
  [1, 2, -1],
  [0, 0, 0],
  [-1, -2, 1],
  [1, 1 + 1e-13, 0],
  [1e6, 1e6 + 1e-7, 0],
  [1e-6, 1e-6 + 1e-17, -1],
  [1, 1 + 1e-11, -1],
  [0, 1e-300, -1],
] as const)('of scores %d and %d: %d, which turns round where lower is better', (score, than, expected) => {
  expect(compareScores(score, than, true)).toBe(expected);
  expect(compareScores(score, than, false)).toBe(expected === 0 ? 0 : -expected);
});

it.each([
  [3, 0, 1],
  [-3, 0, -1],
  [0, 0, 0],
  [0.1, 0.1, 0],
  [-0.1, 0.1, 0],
  [0.2, 0.1, 1],
  [-0.2, 0.1, -1],
] as const)('a lead of %d, rounded by %d, is for %d', (lead, rounding, side) => {
  expect(sideOf(lead, rounding)).toBe(side);
});

it.each([-1, 2, 0.5, NaN])('there is no system %d of two', (system) => {
  expect(() => checkSystem(system, 2)).toThrow(new UsageError(`There is no system ${system}: systems are 0 to 1.`));
});

describe('composite', () => {
  it('keeps what was replaced', () => {
    const outputs = composite(ratio([[1, 2], [1, 3], [2, 2], [0, 4]], 2), 0); // prettier-ignore
    expect(outputs.score()).toBe(2 / 5);
    expect(outputs.scoreWith(0, 1)).toBe(3 / 5);
    expect(outputs.score()).toBe(2 / 5);
    outputs.replace(0, 1);
    expect(outputs.score()).toBe(3 / 5);
    expect(outputs.scoreWith(1, 1)).toBe(2 / 6);
    expect(outputs.scoreWith(0, 0)).toBe(2 / 5);
  });
});
