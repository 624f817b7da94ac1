/**
 * Pairs up the equal words of two texts by a longest common subsequence.
 * Long texts are split first at words that both have once (patience, after Bram Cohen), else in blocks, so that time stays linear.
 */

/** Pairs of words that are compared one by one; a length fits into 16 bits, as the shorter side has at most 1024 words. */
const mostCells = 1 << 20;
/** Words of a block where nothing better is known: 2⁹ words, 2¹⁸ entries. */
const block = 512;
/** Splitting at common words goes so deep. */
const mostSplits = 16;

/** By word of the first text: the number of its partner in the second, or −1; and 1 if it has one. */
export function alignWords(a: Int32Array, b: Int32Array): { partners: Int32Array; isSame: Uint8Array } {
  const partners = new Int32Array(a.length).fill(-1);
  align(0, a.length, 0, b.length, 0);
  return { partners, isSame: Uint8Array.from(partners, (partner) => (partner < 0 ? 0 : 1)) };

  /** Aligns a[from … to) and b[start … end). */
  function align(from: number, to: number, start: number, end: number, splits: number): void {
    // What both begin or end with is in some longest subsequence.
    for (; from < to && start < end && a[from] === b[start]; from++, start++) partners[from] = start;
    for (; from < to && start < end && a[to - 1] === b[end - 1]; to--, end--) partners[to - 1] = end - 1;
    if (from === to || start === end) return;
    if ((to - from) * (end - start) <= mostCells) return alignByTable(from, to, start, end);
    const anchors = splits < mostSplits ? anchorsOf(from, to, start, end) : [];
    if (anchors.length === 0) alignBlocks(from, to, start, end);
    else {
      let [i, j] = [from, start];
      for (const [ofA, ofB] of anchors) {
        align(i, ofA, j, ofB, splits + 1);
        partners[ofA] = ofB;
        [i, j] = [ofA + 1, ofB + 1];
      }
      align(i, to, j, end, splits + 1);
    }
  }

  /** The longest common subsequence, by the table of its lengths for all ends of both texts. */
  function alignByTable(from: number, to: number, start: number, end: number): void {
    const columns = end - start + 1;
    const lengths = new Uint16Array((to - from + 1) * columns); // [i][j]: of a[i …) and b[j …)
    for (let i = to - 1; i >= from; i--) {
      const row = (i - from) * columns - start;
      for (let j = end - 1; j >= start; j--) {
        lengths[row + j] =
          a[i] === b[j]
            ? lengths[row + columns + j + 1]! + 1
            : Math.max(lengths[row + columns + j]!, lengths[row + j + 1]!);
      }
    }
    for (let i = from, j = start; i < to && j < end;) {
      const at = (i - from) * columns + j - start;
      if (a[i] === b[j]) partners[i++] = j++;
      else if (lengths[at + columns]! >= lengths[at + 1]!) i++;
      else j++;
    }
  }

  /** Words that both parts have once, as many as stand in the same order: places in a and in b. */
  function anchorsOf(from: number, to: number, start: number, end: number): [number, number][] {
    const placeInB = new Map<number, number>(); // −1 if there are several
    for (let j = start; j < end; j++) placeInB.set(b[j]!, placeInB.has(b[j]!) ? -1 : j);
    const countInA = new Map<number, number>();
    for (let i = from; i < to; i++) countInA.set(a[i]!, (countInA.get(a[i]!) ?? 0) + 1);
    const pairs: [number, number][] = [];
    for (let i = from; i < to; i++) {
      const j = placeInB.get(a[i]!) ?? -1;
      if (j >= 0 && countInA.get(a[i]!) === 1) pairs.push([i, j]);
    }
    return longestRising(pairs);
  }

  /** Blocks of both, one beside the other in proportion. */
  function alignBlocks(from: number, to: number, start: number, end: number): void {
    const blocks = Math.ceil(Math.max(to - from, end - start) / block);
    const bound = (low: number, high: number, k: number): number => low + Math.floor(((high - low) * k) / blocks);
    for (let k = 0; k < blocks; k++) {
      const [i, last] = [bound(from, to, k), bound(from, to, k + 1)];
      const [j, lastOfB] = [bound(start, end, k), bound(start, end, k + 1)];
      alignByTable(i, last, j, lastOfB);
    }
  }
}

/** The most pairs, given by rising first numbers, whose second numbers rise as well. */
function longestRising(pairs: readonly [number, number][]): [number, number][] {
  const tails: number[] = []; // by length − 1: the pair that ends such a sequence with the lowest number
  const before = new Int32Array(pairs.length);
  pairs.forEach(([, value], k) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[tails[middle]!]![1] < value) low = middle + 1;
      else high = middle;
    }
    before[k] = tails[low - 1] ?? -1;
    tails[low] = k;
  });
  const rising: [number, number][] = [];
  for (let k = tails.at(-1) ?? -1; k >= 0; k = before[k]!) rising.push(pairs[k]!);
  return rising.reverse();
}
