/**
 * How far the n-grams at each word of a hypothesis extend into the references, and up to which length they are repeated, from pairs of equal
 * words. Among the n-grams that begin with a word the shorter are more frequent, and the same holds for those that end with it; so two
 * lengths in each direction say which of them are found, and which are found once.
 */
import type { WordPairs } from './wordPairs.ts';

/**
 * For the n-grams that begin, or that end, with each word of the hypothesis, by word × 3: the length of the longest that a reference has,
 * 0 for none; a position of the word in it; and the length of the longest that occurs more than once in the hypothesis or in a
 * reference. They are in one array because another array costs a loop more than another number.
 */
export type Reach = Int32Array<ArrayBuffer>;

export class NgramReaches {
  begins: Reach = new Int32Array(3 * 64);
  ends: Reach = new Int32Array(3 * 64);
  /**
   * If there is one reference, by hypothesis word that corresponds to one of its words, in hypothesis order: the position there.
   * The rule is that of Correspondence.
   */
  positions = new Int32Array(64);
  positionCount = 0;
  /** Words with one pair, whose position has no other. */
  singles = new Int32Array(64);
  singleCount = 0;
  /** Words with several pairs, or with one whose position has several. No other word is repeated. */
  several = new Int32Array(64);
  severalCount = 0;
  /** By word, and for the end: how many words before it have pairs. */
  numberOf = new Int32Array(64);
  #length = 0;
  #first = 0; // place
  #runs = new Int32Array(2 * 64); // by position × 2: the longest run of any word, and the second longest

  /** Into the references with positions from `first` to `end`. */
  set(pairs: WordPairs, first: number, end: number): void {
    const { length, to, place, pairsAt, run } = pairs;
    this.#length = length;
    this.#first = first;
    this.#reserve(length, end);
    const { begins, singles, several, numberOf } = this;
    let number = 0;
    let singleCount = 0;
    let count = 0;
    for (let i = 0; i < length; i++) {
      const pair = to[i + 1]!;
      const sharers = (to[i]! - pair) * pairsAt[place[pair]!]!; // 0 for no pair, 1 for a single one
      singles[singleCount] = i;
      singleCount += isLess(sharers ^ 1, 1);
      several[count] = i;
      count += isLess(1, sharers);
      numberOf[i] = number;
      number = singleCount + count;
      begins[3 * i] = 0;
      begins[3 * i + 2] = 0;
    }
    numberOf[length] = number;
    for (let k = 0; k < singleCount; k++) {
      const i = singles[k]!;
      const pair = to[i + 1]!;
      const p = place[pair]!;
      if (p < first || p >= end) continue;
      begins[3 * i] = run[pair]!;
      begins[3 * i + 1] = p;
    }
    this.singleCount = singleCount;
    this.severalCount = count;
    if (count > 0) this.#setSeveral(pairs, end);
    this.#setEnds();
  }

  #setSeveral({ to, place, beginOf, run }: WordPairs, end: number): void {
    const { begins, several, severalCount: count } = this;
    const first = this.#first;
    const runs = this.#runs.fill(0, 2 * first, 2 * end);
    for (let k = 0; k < count; k++) {
      const i = several[k]!;
      const last = to[i]!;
      let longest = 0;
      let longestAt = 0;
      let twice = 0;
      let here = 0; // the longest in the current reference
      let reference = -1;
      for (let pair = to[i + 1]!; pair < last; pair++) {
        const p = place[pair]!;
        if (p < first || p >= end) continue;
        const words = run[pair]!;
        if (beginOf[p] !== reference) {
          reference = beginOf[p]!;
          here = 0;
        }
        twice = Math.max(twice, Math.min(here, words));
        here = Math.max(here, words);
        if (words > longest) {
          longest = words;
          longestAt = p;
        }
        const most = runs[2 * p]!;
        runs[2 * p + 1] = Math.max(runs[2 * p + 1]!, Math.min(most, words));
        runs[2 * p] = Math.max(most, words);
      }
      begins[3 * i] = longest;
      begins[3 * i + 1] = longestAt;
      begins[3 * i + 2] = twice;
    }
    for (let k = 0; k < count; k++) {
      const at = 3 * several[k]!;
      const longest = begins[at]!;
      if (longest === 0) continue;
      // All its n-grams are where the longest is, and so are equal ones of other words.
      const p = begins[at + 1]!;
      const other = runs[longest === runs[2 * p]! ? 2 * p + 1 : 2 * p]!;
      begins[at + 2] = Math.min(longest, Math.max(begins[at + 2]!, other));
    }
  }

  /** The longest n-gram that ends with a word is the one that begins furthest back: what holds for an n-gram holds for all in it. */
  #setEnds(): void {
    const { begins, ends, positions } = this;
    const length = this.#length;
    const first = this.#first;
    let count = 0;
    let from = 0;
    let repeatedFrom = 0;
    for (let i = 0; i < length; i++) {
      while (from <= i && from + begins[3 * from]! <= i) from++;
      while (repeatedFrom <= i && repeatedFrom + begins[3 * repeatedFrom + 2]! <= i) repeatedFrom++;
      const place = begins[3 * from + 1]! + i - from;
      // The length of the longest repeated context to the left and to the right: with one more word it is found once on each side, if at all.
      const left = i + 1 - repeatedFrom;
      const right = begins[3 * i + 2]!;
      ends[3 * i] = i + 1 - from;
      ends[3 * i + 1] = place;
      ends[3 * i + 2] = left;
      const isLeft = isLess(from, repeatedFrom);
      const isRight = isLess(right, begins[3 * i]!);
      const isByRight = (isRight & ((isLeft ^ 1) | isLess(right, left))) === 1;
      positions[count] = (isByRight ? begins[3 * i + 1]! : place) - first;
      count += isLeft | isRight;
    }
    this.positionCount = count;
  }

  #reserve(words: number, places: number): void {
    if (words >= this.positions.length) {
      this.begins = new Int32Array(3 * 2 * words);
      this.ends = new Int32Array(3 * 2 * words);
      this.positions = new Int32Array(2 * words);
      this.singles = new Int32Array(2 * words);
      this.several = new Int32Array(2 * words);
      this.numberOf = new Int32Array(2 * words);
    }
    if (2 * places > this.#runs.length) this.#runs = new Int32Array(4 * places);
  }
}

/** 1 or 0, without a branch: how often words occur in two texts is hard to predict. */
const isLess = (one: number, other: number): number => (one - other) >>> 31;
