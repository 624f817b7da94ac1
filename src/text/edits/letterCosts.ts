/**
 * How much two words differ in their letters, from 0 to 1: edit distance over the length of the edit path (insertions, deletions,
 * substitutions and kept letters). Leusch and Ney (2009). Among paths with the fewest edits, the one that keeps most letters counts.
 */
import { type Tokens, enlarged } from '../../core/index.ts';
import { countBits, lower } from '../integers.ts';
import { Alphabet } from '../words/alphabet.ts';
import { type SubstitutionCosts, mostRows, unit } from './coverDistance.ts';
import { LetterBounds, LetterWords, wordEnd } from './letterBounds.ts';

/** As few edits as possible, then as many steps, as one integer of 32 bits. */
const editBits = 15;
const edit = 1 << editBits;
/** Longer strings that differ cost 1; none of them are words. */
const mostLetters = edit / 2;
/** The number of reference words that costs are kept for at a time; longer references are processed in parts. */
const mostColumns = 4 * mostRows;
/** When costs are kept for more hypothesis words of a segment than this, they are dropped. */
const mostWords = 1 << 12;

/**
 * Costs for all hypotheses of a segment: different systems share most words, so the costs of word pairs are kept.
 * By number of a hypothesis word there is a row of reference words, in which a bound becomes tighter once the cost is known.
 */
export class LetterCosts implements SubstitutionCosts {
  rows = new Int32Array(64);
  bounds = new Int32Array(1024);
  #costs = new Float64Array(1024); // by the same index: the cost, or −1 if not yet known
  readonly #alphabet = new Alphabet(); // of the reference
  readonly #texts: Tokens[] = [];
  readonly #reference = new LetterWords();
  readonly #letterBounds = new LetterBounds();
  #first = 0; // word of the reference in the first column
  #columns = 0; // in a row
  #places = new Int32Array(256); // by column and symbol: the positions of the letter in the word, as bits
  readonly #words = new LetterWords(); // of hypotheses, in the order in which they came
  #ids = new Int32Array(64);
  #numberOf = new Int32Array(256); // by id: number of the word + 1, or 0
  #row = new Int32Array(64);

