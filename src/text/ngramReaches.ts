/**
 * How far the n-grams at each word of a hypothesis reach into the references, and how far they stand more than once, from pairs of equal
 * words. Of the n-grams that begin with a word the shorter are the more frequent, and so are those that end with it; so two lengths
 * each way say which of them are found, and which are found once.
 */
import type { WordPairs } from './wordPairs.ts';

/** Of the n-grams that begin, or that end, with each word of the hypothesis. */
export class Reach {
  /** By word: the length of the longest n-gram that a reference has, 0 for none; and a place of the word in it. */
  longest = new Int32Array(64);
  place = new Int32Array(64);
  /** By word: the length of the longest of these that stands more than once in the hypothesis or in a reference. */
  repeated = new Int32Array(64);

  reserve(words: number): void {
    if (words <= this.longest.length) return;
    this.longest = new Int32Array(2 * words);
    this.place = new Int32Array(2 * words);
    this.repeated = new Int32Array(2 * words);
  }
}

export class NgramReaches {
  readonly begins = new Reach();
  readonly ends = new Reach();
  /** By hypothesis word that corresponds to one of the reference, in the order of the hypothesis: its position there. */
  positions = new Int32Array(64);
  /** Words with one pair, whose place has no other. */
  singles = new Int32Array(64);
  singleCount = 0;
  /** Words with several pairs, or with one whose place has several. No other is repeated. */
  several = new Int32Array(64);
  severalCount = 0;
  #length = 0;
  #first = 0; // place
  // By place: the longest run of any word, and the second longest.
  #top = new Int32Array(64);
  #second = new Int32Array(64);

  /** Into the references with places from `first` to `end`. */
  set(pairs: WordPairs, first: number, end: number): void {
    const { length, to, place, pairsAt, run } = pairs;
    this.#length = length;
    this.#first = first;
    this.#reserve(length, end);
    const { longest, place: places, repeated } = this.begins;
    const { singles, several } = this;
    let singleCount = 0;
    let count = 0;
    for (let i = 0; i < length; i++) {
      const pair = to[i + 1]!;
      // Without a branch: which words have pairs is hard to foretell. 0 for none, 1 for a single one.
      const sharers = (to[i]! - pair) * pairsAt[place[pair]!]!;
      singles[singleCount] = i;
      singleCount += ((sharers ^ 1) - 1) >>> 31;
      several[count] = i;
      count += (1 - sharers) >>> 31;
      longest[i] = 0;
      repeated[i] = 0;
    }
    for (let k = 0; k < singleCount; k++) {
      const i = singles[k]!;
      const pair = to[i + 1]!;
      const p = place[pair]!;
      if (p < first || p >= end) continue;
      longest[i] = run[pair]!;
      places[i] = p;
    }
    this.singleCount = singleCount;
    this.severalCount = count;
    if (count > 0) this.#setSeveral(pairs, end);
    this.#setEnds();
  }

  #setSeveral({ to, place, beginOf, run: runs }: WordPairs, end: number): void {
    const { longest, place: places, repeated } = this.begins;
    const { several, severalCount: count } = this;
    const first = this.#first;
    const top = this.#top.fill(0, first, end);
    const second = this.#second.fill(0, first, end);
    for (let k = 0; k < count; k++) {
      const i = several[k]!;
      let most = 0;
      let twice = 0;
      let here = 0; // the longest in the current reference
      let reference = -1;
      for (let pair = to[i + 1]!; pair < to[i]!; pair++) {
        const p = place[pair]!;
        if (p < first || p >= end) continue;
        const run = runs[pair]!;
        if (beginOf[p] !== reference) {
          reference = beginOf[p]!;
          here = 0;
        }
        twice = Math.max(twice, Math.min(here, run));
        here = Math.max(here, run);
        if (run > most) {
          most = run;
          places[i] = p;
        }
        second[p] = Math.max(second[p]!, Math.min(top[p]!, run));
        top[p] = Math.max(top[p]!, run);
      }
      longest[i] = most;
      repeated[i] = twice;
    }
    for (let k = 0; k < count; k++) {
      const i = several[k]!;
      const most = longest[i]!;
      if (most === 0) continue;
      // All its n-grams stand where the longest does, and so do equal ones of other words.
      const p = places[i]!;
      const other = most === top[p]! ? second[p]! : top[p]!;
      repeated[i] = Math.min(most, Math.max(repeated[i]!, other));
    }
  }

  /** The longest n-gram that ends with a word is the one that begins furthest back: what is true of an n-gram is true of all in it. */
  #setEnds(): void {
    const { longest, place, repeated } = this.begins;
    const { longest: longestEnds, place: endPlace, repeated: repeatedEnds } = this.ends;
    let from = 0;
    let repeatedFrom = 0;
    for (let i = 0; i < this.#length; i++) {
      while (from <= i && from + longest[from]! <= i) from++;
      while (repeatedFrom <= i && repeatedFrom + repeated[repeatedFrom]! <= i) repeatedFrom++;
      longestEnds[i] = i + 1 - from;
      endPlace[i] = place[from]! + i - from;
      repeatedEnds[i] = i + 1 - repeatedFrom;
    }
  }

  /** Fills `positions` up to the number returned, by the rule that Correspondence follows, if there is one reference. */
  align(): number {
    const { begins, ends, positions } = this;
    let count = 0;
    for (let i = 0; i < this.#length; i++) {
      const longest = ends.longest[i]!;
      if (longest === 0) continue;
      // Words of the shortest context that is found once on each side, to the left and to the right.
      const left = ends.repeated[i]! + 1;
      const right = begins.repeated[i]! + 1;
      if (left <= longest && (left <= right || right > begins.longest[i]!)) {
        positions[count++] = ends.place[i]! - this.#first;
      } else if (right <= begins.longest[i]!) positions[count++] = begins.place[i]! - this.#first;
    }
    return count;
  }

  #reserve(words: number, places: number): void {
    this.begins.reserve(words + 1);
    this.ends.reserve(words);
    if (words >= this.positions.length) {
      this.positions = new Int32Array(2 * words);
      this.singles = new Int32Array(2 * words);
      this.several = new Int32Array(2 * words);
    }
    if (places > this.#top.length) {
      this.#top = new Int32Array(2 * places);
      this.#second = new Int32Array(2 * places);
    }
  }
}
