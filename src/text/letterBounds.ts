/**
 * Lower bounds of what the letters of two words cost, from how many letters they have in common in any order. These are counted for four
 * words of the hypothesis at once, in the four bytes of an integer.
 */
import type { LetterWords } from './letterWords.ts';
import { unit } from './coverDistance.ts';
import { lower } from './integers.ts';

/** Of longer words nothing is known. */
const mostLetters = 31;
const unknown = mostLetters + 1;
/** Nor of words of the reference that have a letter more often. */
const mostTimes = 4;

/**
 * By length of the longer word and letters in common: a lower bound of the cost, in the units of CoverDistance. A path with k
 * letters kept has at least length − k edits, so that its cost is at least (length − k) / length.
 */
const leastCosts = Int32Array.from({ length: (unknown + 1) << 5 }, (_, index) => {
  const length = index >> 5;
  const common = index & 31;
  if (length === unknown) return 0;
  if (common === 0) return unit;
  return common < length ? Math.floor((unit * (length - common)) / length) - 1 : 0;
});

const longer = (length: number, other: number): number => -lower(-length, -other);

export class LetterBounds {
  #words = 0;
  #fours = 0; // words by four
  #symbols = 0;
  #lengths = new Int32Array(64); // by word
  #have = new Int32Array(2048); // by times, symbol and four words: a byte for each word, 1 if it has the letter so many times
  #entered = new Int32Array(256); // where it is not 0, to forget it by
  #entries = 0;
  #times = new Int32Array(256); // by symbol: how often the word under way has had the letter
  readonly #places = new Int32Array(mostLetters); // in `have`, of the letters of the word of the reference

  /** Takes the words of the hypothesis; all symbols are below `symbols`. */
  set(hypothesis: LetterWords, symbols: number): void {
    for (let e = 0; e < this.#entries; e++) this.#have[this.#entered[e]!] = 0;
    this.#entries = 0;
    this.#reserve(hypothesis, symbols);
    const have = this.#have;
    const entered = this.#entered;
    for (let word = 0; word < hypothesis.count; word++) {
      const start = hypothesis.start(word);
      const length = hypothesis.end(word) - start;
      this.#lengths[word] = length > mostLetters ? unknown : length;
      if (length > mostLetters) continue;
      const found = this.#findPlaces(hypothesis, start, length, entered, this.#entries);
      for (let e = this.#entries; e < found; e++) have[(entered[e]! += word >>> 2)]! |= 1 << ((word & 3) << 3);
      this.#entries = found;
    }
  }

  /** Writes the bounds for a word of the reference, by word of the hypothesis, from `at` on. */
  write(reference: LetterWords, word: number, bounds: Int32Array, at: number): void {
    const start = reference.start(word);
    const length = reference.end(word) - start;
    const words = this.#words;
    const have = this.#have;
    const lengths = this.#lengths;
    const places = this.#places;
    const found = length > mostLetters ? 0 : this.#findPlaces(reference, start, length, places, 0);
    if (found < length) {
      bounds.fill(0, at, at + words);
      return;
    }
    for (let four = 0, i = 0; four < this.#fours; four++) {
      let common = 0;
      for (let p = 0; p < found; p++) common = (common + have[places[p]! + four]!) | 0;
      for (const last = i + 4 < words ? i + 4 : words; i < last; i++, common >>= 8) {
        bounds[at + i] = leastCosts[(longer(length, lengths[i]!) << 5) + (common & 31)]!;
      }
    }
  }

  /** Writes where the first four words are in `have`, by letter, from `to` on, and returns the end of what was written. */
  #findPlaces({ symbols }: LetterWords, start: number, length: number, places: Int32Array, to: number): number {
    const times = this.#times;
    const end = start + length;
    let next = to;
    for (let at = start; at < end; at++) {
      const symbol = symbols[at]!;
      const before = times[symbol]!++;
      if (before < mostTimes) places[next++] = (before * this.#symbols + symbol) * this.#fours;
    }
    for (let at = start; at < end; at++) times[symbols[at]!] = 0;
    return next;
  }

  #reserve(hypothesis: LetterWords, symbols: number): void {
    const words = (this.#words = hypothesis.count);
    const fours = (this.#fours = (words + 3) >>> 2);
    this.#symbols = symbols;
    if (words > this.#lengths.length) this.#lengths = new Int32Array(2 * words);
    if (mostTimes * symbols * fours > this.#have.length) this.#have = new Int32Array(2 * mostTimes * symbols * fours);
    if (symbols > this.#times.length) this.#times = new Int32Array(2 * symbols);
    if (hypothesis.symbols.length > this.#entered.length) this.#entered = new Int32Array(hypothesis.symbols.length);
  }
}
