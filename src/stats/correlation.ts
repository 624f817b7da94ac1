/**
 * Correlations of two lists, their intervals, and whether two of them differ. NaN where none is defined: fewer than two points, or a side
 * that does not vary. Pearson; Spearman (1904); Kendall (1945) with ties, counted as Knight (1966) does.
 */
import { exp, log } from '../core/index.ts';
import { normalQuantile, studentUpperTail } from './distributions.ts';
import { averageRanks, refuseNaN, sortedOrder } from './ranks.ts';

/** A function that correlates two lists of numbers. It refuses NaN and lists of different lengths, so leave out missing values before. */
export type Correlation = (x: ArrayLike<number>, y: ArrayLike<number>) => number;

/** Computes Pearson's correlation of two lists; NaN if one of them does not vary. */
export const pearson: Correlation = (x, y) => {
  refuseUnpaired(x, y);
  if (isConstant(x) || isConstant(y)) return NaN;
  return productMoment(x, y, 1, 1);
};

/** Deviations are multiplied by the scales, which keep extreme numbers within range; 1 leaves the sums of ranks exact. */
function productMoment(x: ArrayLike<number>, y: ArrayLike<number>, scaleX: number, scaleY: number): number {
  const count = x.length;
  let sumX = 0;
  let sumY = 0;
  for (let i = 0; i < count; i++) {
    sumX += x[i]! * scaleX;
    sumY += y[i]! * scaleY;
  }
  const meanX = sumX / count;
  const meanY = sumY / count;
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (let i = 0; i < count; i++) {
    const dx = x[i]! * scaleX - meanX;
    const dy = y[i]! * scaleY - meanY;
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
  }
  const product = xx * yy;
  const isFirst = scaleX === 1 && scaleY === 1;
  if (isFirst && !(product > 1e-200 && product < 1e200 && Math.min(xx, yy) > 1e-200)) {
    return productMoment(x, y, 1 / largest(x), 1 / largest(y));
  }
  return Math.max(-1, Math.min(1, xy / Math.sqrt(product)));
}

function largest(values: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) most = Math.max(most, Math.abs(values[i]!));
  return most;
}

/** Computes Spearman's rank correlation of two lists. Equal values share their mean rank. */
export const spearman: Correlation = (x, y) => {
  refuseUnpaired(x, y);
  return pearson(averageRanks(x), averageRanks(y));
};

/** 1 − 6 Σ d² / (n (n² − 1)), as the tables of WMT09 were made: the same as `spearman` only if no values are equal. */
export const spearmanByDifferences: Correlation = (x, y) => {
  refuseUnpaired(x, y);
  if (isConstant(x) || isConstant(y)) return NaN;
  const count = x.length;
  const ranksX = averageRanks(x);
  const ranksY = averageRanks(y);
  let squares = 0;
  for (let i = 0; i < count; i++) {
    const difference = ranksX[i]! - ranksY[i]!;
    squares += difference * difference;
  }
  return 1 - (6 * squares) / (count * (count * count - 1));
};

/** Computes Kendall's τ_b of two lists: (concordant − discordant) / √(pairs not tied in x · pairs not tied in y), in O(n log n). */
export const kendallTauB: Correlation = (x, y) => {
  refuseUnpaired(x, y);
  const count = x.length;
  const pairs = (count * (count - 1)) / 2;
  const ranksY = averageRanks(y);
  const order = sortedOrder(x);
  let tiedX = 0;
  let tiedBoth = 0;
  const sorted = new Float64Array(count);
  for (let from = 0; from < count;) {
    let to = from + 1;
    while (to < count && x[order[to]!] === x[order[from]!]) to++;
    for (let i = from; i < to; i++) sorted[i] = ranksY[order[i]!]!;
    // Within equal x, y goes up: then none of these pairs is taken for a discordant one.
    if (to - from > 1) sorted.subarray(from, to).sort();
    tiedX += ((to - from) * (to - from - 1)) / 2;
    tiedBoth += tiedPairs(sorted, from, to);
    from = to;
  }
  const discordant = sortAndCount(sorted, new Float64Array(count), 0, count);
  const tiedY = tiedPairs(sorted, 0, count);
  const untied = (pairs - tiedX) * (pairs - tiedY);
  if (untied === 0) return NaN;
  return (pairs - tiedX - tiedY + tiedBoth - 2 * discordant) / Math.sqrt(untied);
};

/** Pairs of equal values in a sorted range. */
function tiedPairs(sorted: Float64Array, from: number, to: number): number {
  let pairs = 0;
  for (let i = from + 1, run = 0; i < to; i++) {
    run = sorted[i] === sorted[i - 1] ? run + 1 : 0;
    pairs += run;
  }
  return pairs;
}

