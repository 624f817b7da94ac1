/** The upper envelope of lines: which line a + γ b is highest, for γ from −∞ to ∞. Och (2003): Minimum error rate training. */

/** Shorter runs are sorted by insertion first. */
const shortest = 8;

/**
 * Sorts order[0 … count) by ascending keys; the sort is stable. It merges the runs it finds, so concatenated sorted lists cost little.
 * `spare` is as long as `order`; neither grows.
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

/** Makes a run of at least `shortest` from `start`, and returns where it ends. */
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
 * Drops most lines that are nowhere highest, without sorting, and returns how many are left: given the flattest line, the steepest and the
 * highest at 0, the others are at their best where two of these meet, and matter only if they are higher there. (Akl and Toussaint's
 * idea for convex hulls.) Of equal lines the first is kept.
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
  // If two are parallel or the same, they do not meet, and nothing is higher there.
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

/** Where the second, steeper line rises above the first; undefined if it never does. */
function meet(first: number, second: number, slopes: Float64Array, intercepts: Float64Array): number | undefined {
  const steeper = slopes[second]! - slopes[first]!;
  const from = steeper > 0 ? (intercepts[first]! - intercepts[second]!) / steeper : Infinity;
  return Math.abs(from) === Infinity ? undefined : from;
}

/**
 * Keeps those of the lines order[0 … count), sorted by slope, that are highest somewhere, in this order, and returns how many there are.
 * Line order[i] is highest from starts[i]. Of equal lines the first is kept; a line that is highest in a single point is dropped.
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
      // Parallel lines never meet: the higher one is always above.
      from =
        steeper > 0 ? (intercepts[top]! - intercept) / steeper : intercept > intercepts[top]! ? -Infinity : Infinity;
      if (from > starts[kept - 1]!) break;
      kept--;
      from = -Infinity;
    }
    // If lines are so nearly parallel that their intersection overflows, they never meet.
    if (from === Infinity) continue;
    order[kept] = line;
    starts[kept++] = from;
  }
  return kept;
}