  /** Takes a reference as letters with spaces between words. */
  setReference(letters: Tokens): void {
    const alphabet = this.#alphabet;
    this.#texts[0] = letters;
    alphabet.set(this.#texts);
    this.#reference.take(letters, alphabet);
    this.#letterBounds.set(this.#reference, alphabet.size);
    this.#columns = Math.min(roundedToFours(this.#reference.count), mostColumns);
    this.#forgetWords();
    this.#showWords(0);
  }

  /** Takes a hypothesis as ids of words, which mean the same words until the next reference, and as letters with spaces between words. */
  setHypothesis({ ids, start, end }: Tokens, letters: Tokens): void {
    if (this.#first > 0 || this.#words.count > mostWords) this.#forgetWords();
    if (this.#first > 0) this.#showWords(0);
    if (end - start > this.rows.length) this.rows = new Int32Array(2 * (end - start));
    for (let i = start, at = letters.start; i < end; i++) {
      const until = wordEnd(letters.ids, at, letters.end);
      const id = ids[i]!;
      if (id >= this.#numberOf.length) this.#numberOf = enlarged(this.#numberOf, id + 1);
      const number = this.#numberOf[id]! || this.#add(id, letters.ids, at, until);
      this.rows[i - start] = (number - 1) * this.#columns;
      at = until + 1;
    }
  }

  startBand(referenceWord: number): number {
    if (referenceWord >= this.#first + mostColumns) {
      this.#showWords(referenceWord);
      for (let word = 0; word < this.#words.count; word++) this.#startRow(word);
    }
    return referenceWord - this.#first;
  }

  #forgetWords(): void {
    for (let word = 0; word < this.#words.count; word++) this.#numberOf[this.#ids[word]!] = 0;
    this.#words.count = 0;
  }

  /** Assigns the columns to reference words from `first`. */
  #showWords(first: number): void {
    const { symbols, count } = this.#reference;
    const { size } = this.#alphabet;
    this.#first = first;
    const room = this.#columns * (size + 1);
    if (room > this.#places.length) this.#places = new Int32Array(2 * room);
    else this.#places.fill(0, 0, room);
    const places = this.#places;
    const last = Math.min(count, first + this.#columns);
    for (let word = first, row = 0; word < last; word++, row += size + 1) {
      const start = this.#reference.start(word);
      const end = this.#reference.end(word);
      for (let at = start; at < end; at++) places[row + symbols[at]!]! |= 1 << (at - start);
    }
  }

  /** Adds a hypothesis word and returns its number + 1. */
  #add(id: number, letters: Int32Array, start: number, end: number): number {
    const word = this.#words.count;
    if (word === this.#ids.length) this.#ids = enlarged(this.#ids);
    this.#ids[word] = id;
    this.#words.add(letters, start, end, this.#alphabet);
    this.#startRow(word);
    return (this.#numberOf[id] = word + 1);
  }

  #startRow(word: number): void {
    const from = word * this.#columns;
    const to = from + this.#columns;
    if (to > this.bounds.length) {
      this.bounds = enlarged(this.bounds, to);
      const costs = new Float64Array(this.bounds.length);
      costs.set(this.#costs);
      this.#costs = costs;
    }
    this.#letterBounds.write(this.#words, word, this.#first, this.bounds, from, to);
    this.#costs.fill(-1, from, to);
  }

  /** The cost of substituting reference word j for hypothesis word i; if it is not below the limit, any value from the limit up to it. */
  of(i: number, j: number, limit: number): number {
    const row = this.rows[i]!;
    const at = row + j - this.#first;
    if (this.#costs[at]! >= 0) return this.#costs[at]!;
    const cost = this.#find((row / this.#columns) | 0, j, limit);
    if (cost >= limit) return cost;
    this.#costs[at] = cost;
    if (cost > 0) this.bounds[at] = cost < 1 ? Math.floor(cost * unit) - 1 : unit;
    return cost;
  }

  #find(word: number, other: number, limit: number): number {
    const a = this.#words.symbols;
    const b = this.#reference.symbols;
    let start = this.#words.start(word);
    let end = this.#words.end(word);
    let from = this.#reference.start(other);
    let to = this.#reference.end(other);
    const isLong = to - from > 31;
    const before = from;
    let kept = 0; // a common prefix and a common suffix are part of a best path
    for (; start < end && from < to && a[start] === b[from]; start++, from++) kept++;
    for (; start < end && from < to && a[end - 1] === b[to - 1]; end--, to--) kept++;
    const length = end - start;
    const target = to - from;
    if (length + target === 0) return 0;
    if (length > mostLetters || target > mostLetters) return 1;
    if (length === 0 || target === 0) return (length + target) / (kept + length + target);
    if (isLong) return this.#longest(start, end, from, to, kept);

    // Edit distance (Myers 1999 as in Hyyrö 2003) and longest common subsequence (Hyyrö 2004), one bit per letter of the reference.
    const places = this.#places;
    const first = (other - this.#first) * (this.#alphabet.size + 1);
    const shift = from - before;
    const all = -1 >>> (32 - target);
    let rise = all;
    let fall = 0;
    let free = all; // letters without a partner in the subsequence
    for (let i = start; i < end; i++) {
      const x = (places[first + a[i]!]! >>> shift) & all;
      free = (free + (free & x)) | (free & ~x);
      const d = ((((x & rise) + rise) | 0) ^ rise) | x | fall;
      const up = ((fall | ~(d | rise)) << 1) | 1;
      rise = ((d & rise) << 1) | ~(d | up);
      fall = up & d;
    }
    const distance = length + countBits(rise & all) - countBits(fall & all);
    const common = target - countBits(free & all);
    // The path is at least as long as the longer word. It keeps at most the letters in common, and at most what is left on both sides
    // when each edit takes one.
    const steps = distance + lower(common, (length + target - distance) >> 1);
    const least = distance / (kept + steps);
    if (steps <= length || steps <= target || least >= limit) return least;
    if (length + target - 2 * common === distance) return least; // nothing need be substituted
    return this.#longest(start, end, from, to, kept);
  }

  /** Fills the whole table, if only that shows how many letters a path with the fewest edits can keep. */
  #longest(start: number, end: number, from: number, to: number, kept: number): number {
    const a = this.#words.symbols;
    const b = this.#reference.symbols;
    const target = to - from;
    if (target + 1 > this.#row.length) this.#row = new Int32Array(2 * (target + 1));
    const row = this.#row;
    for (let j = 0; j <= target; j++) row[j] = j * (edit - 1);
    for (let i = start; i < end; i++) {
      const letter = a[i]!;
      let diagonal = row[0]!;
      let left = (row[0] = diagonal + edit - 1);
      for (let j = 1; j <= target; j++) {
        const above = row[j]!;
        const best = lower(diagonal - (isEqual(b[from + j - 1]!, letter) << editBits), above);
        row[j] = left = lower(best, left) + edit - 1;
        diagonal = above;
      }
    }
    const distance = Math.ceil(row[target]! / edit);
    return distance / (kept + distance * edit - row[target]!);
  }
}

const roundedToFours = (count: number): number => (count + 3) & -4;

/** 1 or 0, without a branch. */
const isEqual = (one: number, other: number): number => ((one ^ other) - 1) >>> 31;
