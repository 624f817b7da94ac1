/**
 * Exponential and logarithm that give the same bits everywhere. JavaScript leaves its own to the engine, and versions differ in the last
 * digit; these use only operations that IEEE 754 defines exactly. Errors stay below one unit in the last place.
 */

// ln 2 in two parts: the last 32 bits of the first are zero, so its product with an exponent is exact.
const ln2High = 0.6931471803691238;
const ln2Low = 1.9082149292705877e-10;

/** A double, and its two halves in the order of the machine. */
const double = new Float64Array(1);
const halves = new Uint32Array(double.buffer);
double[0] = 1;
const upper = halves[1] === 0 ? 0 : 1;
/** The upper half of √2, without its exponent. */
const upperOfRoot = 0x6a09e;

/** 2 to the power k at [k + 1074]: −1074 ≤ k ≤ 1023. To look it up takes less time than to put it together. */
const powersOfTwo = Float64Array.from({ length: 2098 }, (_, at) => 2 ** (at - 1074));

function powerOfTwo(k: number): number {
  return powersOfTwo[k + 1074]!;
}

export function exp(x: number): number {
  if (Number.isNaN(x)) return NaN;
  if (x > 709.782712893384) return Infinity;
  if (x < -745.1332191019411) return 0;
  const k = Math.round(x / Math.LN2);
  const high = x - k * ln2High;
  const low = k * ln2Low;
  const r = high - low; // |r| ≤ ln 2 / 2, where the series ends below 1e-17 after r¹³ / 13!
  // e^r = 1 + r (1 + r/2 (1 + r/3 (1 + …))), without a loop, which takes twice as long. Half of r/3 is r/6 to the last bit, and takes no
  // division.
  const third = r / 3;
  const fifth = r / 5;
  let series = 1 + r / 13;
  series = 1 + 0.25 * third * series;
  series = 1 + (r / 11) * series;
  series = 1 + 0.5 * fifth * series;
  series = 1 + (r / 9) * series;
  series = 1 + 0.125 * r * series;
  series = 1 + (r / 7) * series;
  series = 1 + 0.5 * third * series;
  series = 1 + fifth * series;
  series = 1 + 0.25 * r * series;
  series = 1 + third * series;
  series = 1 + 0.5 * r * series;
  const value = 1 + (r * series + (high - r - low));
  if (k >= -1021 && k <= 1023) return value * powerOfTwo(k);
  return k > 0 ? value * powerOfTwo(k - 1) * 2 : value * powerOfTwo(k + 1000) * powerOfTwo(-1000);
}

export function log(x: number): number {
  if (Number.isNaN(x) || x < 0) return NaN;
  if (x === 0) return -Infinity;
  if (x === Infinity) return Infinity;
  let k = 0;
  let m = x;
  if (m < 2 ** -1022) {
    m *= 18014398509481984; // 2⁵⁴, to have a leading bit
    k = -54;
  }
  double[0] = m;
  const high = halves[upper]!;
  const leading = high & 0xfffff;
  // 1 if m is above √2 times its power of two, without a branch, which would go either way.
  let isUpper = (upperOfRoot - leading) >>> 31;
  const exponent = (high >>> 20) - 1023;
  if (leading === upperOfRoot) isUpper = m * powerOfTwo(-exponent) > Math.SQRT2 ? 1 : 0;
  k += exponent + isUpper;
  m *= powerOfTwo(-exponent - isUpper); // √½ < m ≤ √2
  const f = m - 1;
  const s = f / (2 + f); // ln m = 2 artanh s, |s| < 0.172
  const z = s * s;
  let series = (1 / 23) * z;
  series = (series + 1 / 21) * z;
  series = (series + 1 / 19) * z;
  series = (series + 1 / 17) * z;
  series = (series + 1 / 15) * z;
  series = (series + 1 / 13) * z;
  series = (series + 1 / 11) * z;
  series = (series + 1 / 9) * z;
  series = (series + 1 / 7) * z;
  series = (series + 1 / 5) * z;
  series = (series + 1 / 3) * z;
  // 2 s = f − s f, which keeps the bits of f.
  return k * ln2High + (f - (s * (f - 2 * series) - k * ln2Low));
}

/** base ** exponent for a base of at least 0; exact if the exponent is 0, 1 or 2. */
export function pow(base: number, exponent: number): number {
  if (exponent === 0) return 1;
  if (exponent === 1) return base;
  if (exponent === 2) return base * base;
  if (base === 0) return exponent > 0 ? 0 : Infinity;
  return base === 1 ? 1 : exp(exponent * log(base));
}
