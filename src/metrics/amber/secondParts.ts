/** Where the second parts of flexible-gap n-grams stand, n-grams of any length that a hypothesis shares with its references: see PairedGaps. */
import type { WordPairs } from '../../text/index.ts';

export class SecondParts {
  /** Integers in a set, which has bits by number. */
  width = 0;
  /** By hypothesis word: how many before it a reference has; and back, by that number, the word. */
  numberOf = new Int32Array(0);
  wordOf = new Int32Array(0);
  /** By place × length: the set of those that stand there or behind. */
  behind = new Int32Array(0);
  /** By length: sets of those that stand more than once in the hypothesis, in a reference, and of those at their last occurrence. */
  inHypothesis = new Int32Array(0);
  inReference = new Int32Array(0);
  last = new Int32Array(0);
  /** By hypothesis word: the longest n-gram from there on that stands more than once in a reference; … in the hypothesis. */
  twiceInReference = new Int32Array(0);
  twiceInHypothesis = new Int32Array(0);
  /** By place: the second longest run of its pairs, and the last of its pairs + 1; by pair: one more with the same place + 1, or 0. */
  secondRun = new Int32Array(0);
  pairAt = new Int32Array(0);
  nextPair = new Int32Array(0);
  readonly #parts: number; // most words in one
  #run = new Int32Array(0); // by place: the longest run of its pairs

  constructor(parts: number) {
    this.#parts = parts;
  }

  /** `taken` is, by pair, for which n its word is matched with its place, as bits n − 1, from the last on. */
  set(pairs: WordPairs, taken: Int32Array): void {
    this.#numberWords(pairs);
    this.#reserve(pairs);
    this.#enterPairs(pairs, taken);
    this.#gatherSets(pairs);
  }

  #numberWords({ length, to }: WordPairs): void {
    if (length >= this.numberOf.length) {
      this.numberOf = new Int32Array(2 * length + 1);
      this.wordOf = new Int32Array(2 * length + 1);
    }
    let number = 0;
    for (let i = 0; i < length; i++) {
      this.numberOf[i] = number;
      if (to[i]! > to[i + 1]!) this.wordOf[number++] = i;
    }
    this.numberOf[length] = number;
    this.width = (number + 31) >>> 5;
  }

  #enterPairs({ length, to, place, run, beginOf, places }: WordPairs, taken: Int32Array): void {
    const parts = this.#parts;
    const width = this.width;
    const behind = this.behind;
    const runs = this.#run;
    const secondRuns = this.secondRun;
    for (let i = length - 1, pair = 0; i >= 0; i--) {
      const end = to[i]!;
      if (pair === end) continue;
      const number = this.numberOf[i]!;
      const word = number >>> 5;
      const bit = 1 << (number & 31);
      if (end === pair + 1 && runs[place[pair]!] === 0) {
        // The only pair of its word, and so far of its place: most are. What follows says the same of it.
        const p = place[pair]!;
        const words = Math.min(run[pair]!, parts);
        runs[p] = words;
        this.pairAt[p] = pair + 1;
        this.nextPair[pair++] = 0;
        this.twiceInReference[i] = 0;
        for (let b = 0, set = word; b < words; b++, set += width) {
          behind[p * parts * width + set]! |= bit;
          this.last[set]! |= bit;
        }
        continue;
      }
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
        this.nextPair[pair] = this.pairAt[p]!;
        this.pairAt[p] = pair + 1;
        for (let b = 0, set = p * parts * width + word; b < words; b++, set += width) {
          if ((taken[pair]! >>> b) & 1) behind[set]! |= bit;
        }
      }
      this.twiceInReference[i] = twice;
      for (let b = 0; b < twice; b++) this.inReference[b * width + word]! |= bit;
      for (let b = again; b < longest; b++) this.last[b * width + word]! |= bit;
    }
    for (let i = length - 1, pair = 0; i >= 0; i--) {
      let twice = 0;
      for (const end = to[i]!; pair < end; pair++) {
        twice = Math.max(twice, Math.min(run[pair]!, secondRuns[place[pair]!]!));
      }
      this.twiceInHypothesis[i] = twice;
      const number = this.numberOf[i]!;
      for (let b = 0; b < twice; b++) this.inHypothesis[b * width + (number >>> 5)]! |= 1 << (number & 31);
    }
  }

  /** So far each place has the second parts that stand there. */
  #gatherSets({ references, begins, ends }: WordPairs): void {
    const row = this.#parts * this.width;
    const behind = this.behind;
    for (let r = 0; r < references; r++) {
      for (let k = ends[r]! * row - 1; k >= begins[r]! * row; k--) behind[k]! |= behind[k + row]!;
    }
  }

  #reserve({ length, places, place }: WordPairs): void {
    const row = this.#parts * this.width;
    this.behind = emptied(this.behind, places * row);
    this.inHypothesis = emptied(this.inHypothesis, row);
    this.inReference = emptied(this.inReference, row);
    this.last = emptied(this.last, row);
    this.#run = emptied(this.#run, places);
    this.secondRun = emptied(this.secondRun, places);
    this.pairAt = emptied(this.pairAt, places);
    if (length > this.twiceInReference.length) {
      this.twiceInReference = new Int32Array(2 * length);
      this.twiceInHypothesis = new Int32Array(2 * length);
    }
    if (place.length > this.nextPair.length) this.nextPair = new Int32Array(place.length);
  }
}

/** So many zeros. */
function emptied(list: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  return length > list.length ? new Int32Array(2 * length) : list.fill(0, 0, length);
}
