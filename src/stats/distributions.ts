/**
 * Probabilities and quantiles of distributions, accurate in both tails. Loader (2000) for factors that do not cancel, and the continued
 * fraction 8.17.22 of the NIST Digital Library of Mathematical Functions.
 */
import { exp, log } from '../core/index.ts';

const halfLogTwoPi = 0.9189385332046728;

/** 1 − γ, then (−1)ᵏ (ζ(k) − 1) / k for k from 2 on: the series of ln Γ(2 + z). */
const logGammaSeries = [
  0.6449340668482264, 0.2020569031595943, 0.08232323371113819, 0.03692775514336993, 0.01734306198444914,
  0.008349277381922827, 0.00407735619794434, 0.0020083928260822143, 0.0009945751278180853, 0.0004941886041194645,
  0.0002460865533080483, 0.00012271334757848915, 0.00006124813505870483, 0.00003058823630702049, 0.00001528225940865187,
  0.000007637197637899763, 0.00000381729326499984, 0.000001908212716553939, 9.539620338727962e-7, 4.769329867878064e-7,
  2.38450502727733e-7, 1.1921992596531106e-7, 5.960818905125948e-8, 2.980350351465228e-8, 1.490155482836504e-8,
  7.45071178983543e-9, 3.725334024788457e-9,
].reduce((series, zeta, i) => [...series, ((i % 2 === 0 ? 1 : -1) * zeta) / (i + 2)], [0.42278433509846713]);

/** The natural logarithm of Γ(x) for x > 0; Infinity at 0, NaN below. */
export function lnGamma(x: number): number {
  if (!(x >= 0)) return NaN;
  if (x === 0 || x === Infinity) return Infinity;
  if (x >= 10) return (x - 0.5) * log(x) - x + halfLogTwoPi + stirlingError(x);
  // Γ(x + 1) = x Γ(x) leads to Γ(2 + z) with |z| ≤ ½, where the series converges as 4⁻ᵏ. z is exact, and so is what is left near 1 and 2.
  let z = x - 2;
  let shift = 0;
  if (x < 0.5) {
    z = x;
    shift = -log(x) - log(1 + x);
  } else if (x < 1.5) {
    z = x - 1;
    shift = -log(x);
  } else if (x > 2.5) {
    let product = 1;
    for (; z > 0.5; z -= 1) product *= z + 1;
    shift = log(product);
  }
  let series = 0;
  for (let k = logGammaSeries.length - 1; k >= 0; k--) series = (series + logGammaSeries[k]!) * z;
  return shift + series;
}

/** ln Γ(x) less Stirling's formula (x − ½) ln x − x + ½ ln 2π. */
function stirlingError(x: number): number {
  if (x < 10) return lnGamma(x) - (x - 0.5) * log(x) + x - halfLogTwoPi;
  const z = 1 / (x * x);
  return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - (1 / 1188 - (691 / 360360 - z / 156) * z) * z) * z) * z) * z) / x;
}

/** a ln(a / m) + m − a, where `difference` is a − m and `logRatio` is ln(a / m), which is only used where it does not cancel. */
function deviance(a: number, m: number, difference: number, logRatio: () => number): number {
  const v = difference / (a + m);
  if (Math.abs(v) > 0.1) return a * logRatio() - difference;
  // Loader's series: ln(a / m) = 2 artanh v.
  let sum = difference * v;
  let term = 2 * a * v;
  for (let j = 3; ; j += 2) {
    term *= v * v;
    const next = sum + term / j;
    if (next === sum) return sum;
    sum = next;
  }
}

/** The regularised incomplete beta function I_x(a, b) for a, b > 0 and 0 ≤ x ≤ 1. */
export function incompleteBeta(a: number, b: number, x: number): number {
  if (!(a > 0 && b > 0 && x >= 0 && x <= 1)) {
    throw new RangeError(
      `The incomplete beta function needs a, b > 0 and x from 0 to 1, not a = ${a}, b = ${b}, x = ${x}.`,
    );
  }
  return betaTail(a, b, x, 1 - x);
}

/** I_x(a, b) where y is 1 − x, given apart so that neither loses digits. */
function betaTail(a: number, b: number, x: number, y: number): number {
  if (x === 0) return 0;
  if (y === 0) return 1;
  // The fraction converges fast below the mean, about a / (a + b).
  if (x * (a + b + 2) > a + 1) return 1 - (betaFactor(b, a, y, x) / b) * betaFraction(b, a, y);
  return (betaFactor(a, b, x, y) / a) * betaFraction(a, b, x);
}

/** x^a y^b / B(a, b). */
function betaFactor(a: number, b: number, x: number, y: number): number {
  const sum = a + b;
  const difference = a * y - b * x; // a − (a + b) x
  const fromA = deviance(a, sum * x, difference, () => log(a / sum) - log(x));
  const fromB = deviance(b, sum * y, -difference, () => log(b / sum) - log(y));
  const errors = stirlingError(sum) - stirlingError(a) - stirlingError(b);
  return Math.sqrt((a / sum) * b) * exp(errors - halfLogTwoPi - fromA - fromB);
}

