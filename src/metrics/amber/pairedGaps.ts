/**
 * Clipped matches of flexible-gap n-grams, each counting 1, from pairs of equal words: a words, a gap of one word or more, b words.
 *
 * If the first part stands once in either text, an item stands there as often as the second part does behind it; so the last of those in
 * the hypothesis goes with the last in the reference, the second last with the second last, and each such couple that stands behind the
 * first part in both texts is a match. If the second part stands once in either text, it is the first parts that go together, from
 * the first on. Each place of a reference therefore has a set of the second parts that stand there or behind, as bits by the number
 * of their first word among those that both texts have. Only where both parts stand more than once are items counted one by one.
 */
import { IdList } from '../../core/index.ts';
import type { WordPairs } from '../../text/index.ts';
import { bitCount, lowestBit } from './bits.ts';
import { SecondParts } from './secondParts.ts';

export class PairedGaps {
  readonly #order: number;
  readonly #parts: number; // lengths of a part
  readonly #found: Int32Array; // by number of words
  readonly #second: SecondParts;
  #left = new Int32Array(0); // by place: lengths of first parts that end there and are not yet taken, as bits
  // Of the current first part: by reference, where the sets behind it lie; by length of second part, matches; and where it stands.
  #sets = new Int32Array(4);
  readonly #counts: Int32Array;
  readonly #firstPlaces = new IdList();
  readonly #firstWords = new IdList();

  constructor(order: number) {
    this.#order = order;
    this.#parts = order - 1;
    this.#second = new SecondParts(this.#parts);
    this.#found = new Int32Array(order + 1);
    this.#counts = new Int32Array(order);
  }

