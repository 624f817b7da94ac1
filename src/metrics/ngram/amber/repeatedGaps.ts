/**
 * Clipped matches of those flexible-gap n-grams whose parts both stand more than once in a text; see PairedGaps.
 *
 * The parts are numbered, and a table of first parts × second parts has how often the one stands before the other in the reference
 * where it does so most often; each time it does so in the hypothesis takes one.
 */
import type { NgramReaches, WordPairs } from '../../../text/index.ts';
import { emptied } from './emptied.ts';

/** The table has no more entries; of long texts it is made for some first parts at a time. */
const mostEntries = 1 << 16;

/** Parts of one length in the order of a text: their numbers, and where they begin. */
class PartList {
  numbers = new Int32Array(64);
  places = new Int32Array(64);
  count = 0;

  begin(most: number): void {
    this.count = 0;
    if (most <= this.numbers.length) return;
    this.numbers = new Int32Array(2 * most);
    this.places = new Int32Array(2 * most);
  }

  push(number: number, place: number): void {
    this.numbers[this.count] = number;
    this.places[this.count++] = place;
  }
}

export class RepeatedGaps {
  readonly #order: number;
  #parts = 0; // different ones: their numbers are 0, 1, …
  #longest = 0; // words of the longest
  // By length − 1.
  readonly #inHypothesis: PartList[];
  readonly #inReference: PartList[];
  #numberAt = new Int32Array(0); // by length × place: number + 1 of the part that begins there, or 0
  // By first part × second part: how often the one stands before the other in the reference where it does so most often; … in the current reference.
  #most = new Int32Array(0);
  #here = new Int32Array(0);

  constructor(order: number) {
    this.#order = order;
    this.#inHypothesis = Array.from({ length: order - 1 }, () => new PartList());
    this.#inReference = Array.from({ length: order - 1 }, () => new PartList());
  }

  /** Adds to found[n] the matches of n words. */
  match(pairs: WordPairs, reaches: NgramReaches, found: Int32Array): void {
    this.#number(pairs, reaches);
    const rows = Math.min(this.#parts, Math.max(1, Math.floor(mostEntries / this.#parts)));
    for (let from = 0; from < this.#parts; from += rows) {
      this.#countReferences(pairs, from, Math.min(from + rows, this.#parts));
      this.#matchHypothesis(from, from + rows, found);
    }
  }

  /** Fills the table for the first parts with numbers from `from` to `until`. */
  #countReferences({ references, begins, ends, places }: WordPairs, from: number, until: number): void {
    const size = (until - from) * this.#parts;
    const most = (this.#most = emptied(this.#most, size));
    for (let r = 0; r < references; r++) {
      this.#listReference(begins[r]!, ends[r]!, places);
      if (r === 0) this.#count(most, from, until);
      else {
        const here = (this.#here = emptied(this.#here, size));
        this.#count(here, from, until);
        for (let k = 0; k < size; k++) most[k] = Math.max(most[k]!, here[k]!);
      }
    }
  }

  /** Numbers the n-grams that are repeated. One is known by its last place, the first of its pairs. */
  #number({ places, to, place, run }: WordPairs, { begins, several, severalCount }: NgramReaches): void {
    let longest = 0;
    for (let k = 0; k < severalCount; k++) longest = Math.max(longest, begins[3 * several[k]! + 2]!);
    longest = Math.min(longest, this.#inHypothesis.length);
    this.#numberAt = emptied(this.#numberAt, longest * places);
    for (let n = 0; n < longest; n++) this.#inHypothesis[n]!.begin(severalCount);
    const numberAt = this.#numberAt;
    let count = 0;
    for (let k = 0; k < severalCount; k++) {
      const i = several[k]!;
      const end = to[i]!;
      const most = Math.min(begins[3 * i + 2]!, longest);
      for (let n = 0, at = 0, pair = to[i + 1]!; n < most; n++, at += places) {
        while (run[pair]! <= n) pair++;
        let number = numberAt[at + place[pair]!]!;
        if (number === 0) {
          number = ++count;
          for (let same = pair; same < end; same++) if (run[same]! > n) numberAt[at + place[same]!] = number;
        }
        this.#inHypothesis[n]!.push(number - 1, i);
      }
    }
    this.#parts = count;
    this.#longest = longest;
  }

  #listReference(begin: number, end: number, places: number): void {
    for (let n = 0; n < this.#longest; n++) {
      const list = this.#inReference[n]!;
      list.begin(end - begin);
      for (let p = begin, at = n * places + begin; p < end; p++, at++) {
        if (this.#numberAt[at]! > 0) list.push(this.#numberAt[at]! - 1, p);
      }
    }
  }

  #count(table: Int32Array, from: number, until: number): void {
    for (let a = 1; a <= this.#longest; a++) {
      const first = this.#inReference[a - 1]!;
      for (let b = 1; b <= this.#longest && a + b <= this.#order; b++) {
        const { numbers, places, count } = this.#inReference[b - 1]!;
        for (let f = 0, behind = 0; f < first.count; f++) {
          const number = first.numbers[f]!;
          if (number < from || number >= until) continue;
          const row = (number - from) * this.#parts;
          while (behind < count && places[behind]! <= first.places[f]! + a) behind++;
          for (let k = behind; k < count; k++) table[row + numbers[k]!]!++;
        }
      }
    }
  }

  #matchHypothesis(from: number, until: number, found: Int32Array): void {
    const table = this.#most;
    for (let a = 1; a <= this.#longest; a++) {
      const first = this.#inHypothesis[a - 1]!;
      for (let b = 1; b <= this.#longest && a + b <= this.#order; b++) {
        const { numbers, places, count } = this.#inHypothesis[b - 1]!;
        let matches = 0;
        for (let f = 0, behind = 0; f < first.count; f++) {
          const number = first.numbers[f]!;
          if (number < from || number >= until) continue;
          const row = (number - from) * this.#parts;
          while (behind < count && places[behind]! <= first.places[f]! + a) behind++;
          for (let k = behind; k < count; k++) {
            const at = row + numbers[k]!;
            const match = -table[at]! >>> 31; // 1 if any is left; without a branch, as that is hard to foretell
            table[at] = table[at]! - match;
            matches += match;
          }
        }
        found[a + b]! += matches;
      }
    }
  }
}