/** 1 / (1 + d₁ / (1 + d₂ / (1 + …))), by the modified method of Lentz. It takes about as many steps as √max(a, b). */
function betaFraction(a: number, b: number, x: number): number {
  const least = 1e-300;
  let value = 1;
  let c = 1;
  let d = 0;
  for (let m = 0; m < 1_000_000; m++) {
    const even = a + 2 * m;
    if (m > 0) {
      const term = (m * (b - m) * x) / ((even - 1) * even);
      d = 1 / (1 + term * d || least);
      c = 1 + term / c || least;
      value *= c * d;
    }
    const term = (-(a + m) * (a + b + m) * x) / (even * (even + 1));
    d = 1 / (1 + term * d || least);
    c = 1 + term / c || least;
    const change = c * d;
    value *= change;
    if (Math.abs(change - 1) < 1e-16) break;
  }
  return 1 / value;
}

/** P(T ≥ t) for Student's T with `df` degrees of freedom, which need not be whole; of infinitely many it is the normal. */
export function studentUpperTail(t: number, df: number): number {
  if (!(df > 0)) throw new RangeError(`Degrees of freedom must be above 0, not ${df}.`);
  if (Number.isNaN(t)) return NaN;
  if (df === Infinity) return normalCdf(-t);
  const tail = df > 10_000 ? normalCdf(-normalTwin(Math.abs(t), df)) : outerShare(Math.abs(t), df) / 2;
  return t >= 0 ? tail : 1 - tail;
}

/**
 * The z of the normal distribution with the same tail: Hill (1970, algorithm 395). With many degrees of freedom it has all digits,
 * which the continued fraction loses there.
 */
function normalTwin(t: number, df: number): number {
  const a = df - 0.5;
  const b = 48 * a * a;
  const y = a * logOnePlus((t / df) * t);
  const second = (((-0.4 * y - 3.3) * y - 24) * y - 85.5) / (0.8 * y * y + 100 + b);
  return Math.sqrt(y) * (1 + (second + y + 3) / b);
}

/** P(|T| ≥ t) for t ≥ 0. */
function outerShare(t: number, df: number): number {
  if (t < 1e100) return betaTail(df / 2, 0.5, df / (df + t * t), (t * t) / (df + t * t));
  // Only the first term of the series counts, and t² would overflow.
  const a = df / 2;
  return exp(a * (log(df) - 2 * log(t)) - lnGamma(a) - lnGamma(0.5) + lnGamma(a + 0.5) - log(a));
}

/** The t with P(T ≤ t) = p for Student's T with `df` degrees of freedom. */
export function studentQuantile(p: number, df: number): number {
  if (!(df > 0)) throw new RangeError(`Degrees of freedom must be above 0, not ${df}.`);
  const normal = normalQuantile(p);
  if (df === Infinity || p === 0 || p === 0.5 || p === 1) return normal;
  // The smaller of P(|T| ≥ t) and P(|T| ≤ t) is sought, so that it has all its digits. Its logarithm is a concave function of ln t,
  // on which Newton's method overshoots at most once and then closes in from one side.
  const isOuter = Math.min(p, 1 - p) < 0.25;
  const sought = isOuter ? 2 * Math.min(p, 1 - p) : 2 * Math.abs(p - 0.5);
  const atZero = logDensityAtZero(df);
  let logT = log(Math.abs(normal));
  for (let i = 0; i < 100; i++) {
    const t = exp(logT);
    const share = isOuter ? 2 * studentUpperTail(t, df) : innerShare(t, df);
    // Twice the density times t: what either share changes by with ln t, but for its sign.
    const logOfSum = t < 1e8 ? logOnePlus((t * t) / df) : 2 * logT - log(df);
    const slope = 2 * exp(atZero + logT - ((df + 1) / 2) * logOfSum);
    const step = ((isOuter ? share : -share) / slope) * log(share / sought);
    // Beyond what a number can hold.
    if (!Number.isFinite(step)) return p < 0.5 ? -Infinity : Infinity;
    logT += step;
    if (Math.abs(step) <= 1e-15 * Math.max(1, Math.abs(logT))) break;
  }
  return p < 0.5 ? -exp(logT) : exp(logT);
}

/** P(|T| ≤ t) for t ≥ 0 below the quartile. */
const innerShare = (t: number, df: number): number => betaTail(0.5, df / 2, (t * t) / (df + t * t), df / (df + t * t));

/** The logarithm of Student's density at 0, Γ((df + 1) / 2) / (√(π df) Γ(df / 2)). */
function logDensityAtZero(df: number): number {
  const half = df / 2;
  return half * logOnePlus(0.5 / half) - 0.5 + stirlingError(half + 0.5) - stirlingError(half) - halfLogTwoPi;
}

/** ln(1 + x), accurate for small x too: what the rounding of the sum lost is brought back by the slope of the logarithm. */
function logOnePlus(x: number): number {
  const sum = 1 + x;
  return log(sum) - (sum - 1 - x) / sum;
}

/** P(Z ≤ x) for the standard normal Z: Cody (1969). */
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

/** The x with P(Z ≤ x) = p for the standard normal Z: Wichura (1988, AS 241). */
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
