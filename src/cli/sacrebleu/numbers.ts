/** Numbers as Python reads and writes them. */

/** A double as an integer times a power of two: value = mantissa · 2^exponent, exactly. */
function split(value: number): { mantissa: bigint; exponent: number } {
  const bits = new BigUint64Array(Float64Array.of(value).buffer)[0]!;
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xf_ffff_ffff_ffffn;
  const magnitude = biased === 0 ? fraction : fraction | 0x10_0000_0000_0000n;
  return { mantissa: value < 0 ? -magnitude : magnitude, exponent: Math.max(biased, 1) - 1075 };
}

/**
 * `f'{value:.{digits}f}'`: the decimal nearest to the exact value of the double; of two equally near ones the one
 * whose last digit is even. JavaScript's toFixed differs only in such ties, where it takes the larger.
 */
export function formatFixed(value: number, digits: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  if (digits > 100 || Math.abs(value) >= 1e21) return formatLong(value, digits);
  const sign = Object.is(value, -0) ? '-' : '';
  const text = value.toFixed(digits);
  // A tie ends in a 5 one place after the last digit, so its denominator is 2^(digits + 1).
  const halves = value * 2 ** (digits + 1);
  if (Number.isInteger(halves) && halves % 2 !== 0) {
    const last = text.charCodeAt(text.length - 1) - 48;
    if (last % 2 === 1) return `${text.slice(0, -1)}${last - 1}`;
  }
  return sign + text;
}

/** The same beyond the range of toFixed. */
function formatLong(value: number, digits: number): string {
  const { mantissa, exponent } = split(Math.abs(value));
  const scaled = mantissa * 10n ** BigInt(digits) * (exponent > 0 ? 1n << BigInt(exponent) : 1n);
  const rounded = exponent < 0 ? divideToEven(scaled, 1n << BigInt(-exponent)) : scaled;
  const text = rounded.toString().padStart(digits + 1, '0');
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const point = text.length - digits;
  return sign + (digits === 0 ? text : `${text.slice(0, point)}.${text.slice(point)}`);
}

function divideToEven(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  const twice = 2n * (numerator % denominator);
  return twice > denominator || (twice === denominator && (quotient & 1n) === 1n) ? quotient + 1n : quotient;
}

/** `json.dumps(value)`: `100.0`, `1e-05`. */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value < 0 ? '-Infinity' : 'Infinity';
  const magnitude = Math.abs(value);
  if (magnitude === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  if (magnitude >= 1e-4 && magnitude < 1e16) return Number.isInteger(value) ? `${value}.0` : String(value);
  return value.toExponential().replace(/([+-])(\d)$/, '$10$2');
}

/** `int(text)`, or undefined where Python raises an error. */
export function readInteger(text: string): number | undefined {
  const match = /^\s*([+-]?\d+(?:_\d+)*)\s*$/.exec(text);
  return match ? Number(match[1]!.replaceAll('_', '')) : undefined;
}

/** `float(text)`, or undefined where Python raises an error. */
export function readFloat(text: string): number | undefined {
  const trimmed = text.trim();
  const special = /^([+-]?)(inf|infinity|nan)$/i.exec(trimmed);
  if (special) return special[2]!.toLowerCase() === 'nan' ? NaN : special[1] === '-' ? -Infinity : Infinity;
  const digits = String.raw`\d+(?:_\d+)*`;
  const number = new RegExp(`^[+-]?(?:${digits}\\.?(?:${digits})?|\\.${digits})(?:[eE][+-]?${digits})?$`);
  return number.test(trimmed) ? Number(trimmed.replaceAll('_', '')) : undefined;
}

/** The mean of some doubles, rounded once, as Python's `statistics.mean`. */
export function exactMean(values: Float64Array): number {
  let lowest = 0;
  for (const value of values) lowest = Math.min(lowest, split(value).exponent);
  let sum = 0n;
  for (const value of values) {
    const { mantissa, exponent } = split(value);
    sum += mantissa << BigInt(exponent - lowest);
  }
  return ratio(sum, BigInt(values.length) << BigInt(-lowest));
}

/** The double nearest to a fraction of a positive denominator. */
function ratio(numerator: bigint, denominator: bigint): number {
  if (numerator < 0n) return -ratio(-numerator, denominator);
  // A quotient of at least 64 bits, made odd if something is left over, rounds to a double as the fraction does.
  const shift = Math.max(0, 64 + denominator.toString(2).length - numerator.toString(2).length);
  const shifted = numerator << BigInt(shift);
  const quotient = shifted / denominator;
  return Number(shifted % denominator === 0n ? quotient : quotient | 1n) * 2 ** -shift;
}
