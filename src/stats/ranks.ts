/** Ranks of values. */

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
    if (Number.isNaN(values[i])) throw new RangeError(`Value ${i} is not a number: leave out what is missing.`);
  }
}