  /** Adds to rows[at + n] the matches of n words. `taken` is, by pair, for which n its word is matched with its place, from the last on. */
  match(pairs: WordPairs, taken: Int32Array, rows: Float64Array, at: number): void {
    const { length, to, place, places, references } = pairs;
    this.#second.set(pairs, taken);
    this.#found.fill(0);
    if (places > this.#left.length) this.#left = new Int32Array(2 * places);
    this.#left.fill(-1, 0, places);
    if (references > this.#sets.length) this.#sets = new Int32Array(2 * references);
    for (let end = 0; end + 2 < length; end++) {
      const count = to[end]! - to[end + 1]!;
      if (count === 1 && this.#second.secondRun[place[to[end + 1]!]!] === 0) this.#matchUnique(pairs, end);
      else if (count > 0) this.#matchFirsts(pairs, end);
    }
    for (let n = 2; n <= this.#order; n++) rows[at + n]! += this.#found[n]!;
  }

  /** All items whose first part ends with hypothesis word `end`, which has one pair, and its place no other. So have all that end there. */
  #matchUnique({ to, place, backRun }: WordPairs, end: number): void {
    const order = this.#order;
    const counts = this.#counts;
    const found = this.#found;
    const pair = to[end + 1]!;
    this.#sets[0] = (place[pair]! + 2) * this.#parts * this.#second.width;
    this.#count(this.#second.numberOf[end + 2]!, this.#parts, 1);
    const longest = Math.min(backRun[pair]!, this.#parts);
    for (let a = 1; a <= longest; a++) for (let b = 1; a + b <= order; b++) found[a + b]! += counts[b]!;
  }

  /** All items whose first part ends with hypothesis word `end`. */
  #matchFirsts(pairs: WordPairs, end: number): void {
    const { to, place, backRun, beginOf } = pairs;
    const order = this.#order;
    const row = this.#parts * this.#second.width;
    const left = this.#left;
    const sets = this.#sets;
    const counts = this.#counts;
    const found = this.#found;
    const last = to[end + 1]!;
    let count = 0;
    let areCounted = false; // … what stands behind these sets
    for (let a = 1; a < order; a++) {
      const countBefore = count;
      let isNone = true;
      let isFirst = true;
      let reference = -1;
      count = 0;
      for (let pair = to[end]! - 1; pair >= last; pair--) {
        if (backRun[pair]! < a) continue;
        isNone = false;
        const p = place[pair]!;
        if (((left[p]! >>> a) & 1) === 0) isFirst = false;
        else if (beginOf[p] !== reference) {
          reference = beginOf[p]!;
          left[p] = left[p]! ^ (1 << a);
          const set = (p + 2) * row;
          if (sets[count] !== set) areCounted = false;
          sets[count++] = set;
        }
      }
      if (isNone) return;
      if (count === 0) continue;
      const start = end - a + 1;
      const repeatsHere = this.#second.twiceInHypothesis[start]! >= a;
      const repeatsThere = this.#second.twiceInReference[start]! >= a;
      if (repeatsHere || repeatsThere) {
        this.#countRepeated(pairs, start, a, count, isFirst, repeatsHere, repeatsThere);
        areCounted = false;
      } else if (!areCounted || count !== countBefore) {
        // Longer first parts that end here most often end at the same places.
        this.#count(this.#second.numberOf[end + 2]!, order - a, count);
        areCounted = true;
      }
      for (let b = 1; a + b <= order; b++) found[a + b]! += counts[b]!;
    }
  }

  /** Second parts of 1 … `most` words from number `from` on, and in any of so many sets. */
  #count(from: number, most: number, sets: number): void {
    const width = this.#second.width;
    const behind = this.#second.behind;
    for (let b = 1, at = 0; b <= most; b++, at += width) {
      let found = 0;
      for (let w = from >>> 5; w < width; w++) {
        let second = behind[this.#sets[0]! + at + w]!;
        for (let s = 1; s < sets; s++) second |= behind[this.#sets[s]! + at + w]!;
        if (w === from >>> 5) second &= -1 << (from & 31);
        found += bitCount(second);
      }
      this.#counts[b] = found;
    }
  }

  /** The same of a first part of a words from `start` on that stands more than once in the hypothesis or in a reference. */
  #countRepeated(
    pairs: WordPairs,
    start: number,
    a: number,
    sets: number,
    isFirst: boolean,
    repeatsHere: boolean,
    repeatsThere: boolean,
  ): void {
    const width = this.#second.width;
    const behind = this.#second.behind;
    const from = this.#second.numberOf[start + a + 1]!;
    if (isFirst) this.#gatherFirst(pairs, start, a);
    for (let b = 1, at = 0; a + b <= this.#order; b++, at += width) {
      let found = 0;
      for (let w = from >>> 5; w < width; w++) {
        let second = behind[this.#sets[0]! + at + w]!;
        for (let s = 1; s < sets; s++) second |= behind[this.#sets[s]! + at + w]!;
        if (w === from >>> 5) second &= -1 << (from & 31);
        if (second === 0) continue;
        // What may stand more than once in both texts, and not for one part alone.
        const several =
          (repeatsHere ? this.#second.inReference[at + w]! : 0) |
          (repeatsThere ? this.#second.inHypothesis[at + w]! : 0);
        found += bitCount(second & ~several);
        if (!isFirst) continue;
        for (let rest = second & several & this.#second.last[at + w]!; rest !== 0; rest &= rest - 1) {
          found += this.#countMatches(pairs, a, this.#second.wordOf[(w << 5) + lowestBit(rest)]!, b);
        }
      }
      this.#counts[b] = found;
    }
  }

  /** Where the a words from i on stand. Their places are those of their pairs, their other occurrences in pairs with one of these places. */
  #gatherFirst(pairs: WordPairs, i: number, a: number): void {
    const { to, place, word, run } = pairs;
    this.#firstPlaces.length = 0;
    this.#firstWords.length = 0;
    for (let pair = to[i + 1]!; pair < to[i]!; pair++) if (run[pair]! >= a) this.#firstPlaces.push(place[pair]!);
    for (
      let pair = this.#second.pairAt[this.#firstPlaces.values[0]!]!;
      pair > 0;
      pair = this.#second.nextPair[pair - 1]!
    ) {
      if (run[pair - 1]! >= a) this.#firstWords.push(word[pair - 1]!);
    }
  }

  /** Of one item, whose first part has been gathered and whose second part are the b words from k on. */
  #countMatches({ to, place, word, run, beginOf }: WordPairs, a: number, k: number, b: number): number {
    const next = this.#second.nextPair;
    const { values: places, length: placeCount } = this.#firstPlaces;
    const { values: words, length: wordCount } = this.#firstWords;
    let most = 0;
    let there = 0;
    let begin = -1;
    let any = 0;
    for (let pair = to[k + 1]!; pair < to[k]!; pair++) {
      if (run[pair]! < b) continue;
      const p = place[pair]!;
      any = p;
      if (beginOf[p] !== begin) {
        begin = beginOf[p]!;
        there = 0;
      }
      for (let f = 0; f < placeCount; f++) if (places[f]! >= begin && places[f]! + a < p) there++;
      if (there > most) most = there;
    }
    let here = 0;
    for (let pair = this.#second.pairAt[any]!; pair > 0 && here < most; pair = next[pair - 1]!) {
      if (run[pair - 1]! < b) continue;
      for (let f = 0; f < wordCount; f++) if (words[f]! + a < word[pair - 1]!) here++;
    }
    return Math.min(most, here);
  }
}
