/**
 * Clipped matches of flexible-gap n-grams, unweighted, from pairs of equal words: a words, a gap of at least one word, b words.
 *
 * If the first part occurs once in each text, an item occurs as often as the second part does after it. The last occurrence in the
 * hypothesis is then paired with the last in the reference, the second last with the second last, and each such couple that follows the
 * first part in both texts is a match. If the second part occurs once in each text, first parts are paired in the same way, from the
 * first on. Each position of a reference therefore has a bit set of the second parts at or after it, by the number of their first
 * word among the words that both texts have. Only items whose parts both occur more than once are counted one by one.
 */
import { roomFor } from '../../../core/index.ts';
import { type NgramReaches, type Reach, type WordPairs, countBits } from '../../../text/index.ts';

export class PairedGaps {
  readonly #order: number;
  readonly #lengths: number; // of a part
  readonly #found: Int32Array; // by number of words
  readonly #foundSingle: Int32Array; // by words of the longest first part × length of second part
  readonly #repeated: RepeatedGaps;
  // By hypothesis word: how many words before it are in a reference. That is the number of the second parts that begin with it.
  #numberOf = new Int32Array(0);
  #length = 0; // words of the hypothesis
  /** Integers per set; its bits are numbers. */
  #width = 0;
  #behind = new Int32Array(0); // by position × length: the set of second parts there or later
  #single = new Int32Array(0); // by length: the set of those that occur once in each text
  #left = new Int32Array(0); // by position: lengths of first parts that begin there and are not yet taken, as bits
  // Of the current first part: by reference, where the sets after it are; by length of second part, matches.
  #sets = new Int32Array(4);
  readonly #counts: Int32Array;

  constructor(order: number) {
    this.#order = order;
    this.#lengths = order - 1;
    this.#found = new Int32Array(order + 1);
    this.#foundSingle = new Int32Array(order * order);
    this.#counts = new Int32Array(order);
    this.#repeated = new RepeatedGaps(order);
  }

