/**
 * Lower bounds of the letter cost of two words, from the number of letters that they share in any order. These are counted for four
 * reference words at once, in the four bytes of an integer.
 */
import { type Tokens, enlarged } from '../../core/index.ts';
import { higher } from '../integers.ts';
import type { Alphabet } from '../words/alphabet.ts';
import { space } from '../words/spelling.ts';
import { unit } from './coverDistance.ts';

/** Longer words have no bound. */
const mostLetters = 31;
const unknown = mostLetters + 1;
/** Neither have hypothesis words that repeat a letter more often. */
const mostTimes = 4;

/**
 * By length of the longer word and letters in common: a lower bound of the cost, in the units of CoverDistance. A path that keeps k
 * letters has at least length − k edits, so its cost is at least (length − k) / length.
 */
const rowBits = 5;
const makeLeastCosts = (): Int32Array =>
  Int32Array.from({ length: (unknown + 1) << rowBits }, (_, index) => {
    const length = index >> rowBits;
    const common = index & mostLetters;
    if (length === unknown) return 0;
    if (common === 0) return unit;
    return common < length ? Math.floor((unit * (length - common)) / length) - 1 : 0;
  });

/** Made when it is first needed: most runs need none. */
let leastCostsOfAll: Int32Array | undefined;

export class LetterBounds {
  readonly #leastCosts = (leastCostsOfAll ??= makeLeastCosts());
  #fours = 0; // words by four
  #symbols = 0;
  #lengths = new Int32Array(64); // by word: where the row of its length starts in `#leastCosts`
  #have = new Int32Array(2048); // by times, symbol and four words: a byte for each word, 1 if it has the letter that many times
  #entered = new Int32Array(256); // the entries that are not 0, for resetting
  #entries = 0;
  #times = new Int32Array(256); // by symbol: the count of the letter in the current word
  readonly #places = new Int32Array(mostLetters); // in `have`, of the letters of the word of the hypothesis

  /** Takes the words of the reference, whose symbols are all below `symbols`; other symbols are letters that it lacks. */
  set(reference: LetterWords, symbols: number): void {
    for (let e = 0; e < this.#entries; e++) this.#have[this.#entered[e]!] = 0;
    this.#entries = 0;
    this.#reserve(reference, symbols);
    const have = this.#have;
    const entered = this.#entered;
    for (let word = 0; word < reference.count; word++) {
      const start = reference.start(word);
      const length = reference.end(word) - start;
      this.#lengths[word] = (length > mostLetters ? unknown : length) << rowBits;
      if (length > mostLetters) continue;
      const found = this.#findPlaces(reference.symbols, start, length, entered, this.#entries);
      for (let e = this.#entries; e < found; e++) have[(entered[e]! += word >>> 2)]! |= 1 << ((word & 3) << 3);
      this.#entries = found;
    }
  }

  /**
   * Writes the bounds for a hypothesis word, by reference word from `first`, a multiple of 4, to bounds[from … to) as far as there are
   * words, and up to three more values without meaning, because four are written at a time.
   */
  write(words: LetterWords, word: number, first: number, bounds: Int32Array, from: number, to: number): void {
    const { symbols } = words;
    const start = words.start(word);
    const end = words.end(word);
    const length = end - start;
    const have = this.#have;
    const lengths = this.#lengths;
    const leastCosts = this.#leastCosts;
    const places = this.#places;
    let known = 0;
    for (let at = start; at < end; at++) if (symbols[at]! < this.#symbols) known++;
    const found = length > mostLetters ? -1 : this.#findPlaces(symbols, start, length, places, 0);
    if (found < known) {
      bounds.fill(0, from, to);
      return;
    }
    const row = length << rowBits;
    const last = Math.min(this.#fours, (first + to - from) >>> 2);
    for (let four = first >>> 2, at = from; four < last; four++, at += 4) {
      let common = 0; // a byte for each
      for (let p = 0; p < found; p++) common = (common + have[places[p]! + four]!) | 0;
      const other = 4 * four;
      bounds[at] = leastCosts[higher(row, lengths[other]!) + (common & mostLetters)]!;
      bounds[at + 1] = leastCosts[higher(row, lengths[other + 1]!) + ((common >> 8) & mostLetters)]!;
      bounds[at + 2] = leastCosts[higher(row, lengths[other + 2]!) + ((common >> 16) & mostLetters)]!;
      bounds[at + 3] = leastCosts[higher(row, lengths[other + 3]!) + (common >> 24)]!;
    }
  }

  /** Writes where the first four words are in `have`, by letter, starting at `to`, and returns the end of what was written. */
  #findPlaces(symbols: Int32Array, start: number, length: number, places: Int32Array, to: number): number {
    const times = this.#times;
    const end = start + length;
    let next = to;
    for (let at = start; at < end; at++) {
      const symbol = symbols[at]!;
      if (symbol >= this.#symbols) continue;
      const before = times[symbol]!++;
      if (before < mostTimes) places[next++] = (before * this.#symbols + symbol) * this.#fours;
    }
    for (let at = start; at < end; at++) if (symbols[at]! < this.#symbols) times[symbols[at]!] = 0;
    return next;
  }

  #reserve(reference: LetterWords, symbols: number): void {
    const words = reference.count;
    const fours = (this.#fours = (words + 3) >>> 2);
    this.#symbols = symbols;
    if (words + 3 > this.#lengths.length) this.#lengths = new Int32Array(2 * words + 3);
    if (mostTimes * symbols * fours > this.#have.length) this.#have = new Int32Array(2 * mostTimes * symbols * fours);
    if (symbols > this.#times.length) this.#times = new Int32Array(2 * symbols);
    if (reference.symbols.length > this.#entered.length) this.#entered = new Int32Array(reference.symbols.length);
  }
}

/** Words by number, and their letters as symbols of an alphabet. */
export class LetterWords {
  count = 0;
  /** Of all words, without spaces. Letters that the alphabet lacks have its size as their symbol. */
  symbols = new Int32Array(256);
  #starts = new Int32Array(65); // by word; one more for the end

  /** Takes letters with spaces between words and drops all earlier words. */
  take({ ids, start, end }: Tokens, alphabet: Alphabet): void {
    this.count = 0;
    for (let at = start; at < end;) {
      const until = wordEnd(ids, at, end);
      this.add(ids, at, until, alphabet);
      at = until + 1;
    }
  }

  /** Adds the word with these letters. */
  add(ids: Int32Array, start: number, end: number, alphabet: Alphabet): void {
    if (this.count + 1 === this.#starts.length) this.#starts = enlarged(this.#starts);
    let at = this.#starts[this.count]!;
    if (at + end - start > this.symbols.length) this.symbols = enlarged(this.symbols, at + end - start);
    const { symbols } = this;
    const { size } = alphabet;
    for (let k = start; k < end; k++) {
      const symbol = alphabet.symbol(ids[k]!);
      symbols[at++] = symbol < 0 ? size : symbol;
    }
    this.#starts[++this.count] = at;
  }

  start(word: number): number {
    return this.#starts[word]!;
  }

  end(word: number): number {
    return this.#starts[word + 1]!;
  }
}

/** Where the word that starts at ids[at] ends, in a text with spaces between words. */
export function wordEnd(ids: Int32Array, at: number, end: number): number {
  let until = at;
  while (until < end && ids[until] !== space) until++;
  return until;
}
