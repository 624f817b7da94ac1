import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exp, log, pow } from './math.ts';

/** Distance in units in the last place of `expected`. */
function ulps(found: number, expected: number): number {
  if (Object.is(found, expected) || found === expected) return 0;
  const size = Math.abs(expected);
  const ulp = size < 2 ** -1022 ? 2 ** -1074 : 2 ** (Math.floor(Math.log2(size)) - 52);
  return Math.abs(found - expected) / ulp;
}

describe('exp and log', () => {
  // Correctly rounded values by mpmath 1.4 with 50 digits.
  it.each([
    [exp, 0, 1],
    [exp, 1, 2.718281828459045],
    [exp, -1, 0.36787944117144233],
    [exp, 0.5, 1.6487212707001282],
    [exp, -0.25, 0.7788007830714049],
    [exp, 10, 22026.465794806718],
    [exp, 709.5, 1.3549863193146328e308],
    [exp, -745, 5e-324],
    [log, 1, 0],
    [log, 2, 0.6931471805599453],
    [log, 10, 2.302585092994046],
    [log, 0.1, -2.3025850929940455],
    [log, 100, 4.605170185988092],
    [log, 33.3, 3.505557396986398],
    [log, 5e-324, -744.4400719213812],
  ])('%o of %d is %d within one unit in the last place', (of, x, expected) => {
    expect(ulps(of(x), expected)).toBeLessThanOrEqual(1);
  });

  it('agrees with the engine within two units in the last place', () => {
    fc.assert(
      fc.property(fc.double({ min: -700, max: 700, noNaN: true }), (x) => ulps(exp(x), Math.exp(x)) <= 2),
      { seed: 1, numRuns: 20000 },
    );
    fc.assert(
      fc.property(
        fc.double({ min: 5e-324, max: Number.MAX_VALUE, noNaN: true }),
        (x) => ulps(log(x), Math.log(x)) <= 2,
      ),
      { seed: 2, numRuns: 20000 },
    );
    fc.assert(
      fc.property(fc.double({ min: 0.5, max: 2, noNaN: true }), (x) => ulps(log(x), Math.log(x)) <= 2),
      { seed: 3, numRuns: 20000 },
    );
  });

  it('has the bits of the series as they are written in books', () => {
    const bits = new DataView(new ArrayBuffer(8));
    const plainExp = (x: number): number => {
      const k = Math.round(x / Math.LN2);
      const high = x - k * 0.6931471803691238;
      const low = k * 1.9082149292705877e-10;
      const r = high - low;
      let series = 1;
      for (let n = 13; n >= 2; n--) series = 1 + (r / n) * series;
      const value = 1 + (r * series + (high - r - low));
      const [by, rest] = k >= -1021 && k <= 1023 ? [k, 0] : k > 0 ? [k - 1, 1] : [k + 1000, -1000];
      return value * 2 ** by * 2 ** rest;
    };
    const plainLog = (x: number): number => {
      const isSmall = x < 2 ** -1022;
      bits.setFloat64(0, isSmall ? x * 2 ** 54 : x);
      let k = (bits.getUint32(0) >>> 20) - 1023 - (isSmall ? 54 : 0);
      bits.setUint32(0, (bits.getUint32(0) & 0xfffff) | (1023 << 20));
      let m = bits.getFloat64(0);
      if (m > Math.SQRT2) {
        m /= 2;
        k++;
      }
      const f = m - 1;
      const s = f / (2 + f);
      const z = s * s;
      let series = 0;
      for (let n = 23; n >= 3; n -= 2) series = (series + 1 / n) * z;
      return k * 0.6931471803691238 + (f - (s * (f - 2 * series) - k * 1.9082149292705877e-10));
    };
    fc.assert(
      fc.property(fc.double({ min: -745, max: 709, noNaN: true }), (x) => Object.is(exp(x), plainExp(x))),
      { seed: 4, numRuns: 20000 },
    );
    for (const x of [5e-324, 2 ** -1022, 2 ** 1023, Number.MAX_VALUE, 1, Math.SQRT2, 0.1])
      expect(log(x)).toBe(plainLog(x));
    fc.assert(
      fc.property(fc.double({ min: 5e-324, max: Number.MAX_VALUE, noNaN: true }), (x) =>
        Object.is(log(x), plainLog(x)),
      ),
      { seed: 5, numRuns: 20000 },
    );
  });

  it('has the limits of the functions', () => {
    expect([exp(Infinity), exp(-Infinity), exp(NaN), exp(710), exp(-800)]).toEqual([Infinity, 0, NaN, Infinity, 0]);
    expect([log(Infinity), log(0), log(-1), log(NaN)]).toEqual([Infinity, -Infinity, NaN, NaN]);
  });
});

describe('pow', () => {
  it('agrees with the engine, and is exact where it must be', () => {
    const cases: [number, number][] = [[0, 0], [0, 2], [0, 0.5], [1, 0.3], [7, 1], [7, 2], [0.25, 0.5], [3, 1.2], [40, 1 / 1.2], [0.9, -3]]; // prettier-ignore
    for (const [base, exponent] of cases) expect(ulps(pow(base, exponent), base ** exponent)).toBeLessThanOrEqual(4);
    expect([pow(0, -1), pow(9, 1), pow(0.1, 2)]).toEqual([Infinity, 9, 0.1 * 0.1]);
  });
});
