/**
 * Correlations of two lists. NaN where none is defined: fewer than two points, or a side that does not vary.
 * Pearson; Spearman (1904); Kendall (1945) with ties, counted as Knight (1966) does.
 */
import { averageRanks, refuseNaN, sortedOrder } from './ranks.ts';

/** What is missing must be left out before: NaN is refused, as are lists of different lengths. */
export type Correlation = (x: ArrayLike<number>, y: ArrayLike<number>) => number;

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

/** Pearson's correlation of the ranks, where equal values share the mean of theirs. */
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

/** τ_b = (concordant − discordant) / √(pairs not tied in x · pairs not tied in y), in O(n log n). */
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
