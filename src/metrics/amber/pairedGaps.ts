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
  // By hypothesis word: how many before it a reference has; and back, by that number, the word.
  #numberOf = new Int32Array(0);
  #wordOf = new Int32Array(0);
  // By hypothesis word: the longest n-gram from there on that stands more than once in a reference; … in the hypothesis.
  #twiceInReference = new Int32Array(0);
  #twiceInHypothesis = new Int32Array(0);
  // By place: the longest and the second longest run of its pairs, the last of its pairs + 1; and the first parts not yet taken, as bits.
  #run = new Int32Array(0);
  #secondRun = new Int32Array(0);
  #pairAt = new Int32Array(0);
  #left = new Int32Array(0);
  #nextPair = new Int32Array(0); // by pair: one more with the same place + 1, or 0
  // Of the current first part: by reference, where the sets behind it lie; by length of second part, matches; and where it stands.
  #sets = new Int32Array(4);
  readonly #counts: Int32Array;
  readonly #firstPlaces = new IdList();
  readonly #firstWords = new IdList();

  constructor(order: number) {
    this.#order = order;
    this.#parts = order - 1;
    this.#found = new Int32Array(order + 1);
    this.#counts = new Int32Array(order);
  }

  /** Adds to rows[at + n] the matches of n words. `taken` is, by pair, for which n its word is matched with its place, from the last on. */
  match(pairs: WordPairs, taken: Int32Array, rows: Float64Array, at: number): void {
    this.#numberWords(pairs);
    this.#reserve(pairs);
    this.#enterPairs(pairs, taken);
    this.#gatherSets(pairs);
    this.#found.fill(0);
    const { length, to, place } = pairs;
    for (let end = 0; end + 2 < length; end++) {
      const count = to[end]! - to[end + 1]!;
      if (count === 1 && this.#secondRun[place[to[end + 1]!]!] === 0) this.#matchUnique(pairs, end);
      else if (count > 0) this.#matchFirsts(pairs, end);
    }
    for (let n = 2; n <= this.#order; n++) rows[at + n]! += this.#found[n]!;
  }

  #numberWords({ length, to }: WordPairs): void {
    if (length >= this.#numberOf.length) {
      this.#numberOf = new Int32Array(2 * length + 1);
      this.#wordOf = new Int32Array(2 * length + 1);
    }
    let number = 0;
    for (let i = 0; i < length; i++) {
      this.#numberOf[i] = number;
      if (to[i]! > to[i + 1]!) this.#wordOf[number++] = i;
    }
    this.#numberOf[length] = number;
    this.#width = (number + 31) >>> 5;
  }

  #enterPairs({ length, to, place, run, beginOf, places }: WordPairs, taken: Int32Array): void {
    const parts = this.#parts;
    const width = this.#width;
    const behind = this.#behind;
    const runs = this.#run;
    const secondRuns = this.#secondRun;
    for (let i = length - 1, pair = 0; i >= 0; i--) {
      const end = to[i]!;
      if (pair === end) continue;
      const number = this.#numberOf[i]!;
      const word = number >>> 5;
      const bit = 1 << (number & 31);
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
        for (let b = 0, set = p * parts * width + word; b < words; b++, set += width) {
          if ((taken[pair]! >>> b) & 1) behind[set]! |= bit;
        }
      }
      this.#twiceInReference[i] = twice;
      for (let b = 0; b < twice; b++) this.#inReference[b * width + word]! |= bit;
      for (let b = again; b < longest; b++) this.#last[b * width + word]! |= bit;
    }
    for (let i = length - 1, pair = 0; i >= 0; i--) {
      let twice = 0;
      for (const end = to[i]!; pair < end; pair++) {
        twice = Math.max(twice, Math.min(run[pair]!, secondRuns[place[pair]!]!));
      }
      this.#twiceInHypothesis[i] = twice;
      const number = this.#numberOf[i]!;
      for (let b = 0; b < twice; b++) this.#inHypothesis[b * width + (number >>> 5)]! |= 1 << (number & 31);
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

  /** All items whose first part ends with hypothesis word `end`, which has one pair, and its place no other. So have all that end there. */
  #matchUnique({ to, place, backRun }: WordPairs, end: number): void {
    const order = this.#order;
    const counts = this.#counts;
    const found = this.#found;
    const pair = to[end + 1]!;
    this.#sets[0] = (place[pair]! + 2) * this.#parts * this.#width;
    this.#count(this.#numberOf[end + 2]!, this.#parts, 1);
    const longest = Math.min(backRun[pair]!, this.#parts);
    for (let a = 1; a <= longest; a++) for (let b = 1; a + b <= order; b++) found[a + b]! += counts[b]!;
  }

  /** All items whose first part ends with hypothesis word `end`. */
  #matchFirsts(pairs: WordPairs, end: number): void {
    const { to, place, backRun, beginOf } = pairs;
    const order = this.#order;
    const row = this.#parts * this.#width;
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
      const repeatsHere = this.#twiceInHypothesis[start]! >= a;
      const repeatsThere = this.#twiceInReference[start]! >= a;
      if (repeatsHere || repeatsThere) {
        this.#countRepeated(pairs, start, a, count, isFirst, repeatsHere, repeatsThere);
        areCounted = false;
      } else if (!areCounted || count !== countBefore) {
        // Longer first parts that end here most often end at the same places.
        this.#count(this.#numberOf[end + 2]!, order - a, count);
        areCounted = true;
      }
      for (let b = 1; a + b <= order; b++) found[a + b]! += counts[b]!;
    }
  }

  /** Second parts of 1 … `most` words from number `from` on, and in any of so many sets. */
  #count(from: number, most: number, sets: number): void {
    const width = this.#width;
    const behind = this.#behind;
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
    const width = this.#width;
    const behind = this.#behind;
    const from = this.#numberOf[start + a + 1]!;
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
          (repeatsHere ? this.#inReference[at + w]! : 0) | (repeatsThere ? this.#inHypothesis[at + w]! : 0);
        found += bitCount(second & ~several);
        if (!isFirst) continue;
        for (let rest = second & several & this.#last[at + w]!; rest !== 0; rest &= rest - 1) {
          found += this.#countMatches(pairs, a, this.#wordOf[(w << 5) + lowestBit(rest)]!, b);
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
    for (let pair = this.#pairAt[this.#firstPlaces.values[0]!]!; pair > 0; pair = this.#nextPair[pair - 1]!) {
      if (run[pair - 1]! >= a) this.#firstWords.push(word[pair - 1]!);
    }
  }

  /** Of one item, whose first part has been gathered and whose second part are the b words from k on. */
  #countMatches({ to, place, word, run, beginOf }: WordPairs, a: number, k: number, b: number): number {
    const next = this.#nextPair;
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
    for (let pair = this.#pairAt[any]!; pair > 0 && here < most; pair = next[pair - 1]!) {
      if (run[pair - 1]! < b) continue;
      for (let f = 0; f < wordCount; f++) if (words[f]! + a < word[pair - 1]!) here++;
    }
    return Math.min(most, here);
  }

  #reserve({ length, places, references, place }: WordPairs): void {
    const row = this.#parts * this.#width;
    this.#behind = emptied(this.#behind, places * row);
    this.#inHypothesis = emptied(this.#inHypothesis, row);
    this.#inReference = emptied(this.#inReference, row);
    this.#last = emptied(this.#last, row);
    this.#run = emptied(this.#run, places);
    this.#secondRun = emptied(this.#secondRun, places);
    this.#pairAt = emptied(this.#pairAt, places);
    if (places > this.#left.length) this.#left = new Int32Array(2 * places);
    this.#left.fill(-1, 0, places);
    if (length > this.#twiceInReference.length) {
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
