/**
 * Skip bigrams (pairs of words in order with at most `gap` words between) that two texts have in common, each as often as both
 * have it. Lin and Och, ACL 2004. Processes one first word at a time, so it only needs a table of second words.
 */
import type { Tokens } from '../../core/index.ts';
import { Alphabet } from '../words/alphabet.ts';

export class SkipBigrams {
  /** The distance from a word to the last one it makes a pair with. */
  readonly #reach: number;
  readonly #alphabet = new Alphabet();
  #hypothesis = new Int32Array(64); // symbols, −1 for a word that the reference lacks
  #reference = new Int32Array(64);
  #firstInReference = new Int32Array(64); // by symbol: first position + 1, or 0
  #firstInHypothesis = new Int32Array(64);
  #nextInReference = new Int32Array(64); // by position: the next one + 1 with the same word, or 0
  #nextInHypothesis = new Int32Array(64);
  #left = new Int32Array(64); // by second symbol: pairs of the reference not yet matched

  /** `gap` may be Infinity. */
  constructor(gap: number) {
    this.#reach = Math.min(gap + 1, 0x3fffffff);
  }

  /** The number of pairs in a text of this many words. */
  total(words: number): number {
    const reach = Math.min(this.#reach, words - 1);
    return words > 1 ? reach * words - (reach * (reach + 1)) / 2 : 0;
  }

  count(hypothesis: Tokens, reference: Tokens): number {
    const words = hypothesis.end - hypothesis.start;
    const referenceWords = reference.end - reference.start;
    this.#load(hypothesis, reference);
    const symbols = this.#alphabet.size;
    const h = this.#hypothesis;
    const r = this.#reference;
    const left = this.#left;
    const reach = this.#reach;
    let common = 0;
    for (let first = 0; first < symbols; first++) {
      if (this.#firstInHypothesis[first] === 0) continue;
      for (let j = this.#firstInReference[first]!; j > 0; j = this.#nextInReference[j - 1]!) {
        const stop = Math.min(referenceWords, j + reach);
        for (let second = j; second < stop; second++) left[r[second]!]!++;
      }
      for (let i = this.#firstInHypothesis[first]!; i > 0; i = this.#nextInHypothesis[i - 1]!) {
        const stop = Math.min(words, i + reach);
        for (let second = i; second < stop; second++) {
          const symbol = h[second]!;
          if (symbol < 0 || left[symbol] === 0) continue;
          left[symbol]!--;
          common++;
        }
      }
      left.fill(0, 0, symbols);
    }
    return common;
  }

  #load(hypothesis: Tokens, reference: Tokens): void {
    const words = hypothesis.end - hypothesis.start;
    const referenceWords = reference.end - reference.start;
    this.#alphabet.set([reference]);
    this.#reserve(words, referenceWords, this.#alphabet.size);
    this.#firstInReference.fill(0, 0, this.#alphabet.size);
    this.#firstInHypothesis.fill(0, 0, this.#alphabet.size);
    for (let j = referenceWords - 1; j >= 0; j--) {
      const symbol = this.#alphabet.symbol(reference.ids[reference.start + j]!);
      this.#reference[j] = symbol;
      this.#nextInReference[j] = this.#firstInReference[symbol]!;
      this.#firstInReference[symbol] = j + 1;
    }
    for (let i = words - 1; i >= 0; i--) {
      const symbol = this.#alphabet.symbol(hypothesis.ids[hypothesis.start + i]!);
      this.#hypothesis[i] = symbol;
      if (symbol < 0) continue;
      this.#nextInHypothesis[i] = this.#firstInHypothesis[symbol]!;
      this.#firstInHypothesis[symbol] = i + 1;
    }
  }

  #reserve(words: number, referenceWords: number, symbols: number): void {
    if (words > this.#hypothesis.length) {
      this.#hypothesis = new Int32Array(2 * words);
      this.#nextInHypothesis = new Int32Array(2 * words);
    }
    if (referenceWords > this.#reference.length) {
      this.#reference = new Int32Array(2 * referenceWords);
      this.#nextInReference = new Int32Array(2 * referenceWords);
    }
    if (symbols > this.#left.length) {
      this.#left = new Int32Array(2 * symbols);
      this.#firstInReference = new Int32Array(2 * symbols);
      this.#firstInHypothesis = new Int32Array(2 * symbols);
    }
  }
}
