/**
 * How unlike two words are by their letters, from 0 to 1: edit distance over the length of the edit path, that is insertions, deletions,
 * substitutions and letters kept. Leusch and Ney (2009). Of several ways with the fewest edits the one that keeps most letters counts.
 */
import type { Tokens } from '../core/index.ts';
import { Alphabet } from './alphabet.ts';
import type { SubstitutionCosts } from './coverDistance.ts';
import { countBits, lower } from './integers.ts';
import { LetterBounds } from './letterBounds.ts';
import { LetterWords } from './letterWords.ts';

/** As few edits as possible, then as many steps, as one integer of 32 bits. */
const editBits = 15;
const edit = 1 << editBits;
/** Where longer words differ they count as wholly unlike; none are words. */
const mostLetters = edit / 2;
/** Words of the reference whose letters are kept in a table at a time. CoverDistance asks for the last 32 of them. */
const keptWords = 32;

export class LetterCosts implements SubstitutionCosts {
  readonly #alphabet = new Alphabet();
  readonly #texts: Tokens[] = [];
  readonly #hypothesis = new LetterWords();
  readonly #reference = new LetterWords();
  readonly #bounds = new LetterBounds();
  readonly #kept = new Int32Array(keptWords).fill(-1); // the words kept, by the low bits of their number; −1 for none
  #places = new Int32Array(256); // by word kept and symbol: where the letter stands in it
  #row = new Int32Array(64);

  /** Takes two texts as letters with spaces between words. */
  set(hypothesis: Tokens, reference: Tokens): void {
    for (let slot = 0; slot < keptWords; slot++) this.#forget(slot);
    const alphabet = this.#alphabet;
    this.#texts[0] = hypothesis;
    this.#texts[1] = reference;
    alphabet.set(this.#texts);
    this.#hypothesis.take(hypothesis, alphabet);
    this.#reference.take(reference, alphabet);
    this.#bounds.set(this.#hypothesis, alphabet.size);
    const size = keptWords * alphabet.size;
    if (size > this.#places.length) this.#places = new Int32Array(2 * size);
  }

  /** Lower bounds of the costs of word j of the reference, by word of the hypothesis, from `at` on. */
  lowerBounds(j: number, bounds: Int32Array, at: number): void {
    this.#bounds.write(this.#reference, j, bounds, at);
  }

  /** The letters of a word of the reference, as bits, by symbol from where is returned on. */
  #placesOf(word: number): number {
    const slot = word & (keptWords - 1);
    const first = slot * this.#alphabet.size;
    if (this.#kept[slot] === word) return first;
    this.#forget(slot);
    this.#kept[slot] = word;
    const { symbols } = this.#reference;
    const start = this.#reference.start(word);
    const end = this.#reference.end(word);
    for (let at = start; at < end; at++) this.#places[first + symbols[at]!]! |= 1 << (at - start);
    return first;
  }

  #forget(slot: number): void {
    const word = this.#kept[slot]!;
    this.#kept[slot] = -1;
    if (word < 0) return;
    const { symbols } = this.#reference;
    const first = slot * this.#alphabet.size;
    const end = this.#reference.end(word);
    for (let at = this.#reference.start(word); at < end; at++) this.#places[first + symbols[at]!] = 0;
  }

  /** Cost of word j of the reference in place of word i of the hypothesis; if it is not below the limit, anything from there up to it. */
  of(word: number, other: number, limit: number): number {
    const a = this.#hypothesis.symbols;
    const b = this.#reference.symbols;
    let start = this.#hypothesis.start(word);
    let end = this.#hypothesis.end(word);
    let from = this.#reference.start(other);
    let to = this.#reference.end(other);
    const isLong = to - from > 31;
    const before = from;
    let kept = 0; // a common beginning and a common end are part of a best path
    for (; start < end && from < to && a[start] === b[from]; start++, from++) kept++;
    for (; start < end && from < to && a[end - 1] === b[to - 1]; end--, to--) kept++;
    const length = end - start;
    const target = to - from;
    if (length + target === 0) return 0;
    if (length > mostLetters || target > mostLetters) return 1;
    if (length === 0 || target === 0) return (length + target) / (kept + length + target);
    if (isLong) return this.#longest(start, end, from, to, kept);

    // Edit distance (Myers 1999 as in Hyyrö 2003) and longest common subsequence (Hyyrö 2004), a bit for each letter of the reference.
    const places = this.#places;
    const first = this.#placesOf(other);
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
    // The path is as long as the longer word at least. It keeps no more letters than there are in common, nor more than are left on
    // both sides when each edit takes one.
    const steps = distance + lower(common, (length + target - distance) >> 1);
    const least = distance / (kept + steps);
    if (steps <= length || steps <= target || least >= limit) return least;
    if (length + target - 2 * common === distance) return least; // nothing need be substituted
    return this.#longest(start, end, from, to, kept);
  }

  /** By the whole table, when only that tells how many letters a path with the fewest edits can keep. */
  #longest(start: number, end: number, from: number, to: number, kept: number): number {
    const a = this.#hypothesis.symbols;
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

/** 1 or 0, without a branch. */
const isEqual = (one: number, other: number): number => ((one ^ other) - 1) >>> 31;
