/**
 * Clipped matches of flexible-gap n-grams, each counting 1, from pairs of equal words: a words, a gap of one word or more, b words.
 *
 * If the first part stands once in either text, an item stands there as often as the second part does behind it; so the last of those in
 * the hypothesis goes with the last in the reference, the second last with the second last, and each such couple that stands behind the
 * first part in both texts is a match. If the second part stands once in either text, it is the first parts that go together, from
 * the first on. Each place of a reference therefore has a set of the second parts that stand there or behind, as bits by hypothesis
 * word. Only where both parts stand more than once are items counted one by one.
 */
import type { WordPairs } from './wordPairs.ts';

export class PairedGaps {
  readonly #order: number;
  readonly #parts: number; // lengths of a part
  readonly #found: Int32Array; // by number of words
  #width = 0; // integers in a set
  #behind = new Int32Array(0); // by place × length of part: a set
  // By length of part: sets of those that stand more than once in the hypothesis, in a reference, and of those at their last occurrence.
  #inHypothesis = new Int32Array(0);
  #inReference = new Int32Array(0);
  #last = new Int32Array(0);
  // By hypothesis word: the longest n-gram from there on that a reference has; that stands more than once in one; … in the hypothesis.
  #longest = new Int32Array(0);
  #twiceInReference = new Int32Array(0);
  #twiceInHypothesis = new Int32Array(0);
  // By place: the longest and the second longest run of its pairs, the last of its pairs + 1; and the first parts not yet taken, as bits.
  #run = new Int32Array(0);
  #secondRun = new Int32Array(0);
  #pairAt = new Int32Array(0);
  #left = new Int32Array(0);
  #nextPair = new Int32Array(0); // by pair: one more with the same place + 1, or 0
  #sets = new Int32Array(4); // by reference: where the sets behind the current first part lie

  constructor(order: number) {
    this.#order = order;
    this.#parts = order - 1;
    this.#found = new Int32Array(order + 1);
  }

  /** Adds to rows[at + n] the matches of n words. `taken` is, by pair, for which n its word is matched with its place, from the last on. */
  match(pairs: WordPairs, taken: Int32Array, rows: Float64Array, at: number): void {
    this.#reserve(pairs);
    this.#enterPairs(pairs, taken);
    this.#gatherSets(pairs);
    this.#found.fill(0);
    for (let i = 0; i + 2 < pairs.length; i++) {
      for (let a = 1; a <= this.#longest[i]!; a++) this.#matchFirst(pairs, i, a);
    }
    for (let n = 2; n <= this.#order; n++) rows[at + n]! += this.#found[n]!;
  }

  #enterPairs({ length, to, place, run, beginOf, places }: WordPairs, taken: Int32Array): void {
    const parts = this.#parts;
    const width = this.#width;
    const behind = this.#behind;
    const runs = this.#run;
    const secondRuns = this.#secondRun;
    for (let i = length - 1, pair = 0; i >= 0; i--) {
      const end = to[i]!;
      const bit = 1 << (i & 31);
      let begin = places;
      let longest = 0;
      let here = 0; // the longest in the current reference
      let twice = 0;
      let again = 0; // the longest that stands further back in the hypothesis
      for (; pair < end; pair++) {
        const p = place[pair]!;
        const words = Math.min(run[pair]!, parts);
        if (p < begin) {
          begin = beginOf[p]!;
          here = 0;
        }
        twice = Math.max(twice, Math.min(here, words));
        here = Math.max(here, words);
        longest = Math.max(longest, words);
        again = Math.max(again, Math.min(words, runs[p]!));
        if (words > runs[p]!) {
          secondRuns[p] = runs[p]!;
          runs[p] = words;
        } else if (words > secondRuns[p]!) secondRuns[p] = words;
        this.#nextPair[pair] = this.#pairAt[p]!;
        this.#pairAt[p] = pair + 1;
        for (let b = 0, set = p * parts * width + (i >>> 5); b < words; b++, set += width) {
          if ((taken[pair]! >>> b) & 1) behind[set]! |= bit;
        }
      }
      this.#longest[i] = longest;
      this.#twiceInReference[i] = twice;
      for (let b = 0; b < twice; b++) this.#inReference[b * width + (i >>> 5)]! |= bit;
      for (let b = again; b < longest; b++) this.#last[b * width + (i >>> 5)]! |= bit;
    }
    for (let i = length - 1, pair = 0; i >= 0; i--) {
      let twice = 0;
      for (const end = to[i]!; pair < end; pair++) {
        twice = Math.max(twice, Math.min(run[pair]!, secondRuns[place[pair]!]!));
      }
      this.#twiceInHypothesis[i] = twice;
      for (let b = 0; b < twice; b++) this.#inHypothesis[b * width + (i >>> 5)]! |= 1 << (i & 31);
    }
  }

  /** So far each place has the second parts that stand there. */
  #gatherSets({ references, begins, ends }: WordPairs): void {
    const row = this.#parts * this.#width;
    const behind = this.#behind;
    for (let r = 0; r < references; r++) {
      for (let k = ends[r]! * row - 1; k >= begins[r]! * row; k--) behind[k]! |= behind[k + row]!;
    }
  }