  /**
   * Writes to rows[at + n] the matches of n words. `taken` says, by pair, for which n its word is matched with its position, from the last pair on.
   */
  match(pairs: WordPairs, taken: Int32Array, reaches: NgramReaches, rows: Float64Array, at: number): void {
    const { length, places, references } = pairs;
    this.#length = length;
    const { ends } = reaches;
    this.#numberOf = reaches.numberOf;
    this.#width = (reaches.numberOf[length]! + 31) >>> 5;
    this.#enterSeconds(pairs, taken, reaches);
    this.#found.fill(0);
    this.#left = roomFor(this.#left, places).fill(-1, 0, places);
    if (references > this.#sets.length) this.#sets = new Int32Array(2 * references);
    const { singles, singleCount, several, severalCount } = reaches;
    if (references === 1) this.#matchSingles(ends, singles, singleCount, length);
    else for (let k = 0; k < singleCount; k++) this.#matchFirsts(pairs, ends, singles[k]!);
    for (let k = 0; k < severalCount; k++) this.#matchFirsts(pairs, ends, several[k]!);
    this.#repeated.match(pairs, reaches, this.#found);
    for (let n = 2; n <= this.#order; n++) rows[at + n] = this.#found[n]!;
  }

  #enterSeconds(
    { to, place, places, references, begins, ends }: WordPairs,
    taken: Int32Array,
    { begins: reach, singles, singleCount, several, severalCount }: NgramReaches,
  ): void {
    const lengths = this.#lengths;
    const width = this.#width;
    const row = lengths * width;
    const numberOf = this.#numberOf;
    const behind = (this.#behind = roomFor(this.#behind, places * row).fill(0, 0, places * row));
    const single = (this.#single = roomFor(this.#single, row).fill(0, 0, row));
    for (let k = 0; k < singleCount; k++) {
      const i = singles[k]!;
      const word = numberOf[i]! >>> 5;
      const bit = 1 << (numberOf[i]! & 31);
      const words = Math.min(reach[3 * i]!, lengths);
      for (let b = 0, set = reach[3 * i + 1]! * row + word; b < words; b++, set += width) {
        behind[set]! |= bit;
        single[b * width + word]! |= bit;
      }
    }
    for (let k = 0; k < severalCount; k++) {
      const i = several[k]!;
      const word = numberOf[i]! >>> 5;
      const bit = 1 << (numberOf[i]! & 31);
      for (let pair = to[i + 1]!; pair < to[i]!; pair++) {
        let set = place[pair]! * row + word;
        for (let b = 0, left = taken[pair]!; b < lengths && left !== 0; b++, left >>>= 1, set += width) {
          if ((left & 1) !== 0) behind[set]! |= bit;
        }
      }
      const words = Math.min(reach[3 * i]!, lengths);
      for (let b = reach[3 * i + 2]!; b < words; b++) single[b * width + word]! |= bit;
    }
    for (let r = 0; r < references; r++) {
      const begin = begins[r]! * row;
      for (let lane = 0; lane < row; lane++) {
        let set = 0;
        for (let k = (ends[r]! - 1) * row + lane; k >= begin; k -= row) behind[k] = set |= behind[k]!;
      }
    }
  }

  /** All items whose first part ends with hypothesis word `end`. */
  #matchFirsts({ to, place, run, beginOf }: WordPairs, ends: Reach, end: number): void {
    const order = this.#order;
    const row = this.#lengths * this.#width;
    const left = this.#left;
    const sets = this.#sets;
    const counts = this.#counts;
    const found = this.#found;
    if (end + 2 >= this.#length) return;
    const from = this.#numberOf[end + 2]!;
    const most = Math.min(ends[3 * end]!, this.#lengths);
    const repeated = ends[3 * end + 2]!;
    let count = 0;
    let areCounted = false; // … the elements of these sets
    for (let a = 1; a <= most; a++) {
      const isSingle = a > repeated;
      const countBefore = count;
      let reference = -1;
      count = 0;
      const last = to[end - a + 2]!;
      for (let pair = to[end - a + 1]! - 1; pair >= last; pair--) {
        const p = place[pair]!;
        if (run[pair]! < a || beginOf[p] === reference || ((left[p]! >>> a) & 1) === 0) continue;
        reference = beginOf[p]!;
        left[p] = left[p]! ^ (1 << a);
        const set = (p + a + 1) * row;
        if (sets[count] !== set) areCounted = false;
        sets[count++] = set;
      }
      if (count === 0) continue;
      // Longer first parts that end here usually end at the same positions.
      if (!areCounted || count !== countBefore || a === repeated + 1) this.#count(from, order - a, count, isSingle);
      areCounted = true;
      for (let b = 1; a + b <= order; b++) found[a + b]! += counts[b]!;
    }
  }

  /** The same for words that occur once in the hypothesis and once in the only reference, as most do. */
  #matchSingles(ends: Reach, words: Int32Array, count: number, length: number): void {
    const order = this.#order;
    const lengths = this.#lengths;
    const width = this.#width;
    const behind = this.#behind;
    const numberOf = this.#numberOf;
    const found = this.#foundSingle.fill(0); // by words of the longest first part × length of second part
    for (let k = 0; k < count && words[k]! + 2 < length; k++) {
      const end = words[k]!;
      const from = numberOf[end + 2]!;
      const start = from >>> 5;
      if (start >= width) break;
      const most = Math.min(ends[3 * end]!, lengths) * lengths;
      const first = -1 << (from & 31);
      for (let b = 0, at = (ends[3 * end + 1]! + 2) * lengths * width; b < lengths; b++, at += width) {
        let matches = countBits(behind[at + start]! & first);
        for (let w = start + 1; w < width; w++) matches += countBits(behind[at + w]!);
        found[most + b]! += matches;
      }
    }
    // A first part represents all shorter ones that end there.
    for (let b = 1; b <= lengths; b++) {
      let matches = 0;
      for (let a = lengths; a > 0; a--) {
        matches += found[a * lengths + b - 1]!;
        if (a + b <= order) this.#found[a + b]! += matches;
      }
    }
  }

  /** Second parts of 1 … `most` words, from number `from`, that are in any of these sets: all, or those that occur once in each text. */
  #count(from: number, most: number, sets: number, all: boolean): void {
    const width = this.#width;
    const behind = this.#behind;
    const single = this.#single;
    const counts = this.#counts;
    const places = this.#sets;
    const start = from >>> 5;
    for (let b = 1, at = 0; b <= most; b++, at += width) {
      let found = 0;
      for (let w = start; w < width; w++) {
        let second = behind[places[0]! + at + w]!;
        for (let s = 1; s < sets; s++) second |= behind[places[s]! + at + w]!;
        if (w === start) second &= -1 << (from & 31);
        found += countBits(all ? second : second & single[at + w]!);
      }
      counts[b] = found;
    }
  }
}

/** The maximum size of the table; for long texts it is filled for some first parts at a time. */
const mostEntries = 1 << 16;

/** Parts of one length in text order: their numbers, and where they begin. */
class PartList {
  numbers = new Int32Array(64);
  places = new Int32Array(64);
  count = 0;

  begin(most: number): void {
    this.count = 0;
    this.numbers = roomFor(this.numbers, most);
    this.places = roomFor(this.places, most);
  }

  push(number: number, place: number): void {
    this.numbers[this.count] = number;
    this.places[this.count++] = place;
  }
}

/**
 * Matches of the items whose parts both occur more than once in a text. The parts are numbered, and a table of first parts × second parts
 * counts how often the one precedes the other in the reference where it does so most often; each time it does so in the hypothesis takes one.
 */
class RepeatedGaps {
  readonly #order: number;
  #parts = 0; // different ones: their numbers are 0, 1, …
  #longest = 0; // words of the longest
  // By length − 1.
  readonly #inHypothesis: PartList[];
  readonly #inReference: PartList[];
  #numberAt = new Int32Array(0); // by length × position: number + 1 of the part that begins there, or 0
  // By first part × second part: how often the one precedes the other in the reference where it does so most often; … in the current reference.
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
    const most = (this.#most = roomFor(this.#most, size).fill(0, 0, size));
    for (let r = 0; r < references; r++) {
      this.#listReference(begins[r]!, ends[r]!, places);
      if (r === 0) this.#count(most, from, until);
      else {
        const here = (this.#here = roomFor(this.#here, size).fill(0, 0, size));
        this.#count(here, from, until);
        for (let k = 0; k < size; k++) most[k] = Math.max(most[k]!, here[k]!);
      }
    }
  }

  /** Numbers the n-grams that are repeated. An n-gram is identified by its last position, the first of its pairs. */
  #number({ places, to, place, run }: WordPairs, { begins, several, severalCount }: NgramReaches): void {
    let longest = 0;
    for (let k = 0; k < severalCount; k++) longest = Math.max(longest, begins[3 * several[k]! + 2]!);
    longest = Math.min(longest, this.#inHypothesis.length);
    this.#numberAt = roomFor(this.#numberAt, longest * places).fill(0, 0, longest * places);
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
            const match = -table[at]! >>> 31; // 1 if any is left; no branch, because it would be hard to predict
            table[at] = table[at]! - match;
            matches += match;
          }
        }
        found[a + b]! += matches;
      }
    }
  }
}