/** Sorts a range by merging and returns how many pairs were in the wrong order. */
function sortAndCount(values: Float64Array, spare: Float64Array, from: number, to: number): number {
  let swaps = 0;
  if (to - from <= 12) {
    for (let i = from + 1; i < to; i++) {
      const value = values[i]!;
      let at = i;
      for (; at > from && values[at - 1]! > value; at--) values[at] = values[at - 1]!;
      values[at] = value;
      swaps += i - at;
    }
    return swaps;
  }
  const middle = (from + to) >>> 1;
  swaps = sortAndCount(values, spare, from, middle) + sortAndCount(values, spare, middle, to);
  let left = from;
  let right = middle;
  for (let at = from; at < to; at++) {
    if (left < middle && (right === to || values[left]! <= values[right]!)) spare[at] = values[left++]!;
    else {
      swaps += middle - left;
      spare[at] = values[right++]!;
    }
  }
  values.set(spare.subarray(from, to), from);
  return swaps;
}

function isConstant(values: ArrayLike<number>): boolean {
  for (let i = 1; i < values.length; i++) if (values[i] !== values[0]) return false;
  return true;
}

function refuseUnpaired(x: ArrayLike<number>, y: ArrayLike<number>): void {
  if (x.length !== y.length) {
    throw new RangeError(`Values must come in pairs: there are ${x.length} on one side and ${y.length} on the other.`);
  }
  refuseNaN(x);
  refuseNaN(y);
}

/**
 * Computes an approximate confidence interval of a correlation by Fisher's transformation z = artanh r. It follows Fisher (1921), for
 * Spearman Bonett and Wright (2000), for Kendall Fieller, Hartley and Pearson (1957). It assumes that points are independent and, for
 * Pearson, normal. It is undefined for too few points (Pearson and Spearman need 4, Kendall 5) and for r = ±1, where the formula would
 * claim certainty.
 */
export function fisherInterval(
  kind: 'pearson' | 'spearman' | 'kendall',
  r: number,
  n: number,
  level: number,
): { low: number; high: number } | undefined {
  if (!(level > 0 && level < 1)) {
    throw new RangeError(`The level of an interval must be between 0 and 1, not ${level}.`);
  }
  const variance = { pearson: 1 / (n - 3), spearman: (1 + (r * r) / 2) / (n - 3), kendall: 0.437 / (n - 4) }[kind];
  if (!(Math.abs(r) < 1) || !(variance > 0 && variance < Infinity)) return undefined;
  const z = log((1 + r) / (1 - r)) / 2;
  const half = normalQuantile((1 + level) / 2) * Math.sqrt(variance);
  return { low: tanh(z - half), high: tanh(z + half) };
}

const tanh = (z: number): number => 1 - 2 / (exp(2 * z) + 1);

/**
 * Tests by Williams' test whether one metric correlates better than another with the same human scores. It follows Williams (1959), as
 * recommended by Steiger (1980) and Graham and Baldwin (2014). The p-value is one-sided: the probability of a t at least as high if both
 * correlated equally. The degrees of freedom are n − 3; some programs have used n − 2. `r12` and `r13` are the correlations of the human
 * scores with each metric, `r23` is the correlation of the metrics, all over the same n systems. Negate error metrics before. t and p are
 * NaN if there is no answer: fewer than four systems, a correlation that is NaN, three correlations that no three variables can have, or
 * two metrics that mirror each other.
 */
export function williams(r12: number, r13: number, r23: number, n: number): { t: number; df: number; p: number } {
  for (const r of [r12, r13, r23]) {
    if (Math.abs(r) > 1) throw new RangeError(`A correlation must be from −1 to 1, not ${r}.`);
  }
  const df = n - 3;
  const determinant = 1 - r12 * r12 - r13 * r13 - r23 * r23 + 2 * r12 * r13 * r23;
  // The determinant of a matrix of correlations is never negative, but for rounding.
  if (!(n >= 4) || !(determinant >= -1e-9) || !(r23 > -1 + 1e-12)) return { t: NaN, df, p: NaN };
  const difference = r12 - r13;
  // Metrics that agree but for rounding leave 0 / 0: they do not differ.
  if (Math.abs(difference) <= 1e-12) return { t: 0, df, p: 0.5 };
  const mean = (r12 + r13) / 2;
  const apart = 1 - r23;
  const spread = (2 * Math.max(0, determinant) * (n - 1)) / df + mean * mean * apart * apart * apart;
  const t = difference * Math.sqrt(((n - 1) * (1 + r23)) / spread);
  return { t, df, p: studentUpperTail(t, df) };
}
