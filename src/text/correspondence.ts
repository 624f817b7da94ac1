/**
 * Which reference word each hypothesis word stands for, as RIBES 1.03 has it: Isozaki et al., EMNLP 2010.
 * A word found once on each side corresponds. Any other is looked up with one more word of context at a time, that to its left
 * first, then that to its right, until the words together are found once on each side; if they never are, it is left out.
 *
 * Of two positions with the same word, the run is the number of equal words that end there. A context of some length is found at all
 * positions with a run of that length or more, so it is found once on each side if it is longer than the second longest run into
 * the reference and than the longest into the rest of the hypothesis, and no longer than the longest run into the reference.
 */
import type { Tokens } from '../core/index.ts';
import { Alphabet } from './alphabet.ts';

const never = 0x7fffffff;

export class Correspondence {
  /** By aligned hypothesis word, in the order of the hypothesis: its position in the reference, from 0. Two may share one. */
  positions = new Int32Array(64);
  readonly #alphabet = new Alphabet();
  #hypothesis = new Int32Array(64); // symbols; −1 for a word that the reference lacks
  #reference = new Int32Array(64);
  // By hypothesis position: words of the shortest context found once on each side, and where it ends in the reference.
  #left = new Int32Array(64);
  #leftAt = new Int32Array(64);
  #right = new Int32Array(64); // these two from the last word to the first, in texts read backwards
  #rightAt = new Int32Array(64);
  // By symbol: the last position + 1 with that word, or 0; by position: the one before it + 1 with the same word, or 0.
  #lastInHypothesis = new Int32Array(64);
  #lastInReference = new Int32Array(64);
  #beforeInHypothesis = new Int32Array(64);
  #beforeInReference = new Int32Array(64);
  // By position on either side: run of the pair with hypothesis position …For.
  #hypothesisRun = new Int32Array(64);
  #hypothesisFor = new Int32Array(64);
  #referenceRun = new Int32Array(64);
  #referenceFor = new Int32Array(64);
  // By hypothesis position: longest run into the reference, and into the rest of the hypothesis.
  #longest = new Int32Array(64);
  #longestElsewhere = new Int32Array(64);