  /** All items whose first part are the a words from i on. */
  #matchFirst(pairs: WordPairs, i: number, a: number): void {
    const { to, place, run, beginOf } = pairs;
    const width = this.#width;
    const behind = this.#behind;
    const left = this.#left;
    const sets = this.#sets;
    let count = 0;
    let isFirst = true;
    let reference = -1;
    for (let pair = to[i]! - 1; pair >= to[i + 1]!; pair--) {
      if (run[pair]! < a) continue;
      const p = place[pair]!;
      if ((left[p]! >>> a) & 1) {
        if (beginOf[p] === reference) continue;
        reference = beginOf[p]!;
        left[p] = left[p]! ^ (1 << a);
        sets[count++] = (p + a + 1) * this.#parts * width;
      } else isFirst = false;
    }
    if (count === 0) return;
    const repeatsHere = this.#twiceInHypothesis[i]! >= a;
    const repeatsThere = this.#twiceInReference[i]! >= a;
    const from = i + a + 1;
    for (let b = 1, set = 0; a + b <= this.#order; b++, set += width) {
      let found = 0;
      for (let w = from >>> 5; w < width; w++) {
        let second = 0;
        for (let s = 0; s < count; s++) second |= behind[sets[s]! + set + w]!;
        if (w === from >>> 5) second &= -1 << (from & 31);
        if (second === 0) continue;
        // What may stand more than once in both texts, and not for one part alone.
        const several =
          (repeatsHere ? this.#inReference[set + w]! : 0) | (repeatsThere ? this.#inHypothesis[set + w]! : 0);
        if (isFirst) {
          for (let rest = second & several & this.#last[set + w]!; rest !== 0; rest &= rest - 1) {
            found += this.#countMatches(pairs, i, a, (w << 5) + lowestBit(rest), b);
          }
        }
        found += bitCount(second & ~several);
      }
      this.#found[a + b]! += found;
    }
  }

  /** Of one item, whose parts stand at i and k in the hypothesis. */
  #countMatches(pairs: WordPairs, i: number, a: number, k: number, b: number): number {
    const { to, place, word, run, beginOf, references, begins } = pairs;
    const next = this.#nextPair;
    // The places of an n-gram are those of its pairs; its other occurrences are in the pairs that have one of these places.
    let most = 0;
    for (let r = 0; r < references; r++) {
      let times = 0;
      for (let one = to[i + 1]!; one < to[i]!; one++) {
        if (run[one]! < a || beginOf[place[one]!] !== begins[r]) continue;
        for (let other = to[k + 1]!; other < to[k]!; other++) {
          if (run[other]! >= b && beginOf[place[other]!] === begins[r] && place[one]! + a < place[other]!) times++;
        }
      }
      most = Math.max(most, times);
    }
    let times = 0;
    const others = this.#anyPair(pairs, k, b);
    for (let one = this.#anyPair(pairs, i, a); one > 0; one = next[one - 1]!) {
      if (run[one - 1]! < a) continue;
      for (let other = others; other > 0; other = next[other - 1]!) {
        if (run[other - 1]! >= b && word[one - 1]! + a < word[other - 1]!) times++;
      }
    }
    return Math.min(most, times);
  }

  /** The last pair + 1 that has a place of this n-gram. */
  #anyPair({ to, run, place }: WordPairs, i: number, words: number): number {
    let pair = to[i + 1]!;
    while (run[pair]! < words) pair++;
    return this.#pairAt[place[pair]!]!;
  }

  #reserve({ length, places, references, place }: WordPairs): void {
    const width = (this.#width = (length + 31) >>> 5);
    const row = this.#parts * width;
    this.#behind = emptied(this.#behind, places * row);
    this.#inHypothesis = emptied(this.#inHypothesis, row);
    this.#inReference = emptied(this.#inReference, row);
    this.#last = emptied(this.#last, row);
    this.#run = emptied(this.#run, places);
    this.#secondRun = emptied(this.#secondRun, places);
    this.#pairAt = emptied(this.#pairAt, places);
    if (places > this.#left.length) this.#left = new Int32Array(2 * places);
    this.#left.fill(-1, 0, places);
    if (length > this.#longest.length) {
      this.#longest = new Int32Array(2 * length);
      this.#twiceInReference = new Int32Array(2 * length);
      this.#twiceInHypothesis = new Int32Array(2 * length);
    }
    if (place.length > this.#nextPair.length) this.#nextPair = new Int32Array(place.length);
    if (references > this.#sets.length) this.#sets = new Int32Array(2 * references);
  }
}

/** So many zeros. */
function emptied(list: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  return length > list.length ? new Int32Array(2 * length) : list.fill(0, 0, length);
}

const lowestBit = (set: number): number => 31 - Math.clz32(set & -set);

function bitCount(set: number): number {
  let pairs = set - ((set >>> 1) & 0x55555555);
  pairs = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((pairs + (pairs >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
