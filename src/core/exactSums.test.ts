import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ExactSum, ExactSums } from './exactSums.ts';

/** The oracle: a double as a multiple of the least positive one, 2⁻¹⁰⁷⁴. */
function asInteger(value: number): bigint {
  const bits = new BigUint64Array(Float64Array.of(value).buffer)[0]!;
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const mantissa = bits & ((1n << 52n) - 1n);
  const size = exponent === 0 ? mantissa : (mantissa | (1n << 52n)) << BigInt(exponent - 1);
  return bits >> 63n ? -size : size;
}

/** Such a multiple rounded to 53 bits, to even if two are as near. */
function rounded(sum: bigint): bigint {
  const size = sum < 0n ? -sum : sum;
  const excess = BigInt(Math.max(0, size.toString(2).length - 53));
  const rest = size & ((1n << excess) - 1n);
  const half = (1n << excess) >> 1n;
  const kept = size >> excess;
  const isUp = rest > half || (rest === half && rest > 0n && (kept & 1n) === 1n);
  const nearest = (isUp ? kept + 1n : kept) << excess;
  return sum < 0n ? -nearest : nearest;
}

const summed = (numbers: readonly number[]): ExactSums => {
  const sums = new ExactSums(1);
  sums.addRows(numbers, 0, numbers.length, 1);
  return sums;
};

const listOf = (sum: ExactSum): readonly number[] => (typeof sum === 'number' ? [sum] : sum);

describe('ExactSums', () => {
  it.each([
    // Worked by hand; those of tenths also by Python's math.fsum.
    { numbers: [], sum: 0 },
    { numbers: [1, 2, 3], sum: 6 },
    { numbers: Array.from({ length: 10 }, () => 0.1), sum: 1 },
    { numbers: [1e16, 1, -1e16], sum: 1 },
    { numbers: [1e100, 1, -1e100, 1e-100], sum: 1 },
    { numbers: [2 ** 53, 1, 2 ** -60], sum: 2 ** 53 + 2 }, // more than half way
    { numbers: [2 ** 53, 1, -(2 ** -60)], sum: 2 ** 53 },
    { numbers: [2 ** 53, 1], sum: 2 ** 53 },
    { numbers: [1, Infinity, 2], sum: Infinity },
    { numbers: [Infinity, 0.1, -Infinity], sum: NaN },
    { numbers: [0.1, NaN, 0.2], sum: NaN },
  ])('adds $numbers', ({ numbers, sum }) => {
    expect(summed(numbers).at(0)).toBe(sum);
    expect(summed([...numbers].reverse()).rounded()).toEqual(Float64Array.of(sum));
  });

  const doubles = fc.oneof(
    fc.double({ min: -1, max: 1, noNaN: true }),
    fc.integer({ min: -1000, max: 1000 }).map((count) => count / 3),
    fc.double({ min: -(2 ** 900), max: 2 ** 900, noNaN: true }),
  );

  it('gives the double next to the sum, as integers of any size do', () => {
    fc.assert(
      fc.property(fc.array(doubles, { maxLength: 30 }), (numbers) => {
        const sum = numbers.reduce((all, each) => all + asInteger(each), 0n);
        const sums = summed(numbers);
        expect(asInteger(sums.at(0))).toBe(rounded(sum));
        expect(listOf(sums.exact(0)).reduce((all, each) => all + asInteger(each), 0n)).toBe(sum);
      }),
      { seed: 1, numRuns: 2000 },
    );
  });

  it('has the same sum for any order and grouping', () => {
    const cases = fc.array(fc.tuple(doubles, fc.integer({ min: 0, max: 4 }), fc.nat()), { maxLength: 30 });
    fc.assert(
      fc.property(cases, (drawn) => {
        const whole = summed(drawn.map(([number]) => number));
        const merged = new ExactSums(1);
        for (const group of [3, 0, 4, 1, 2]) {
          const members = drawn.filter(([, at]) => at === group).sort((a, b) => a[2] - b[2]);
          merged.add(0, summed(members.map(([number]) => number)).exact(0));
        }
        expect(merged.exact(0)).toEqual(whole.exact(0));
        expect(merged.at(0)).toBe(whole.at(0));
      }),
      { seed: 2, numRuns: 1000 },
    );
  });

  it('adds columns apart', () => {
    const sums = new ExactSums(4);
    sums.addRows([9, 0.1, 1, 0.2, 2, 0.3, 3], 1, 3, 2, 2);
    expect(sums.rounded()).toEqual(Float64Array.of(0, 0, 0.6, 6));
  });
});