  /** Fills `positions` up to the number returned. */
  align(hypothesis: Tokens, reference: Tokens): number {
    const words = hypothesis.end - hypothesis.start;
    const referenceWords = reference.end - reference.start;
    if (words === 0 || referenceWords === 0) return 0;
    this.#reserve(words, referenceWords);
    this.#load(hypothesis, reference);
    this.#findContexts(words, referenceWords, this.#left, this.#leftAt);
    reverse(this.#hypothesis, words);
    reverse(this.#reference, referenceWords);
    this.#findContexts(words, referenceWords, this.#right, this.#rightAt);

    let count = 0;
    for (let i = 0; i < words; i++) {
      const mirrored = words - 1 - i;
      const left = this.#left[i]!;
      const right = this.#right[mirrored]!;
      if (left === never && right === never) continue;
      this.positions[count++] = left <= right ? this.#leftAt[i]! : referenceWords - 1 - this.#rightAt[mirrored]!;
    }
    return count;
  }

  #load(hypothesis: Tokens, reference: Tokens): void {
    const alphabet = this.#alphabet;
    alphabet.set([reference]);
    for (let j = reference.start; j < reference.end; j++) {
      this.#reference[j - reference.start] = alphabet.symbol(reference.ids[j]!);
    }
    for (let i = hypothesis.start; i < hypothesis.end; i++) {
      this.#hypothesis[i - hypothesis.start] = alphabet.symbol(hypothesis.ids[i]!);
    }
    if (alphabet.size > this.#lastInReference.length) {
      this.#lastInHypothesis = new Int32Array(2 * alphabet.size);
      this.#lastInReference = new Int32Array(2 * alphabet.size);
    }
  }

  /** For each hypothesis word, the context that ends with it. Words that the reference lacks end every run, since no context has them. */
  #findContexts(words: number, referenceWords: number, lengths: Int32Array, ends: Int32Array): void {
    const hypothesis = this.#hypothesis;
    const reference = this.#reference;
    const inHypothesis = this.#lastInHypothesis.fill(0, 0, this.#alphabet.size);
    const inReference = this.#lastInReference.fill(0, 0, this.#alphabet.size);
    const beforeInHypothesis = this.#beforeInHypothesis;
    const beforeInReference = this.#beforeInReference;
    const hypothesisRun = this.#hypothesisRun;
    // −2 is before no hypothesis position; −1 would be before the first.
    const hypothesisFor = this.#hypothesisFor.fill(-2, 0, words);
    const referenceRun = this.#referenceRun;
    const referenceFor = this.#referenceFor.fill(-2, 0, referenceWords);
    const longestElsewhere = this.#longestElsewhere.fill(0, 0, words);
    for (let j = 0; j < referenceWords; j++) {
      beforeInReference[j] = inReference[reference[j]!]!;
      inReference[reference[j]!] = j + 1;
    }

    for (let i = 0; i < words; i++) {
      const symbol = hypothesis[i]!;
      lengths[i] = never;
      if (symbol < 0) continue;
      let longest = 0;
      let second = 0;
      // From the last position to the first, so that the run at the one before is still that of hypothesis position i − 1.
      for (let j = inReference[symbol]! - 1; j >= 0; j = beforeInReference[j]! - 1) {
        const run = j > 0 && referenceFor[j - 1] === i - 1 ? referenceRun[j - 1]! + 1 : 1;
        referenceRun[j] = run;
        referenceFor[j] = i;
        if (run > longest) {
          second = longest;
          longest = run;
          ends[i] = j;
        } else if (run > second) second = run;
      }
      let elsewhere = 0;
      for (let k = inHypothesis[symbol]! - 1; k >= 0; k = beforeInHypothesis[k]! - 1) {
        const run = k > 0 && hypothesisFor[k - 1] === i - 1 ? hypothesisRun[k - 1]! + 1 : 1;
        hypothesisRun[k] = run;
        hypothesisFor[k] = i;
        if (run > elsewhere) elsewhere = run;
        if (run > longestElsewhere[k]!) longestElsewhere[k] = run;
      }
      longestElsewhere[i] = elsewhere;
      beforeInHypothesis[i] = inHypothesis[symbol]!;
      inHypothesis[symbol] = i + 1;
      if (second < longest) lengths[i] = second + 1;
      this.#longest[i] = longest;
    }
    // Only now is it known how far later hypothesis words share a context.
    for (let i = 0; i < words; i++) {
      if (lengths[i] === never) continue;
      const least = Math.max(lengths[i]!, longestElsewhere[i]! + 1);
      lengths[i] = least <= this.#longest[i]! ? least : never;
    }
  }

  #reserve(words: number, referenceWords: number): void {
    if (words > this.#hypothesis.length) {
      const room = 2 * words;
      this.positions = new Int32Array(room);
      this.#hypothesis = new Int32Array(room);
      this.#left = new Int32Array(room);
      this.#leftAt = new Int32Array(room);
      this.#right = new Int32Array(room);
      this.#rightAt = new Int32Array(room);
      this.#beforeInHypothesis = new Int32Array(room);
      this.#hypothesisRun = new Int32Array(room);
      this.#hypothesisFor = new Int32Array(room);
      this.#longestElsewhere = new Int32Array(room);
      this.#longest = new Int32Array(room);
    }
    if (referenceWords > this.#reference.length) {
      const room = 2 * referenceWords;
      this.#reference = new Int32Array(room);
      this.#beforeInReference = new Int32Array(room);
      this.#referenceRun = new Int32Array(room);
      this.#referenceFor = new Int32Array(room);
    }
  }
}

function reverse(values: Int32Array, length: number): void {
  for (let i = 0, j = length - 1; i < j; i++, j--) {
    const value = values[i]!;
    values[i] = values[j]!;
    values[j] = value;
  }
}
