/** Ranks of values, their median, and those that lie far from it. */
/** The rank of each value, 1 for the smallest; equal values share the mean of their ranks. */
export function averageRanks(values: ArrayLike<number>): Float64Array {
  const count = values.length;
  refuseNaN(values);
  const order = sortedOrder(values);
  const ranks = new Float64Array(count);
  for (let from = 0; from < count;) {
    const value = values[order[from]!]!;
    let to = from + 1;
    while (to < count && values[order[to]!] === value) to++;
    for (let i = from; i < to; i++) ranks[order[i]!] = (from + 1 + to) / 2;
    from = to;
  }
  return ranks;
}

/** The positions of values from the smallest to the largest; equal values stay in their order. */
export function sortedOrder(values: ArrayLike<number>): Uint32Array {
  const count = values.length;
  const order = new Uint32Array(count);
  if (count > 30) {
    for (let i = 0; i < count; i++) order[i] = i;
    return order.sort((a, b) => values[a]! - values[b]! || a - b);
  }
  // Few values are sorted faster by inserting one after the other.
  for (let i = 0; i < count; i++) {
    const value = values[i]!;
    let at = i;
    for (; at > 0 && values[order[at - 1]!]! > value; at--) order[at] = order[at - 1]!;
    order[at] = i;
  }
  return order;
}

/** A missing value has no rank: it must be left out, with its partner, before. */
export function refuseNaN(values: ArrayLike<number>): void {
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i])) throw new RangeError(`Value ${i} is not a number. Leave out missing values.`);
  }
}

/** Makes the median absolute deviation of normal values their standard deviation: 1 / Φ⁻¹(¾). */
const toDeviation = 1.4826;

/**
 * Positions of values further than `cutoff` deviations from the median: Iglewicz and Hoaglin (1993); for outlying systems Mathur, Baldwin and
 * Cohn (ACL 2020). Where the median absolute deviation is 0, at least half of the
 * values being equal, there is no scale to measure by and nothing is an outlier.
 */
export function madOutliers(values: ArrayLike<number>, cutoff = 2.5): number[] {
  refuseNaN(values);
  const center = median(values);
  const distances = Float64Array.from(values, (value) => Math.abs(value - center));
  const scale = toDeviation * median(distances);
  const found: number[] = [];
  if (scale > 0) distances.forEach((distance, at) => distance / scale > cutoff && found.push(at));
  return found;
}

/** Returns the median of numbers; NaN if there are none. */
export function median(values: ArrayLike<number>): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
