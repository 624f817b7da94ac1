/** Makes numbers equal that differ by rounding only, so that they tie. */

/** Standardised scores, and means of them, closer than this are equal: sums in different orders leave some 10⁻¹⁴ between them. */
const rounding = 1e-12;

/** Each of the first `count` values becomes the lowest one of those it cannot be told from. `spare` is as long. */
export function mergeClose(values: Float64Array, count: number, spare: Float64Array): void {
  const sorted = spare.subarray(0, count);
  sorted.set(values.subarray(0, count));
  sorted.sort();
  let kept = 0;
  for (let i = 0; i < count; i++) {
    if (i === 0 || sorted[i]! - sorted[kept - 1]! > rounding) sorted[kept++] = sorted[i]!;
  }
  if (kept === count) return;
  for (let i = 0; i < count; i++) {
    // The last of those kept that is no higher.
    let low = 0;
    for (let high = kept; high - low > 1;) {
      const middle = (low + high) >>> 1;
      if (sorted[middle]! <= values[i]!) low = middle;
      else high = middle;
    }
    values[i] = sorted[low]!;
  }
}
