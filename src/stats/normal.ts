/** The standard normal distribution: Cody (1969) for its probabilities, Wichura (1988, AS 241) for its quantiles. */
import { exp, log } from '../core/index.ts';

/** P(Z ≤ x) for the standard normal Z. */
export function normalCdf(x: number): number {
  if (Number.isNaN(x)) return NaN;
  const y = Math.abs(x);
  if (y <= 0.67448975) {
    const z = x * x;
    return 0.5 + (x * polynomial(central, z)) / polynomial(centralBelow, z);
  }
  if (y > 40) return x > 0 ? 1 : 0;
  let ratio: number;
  if (y <= Math.sqrt(32)) ratio = polynomial(middle, y) / polynomial(middleBelow, y);
  else {
    const z = 1 / (x * x);
    ratio = (0.3989422804014327 - (z * polynomial(far, z)) / polynomial(farBelow, z)) / y;
  }
  // x² / 2 in two parts, the first of them exact, so that its rounding does not grow through the exponential.
  const sixteenths = Math.floor(y * 16) / 16;
  const rest = (y - sixteenths) * (y + sixteenths);
  const tail = exp((-sixteenths * sixteenths) / 2) * exp(-rest / 2) * ratio;
  return x > 0 ? 1 - tail : tail;
}

// Cody's coefficients, from the highest power down.
const central = [0.06568233791820745, 2.2352520354606837, 161.02823106855587, 1067.6894854603709, 18154.98125334356];
const centralBelow = [1, 47.202581904688245, 976.0985517377767, 10260.932208618979, 45507.78933502673];
const middle = [
  1.0765576773720192e-8, 0.39894151208813466, 8.883149794388377, 93.50665613217785, 597.2702763948002,
  2494.5375852903726, 6848.190450536283, 11602.65143764735, 9842.714838383978,
];
const middleBelow = [
  1, 22.266688044328117, 235.387901782625, 1519.3775994075547, 6485.558298266761, 18615.571640885097, 34900.95272114598,
  38912.00328609327, 19685.429676859992,
];
const far = [
  0.023073441764940174, 0.215898534057957, 0.12740116116024736, 0.022235277870649807, 0.0014216191932278934,
  0.000029112874951168793,
];
const farBelow = [
  1, 1.284260096144911, 0.4682382124808651, 0.06598813786892856, 0.0037823963320275824, 0.00007297515550839662,
];

function polynomial(coefficients: readonly number[], x: number): number {
  let value = 0;
  for (let i = 0; i < coefficients.length; i++) value = value * x + coefficients[i]!;
  return value;
}

/** The x with P(Z ≤ x) = p for the standard normal Z. */
export function normalQuantile(p: number): number {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`A probability must be from 0 to 1, not ${p}.`);
  if (p === 0) return -Infinity;
  if (p === 1) return Infinity;
  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) {
    const r = 0.180625 - q * q;
    return (q * polynomial(nearMedian, r)) / polynomial(nearMedianBelow, r);
  }
  const r = Math.sqrt(-log(Math.min(p, 1 - p)));
  const x =
    r <= 5
      ? polynomial(inTail, r - 1.6) / polynomial(inTailBelow, r - 1.6)
      : polynomial(farInTail, r - 5) / polynomial(farInTailBelow, r - 5);
  return q < 0 ? -x : x;
}

// Wichura's coefficients, from the highest power down.
const nearMedian = [
  2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946, 1971.5909503065513,
  133.14166789178438, 3.3871328727963665,
];
const nearMedianBelow = [
  5226.495278852546, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751, 687.1870074920579,
  42.31333070160091, 1,
];
const inTail = [
  0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045,
  5.769497221460691, 4.630337846156546, 1.4234371107496835,
];
const inTailBelow = [
  1.0507500716444169e-9, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008, 0.6897673349851,
  1.6763848301838038, 2.053191626637759, 1,
];
const farInTail = [
  2.0103343992922881e-7, 0.000027115555687434876, 0.0012426609473880784, 0.026532189526576124, 0.29656057182850487,
  1.7848265399172913, 5.463784911164114, 6.657904643501103,
];
const farInTailBelow = [
  2.0442631033899397e-15, 1.421511758316446e-7, 0.000018463183175100548, 0.0007868691311456133, 0.014875361290850615,
  0.1369298809227358, 0.599832206555888, 1,
];
