/** The upper envelope of lines: which line a + γ b is highest, for γ from −∞ to ∞. Och (2003): Minimum error rate training. */

/** Shorter runs are sorted by insertion first. */
const shortest = 8;

/**
 * Sorts order[0 … count) by rising keys; equals stay as they are. It merges the runs it finds, so that lists which are put behind each
 * other, each in order, cost little. `spare` is as long as `order`; neither grows.
 */
export function sortByKey(order: Int32Array, spare: Int32Array, count: number, keys: Float64Array): void {
  let runs = 0;
  for (let start = 0; start < count; runs++) start = endRun(order, start, count, keys);
  if (runs < 2) return;
  let [from, into] = [order, spare];
  while (runs > 1) {
    let merged = 0;
    for (let start = 0; start < count; merged++) {
      const middle = findRun(from, start, count, keys);
      const end = middle === count ? count : findRun(from, middle, count, keys);
      let left = start;
      let right = middle;
      for (let at = start; at < end; at++) {
        const takeLeft = right === end || (left < middle && keys[from[left]!]! <= keys[from[right]!]!);
        into[at] = takeLeft ? from[left++]! : from[right++]!;
      }
      start = end;
    }
    runs = merged;
    [from, into] = [into, from];
  }
  if (from !== order) for (let i = 0; i < count; i++) order[i] = from[i]!;
}

/** Where the run that begins at `start` ends. */
function findRun(order: Int32Array, start: number, count: number, keys: Float64Array): number {
  let end = start + 1;
  while (end < count && keys[order[end - 1]!]! <= keys[order[end]!]!) end++;
  return end;
}

/** Makes a run of at least `shortest` of what begins at `start`, and says where it ends. */
function endRun(order: Int32Array, start: number, count: number, keys: Float64Array): number {
  let end = findRun(order, start, count, keys);
  const least = Math.min(count, start + shortest);
  for (; end < least; end++) {
    const moved = order[end]!;
    const key = keys[moved]!;
    let to = end;
    for (; to > start && keys[order[to - 1]!]! > key; to--) order[to] = order[to - 1]!;
    order[to] = moved;
  }
  return end;
}

/**
 * Leaves out most lines that are nowhere highest, without sorting, and says how many are left: with the flattest, the steepest and the
 * highest at 0, the others are at their best where two of these meet, and matter only if they are higher there. (Akl and Toussaint's
 * idea for convex hulls.) Of equal lines the first stays.
 */
export function dropLower(order: Int32Array, count: number, slopes: Float64Array, intercepts: Float64Array): number {
  if (count < 4) return count;
  let highest = order[0]!;
  let flattest = highest;
  let steepest = highest;
  for (let i = 1; i < count; i++) {
    const line = order[i]!;
    const slope = slopes[line]!;
    const intercept = intercepts[line]!;
    if (intercept > intercepts[highest]!) highest = line;
    if (slope < slopes[flattest]! || (slope === slopes[flattest] && intercept > intercepts[flattest]!)) flattest = line;
    if (slope > slopes[steepest]! || (slope === slopes[steepest] && intercept > intercepts[steepest]!)) steepest = line;
  }
  const left = meet(flattest, highest, slopes, intercepts);
  const right = meet(highest, steepest, slopes, intercepts);
  // Where two are parallel, or one, they do not meet, and nothing is higher there.
  const atLeft = left === undefined ? Infinity : intercepts[highest]! + left * slopes[highest]!;
  const atRight = right === undefined ? Infinity : intercepts[highest]! + right * slopes[highest]!;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const line = order[i]!;
    const isHigher =
      intercepts[line]! + (left ?? 0) * slopes[line]! > atLeft ||
      intercepts[line]! + (right ?? 0) * slopes[line]! > atRight;
    if (isHigher || line === highest || line === flattest || line === steepest) order[kept++] = line;
  }
  return kept;
}

/** Where the second of two lines, the steeper one, gets above the first; undefined if it nowhere does. */
function meet(first: number, second: number, slopes: Float64Array, intercepts: Float64Array): number | undefined {
  const steeper = slopes[second]! - slopes[first]!;
  const from = steeper > 0 ? (intercepts[first]! - intercepts[second]!) / steeper : Infinity;
  return Math.abs(from) === Infinity ? undefined : from;
}

/**
 * Of the lines order[0 … count), sorted by slope, leaves those that are highest somewhere, in this order, and says how many there are.
 * Line order[i] is highest from starts[i] on. Of equal lines the first is left; a line that is highest in one point only is none.
 */
export function keepHighest(
  order: Int32Array,
  count: number,
  slopes: Float64Array,
  intercepts: Float64Array,
  starts: Float64Array,
): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const line = order[i]!;
    const slope = slopes[line]!;
    const intercept = intercepts[line]!;
    let from = -Infinity;
    while (kept > 0) {
      const top = order[kept - 1]!;
      const steeper = slope - slopes[top]!;
      // Parallel lines never meet: the higher one is above for ever.
      from =
        steeper > 0 ? (intercepts[top]! - intercept) / steeper : intercept > intercepts[top]! ? -Infinity : Infinity;
      if (from > starts[kept - 1]!) break;
      kept--;
      from = -Infinity;
    }
    // Where lines are so nearly parallel that they meet beyond all numbers, they never do.
    if (from === Infinity) continue;
    order[kept] = line;
    starts[kept++] = from;
  }
  return kept;
}
