/**
 * Exponential and logarithm rounded correctly. Those of C libraries nearly are (glibc's differ in one value of a thousand),
 * and numbers printed with all their digits show it when a function errs by a unit in the last place.
 * Computed with unevaluated sums of two doubles; Dekker (1971).
 */
import { exp as nearExp, log as nearLog } from '../../core/index.ts';

/** What a result exceeds the double returned by. It is left here, in an array, so that nothing is allocated. */
const rest = new Float64Array(1);

/** a + b exactly. */
function add(a: number, b: number): number {
  const sum = a + b;
  const part = sum - a;
  rest[0] = a - (sum - part) + (b - part);
  return sum;
}

/** a · b exactly. */
function multiply(a: number, b: number): number {
  const product = a * b;
  const splitA = 134217729 * a; // 2²⁷ + 1
  const splitB = 134217729 * b;
  const highA = splitA - (splitA - a);
  const highB = splitB - (splitB - b);
  const lowA = a - highA;
  const lowB = b - highB;
  rest[0] = lowA * lowB - (product - highA * highB - lowA * highB - highA * lowB);
  return product;
}

/** The product of two sums. */
function multiplySums(a: number, aLow: number, b: number, bLow: number): number {
  const product = multiply(a, b);
  return add(product, rest[0]! + (a * bLow + aLow * b));
}

const steps = 64;

/** 2^(i / steps), each with its rest behind it. */
const roots = powersOfRoot();

function powersOfRoot(): Float64Array {
  const table = new Float64Array(2 * steps);
  table[0] = 1;
  // The square root of 2, of that, and so on: each doubles the powers known so far.
  let [root, rootLow] = [2, 0];
  for (let gap = steps / 2; gap >= 1; gap /= 2) {
    const near = Math.sqrt(root);
    const square = multiply(near, near);
    root = add(near, (root - square - rest[0]! + rootLow) / (2 * near));
    rootLow = rest[0]!;
    for (let i = gap; i < steps; i += 2 * gap) {
      table[2 * i] = multiplySums(table[2 * (i - gap)]!, table[2 * (i - gap) + 1]!, root, rootLow);
      table[2 * i + 1] = rest[0]!;
    }
  }
  return table;
}

// ln 2 in three parts, of which the first two have 32 bits: their products with an exponent of two are exact.
const ln2First = 0.6931471803691238;
const ln2Second = 1.9082149288430703e-10;
const ln2Third = 4.275175589747649e-20;

const bits = new DataView(new ArrayBuffer(8));

/** e^x as a sum of two doubles, for |x| < 700. */
function expParts(x: number): number {
  const k = Math.round((x / Math.LN2) * steps);
  const reduced = add(x - k * (ln2First / steps), -k * (ln2Second / steps));
  const r = add(reduced, rest[0]! - k * (ln2Third / steps));
  const rLow = rest[0]!;
  // r is so small that only the first terms of e^r = 1 + r + r²/2 + r³/6 + … need two doubles.
  const tail = r * r * r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720 + r / 5040))));
  const half = multiply(r, r / 2);
  const halfLow = rest[0]! + r * rLow;
  const beyondOne = add(r, half);
  const beyondOneLow = rest[0]! + (rLow + halfLow + tail);
  const sum = add(1, beyondOne);
  const sumLow = rest[0]! + beyondOneLow;
  const turn = Math.floor(k / steps);
  const at = 2 * (k - turn * steps);
  const value = multiplySums(sum, sumLow, roots[at]!, roots[at + 1]!);
  bits.setUint32(0, (turn + 1023) << 20);
  const scale = bits.getFloat64(0); // 2^turn; the operator ** takes longer than all the rest
  rest[0]! *= scale;
  return value * scale;
}

export function exp(x: number): number {
  return Math.abs(x) < 700 ? expParts(x) : nearExp(x);
}

/** One step of Newton's method from a value that is nearly right: y + (x e^−y − 1). */
export function log(x: number): number {
  if (!(x > 1e-290 && x < 1e290)) return nearLog(x);
  const y = nearLog(x);
  const inverse = expParts(-y);
  const inverseLow = rest[0]!;
  const product = multiply(x, inverse);
  return y + (product - 1 + (rest[0]! + x * inverseLow));
}
