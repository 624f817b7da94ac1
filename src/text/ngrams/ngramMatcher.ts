/**
 * Clipped n-gram matches of a text against references: an n-gram counts at most as often as in the reference that has it most often.
 * Works on the pairs of positions, one in the text and one in a reference, where the same bigram ends; there are few. A pair's run is the
 * number of equal tokens that end there, one more than that of the previous pair, so the pair has an n-gram of every length up to its run.
 * Each occurrence in the text takes, for each length, one such position of each reference while any is left: a reference with k
 * of them serves the first k occurrences, which is the clipping.
 */
import type { Tokens } from '../../core/index.ts';
import { Alphabet } from '../words/alphabet.ts';
import { NumberedNgrams } from './numberedNgrams.ts';

/** Only ids below this are used; the table of bigrams has its square of entries. References are read first, so their ids are low. */
const mostIds = 256;
/** Long or repetitive texts have too many pairs; above this many per token, n-grams are numbered instead. */
const pairsPerToken = 48;
/** Pairs are not tried with references of more tokens in total. */
const mostTokens = 8192;
/** The references of most segments have fewer; the compiler has to start over when an array is replaced. */
const usualTokens = 1024;
/** Lengths are bits of a mask. */
const mostOrder = 31;

export class NgramMatcher {
  readonly #order: number;
  #references: readonly Tokens[] = [];
  readonly #alphabet = new Alphabet();
  readonly #numbered: NumberedNgrams;
  #isNumbered = false; // done when first needed
  #usesPairs = false;
  // By id: its count in the reference that has it most often, in the current reference, in the text.
  readonly #most = new Int32Array(mostIds);
  readonly #inReference = new Int32Array(mostIds);
  readonly #inText = new Int32Array(mostIds);
  // Positions 1 … of all references; the first token of each ends no bigram.
  #positions = 0;
  #lastOf = new Int32Array(4); // by reference: its last position
  readonly #heads = new Int32Array(mostIds * mostIds); // by bigram: #base and the last position where it ends
  #base = 0; // of these references; values in #heads up to it are left from earlier ones
  #next = new Int32Array(usualTokens); // by position: the previous one where the same bigram ends, or below 1 for none
  #run = new Int32Array(usualTokens); // by position: run of the pair with text position #runFor
  #runFor = new Int32Array(usualTokens);
  #left = new Int32Array(usualTokens); // by position: lengths not yet taken, as bits
  readonly #found = new Int32Array(mostOrder + 1); // by length − 1: matches in the text

  constructor(order: number) {
    this.#order = order;
    this.#numbered = new NumberedNgrams(order);
  }

  /** The references must not change until the last `match`. */
  setReferences(references: readonly Tokens[]): void {
    this.#references = references;
    this.#isNumbered = false;
    let tokens = 0;
    for (let r = 0; r < references.length; r++) tokens += references[r]!.end - references[r]!.start;
    this.#usesPairs = tokens <= mostTokens && this.#order <= mostOrder;
    if (!this.#usesPairs) return;
    this.#reserve(references.length, tokens);
    this.#most.fill(0);
    this.#base += this.#positions;
    if (this.#base > 1 << 30) {
      this.#heads.fill(0);
      this.#base = 0;
    }
    let position = 0;
    for (let r = 0; r < references.length; r++) {
      position = this.#index(references[r]!, r, position);
      this.#lastOf[r] = position;
    }
    this.#positions = position;
  }

  /** Adds to matches[at + n − 1] how many n-grams of the text are in the references, each at most as often as in one of them. */
  match(text: Tokens, matches: Float64Array, at: number): void {
    if (this.#usesPairs && this.#matchPairs(text, matches, at)) return;
    if (!this.#isNumbered) {
      this.#alphabet.set(this.#references);
      this.#numbered.setReferences(this.#references, this.#alphabet);
      this.#isNumbered = true;
    }
    this.#numbered.match(text, this.#alphabet, matches, at);
  }

  /** Enters one reference; returns its last position. */
  #index({ ids, start, end }: Tokens, reference: number, before: number): number {
    const heads = this.#heads;
    const next = this.#next;
    const most = this.#most;
    const base = this.#base;
    // For the first reference, the counts are the highest so far.
    const counts = reference === 0 ? most : this.#inReference.fill(0);
    let position = before;
    let previous = -1;
    for (let i = start; i < end; i++) {
      const id = ids[i]!;
      position++;
      if (id >= mostIds) {
        this.#usesPairs = false;
        return position;
      }
      const count = ++counts[id]!;
      if (count > most[id]!) most[id] = count;
      if (previous >= 0) {
        const bigram = previous * mostIds + id;
        next[position] = heads[bigram]! - base;
        heads[bigram] = base + position;
      }
      previous = id;
    }
    return position;
  }

  #reserve(references: number, tokens: number): void {
    if (references > this.#lastOf.length) this.#lastOf = new Int32Array(2 * references);
    if (tokens + 1 > this.#next.length) {
      const room = 2 * (tokens + 1);
      this.#next = new Int32Array(room);
      this.#run = new Int32Array(room);
      this.#runFor = new Int32Array(room);
      this.#left = new Int32Array(room);
    }
  }

  /** False, with `matches` untouched, if there are too many pairs. */
  #matchPairs({ ids, start, end }: Tokens, matches: Float64Array, at: number): boolean {
    const order = this.#order;
    const next = this.#next;
    const run = this.#run;
    const runFor = this.#runFor;
    const left = this.#left;
    const heads = this.#heads;
    const base = this.#base;
    const most = this.#most;
    const inText = this.#inText.fill(0);
    const several = this.#references.length > 1;
    const found = this.#found.fill(0);
    runFor.fill(-1, 0, this.#positions + 1);
    left.fill(-1, 0, this.#positions + 1);
    let budget = pairsPerToken * (end - start + this.#positions);
    let unigrams = 0;
    let previous = -1;
    for (let i = start; i < end; i++) {
      const id = ids[i]!;
      if (id >= mostIds || most[id] === 0) {
        previous = -1;
        continue;
      }
      if (inText[id]! < most[id]!) {
        inText[id]!++;
        unigrams++;
      }
      if (previous < 0) {
        previous = id;
        continue;
      }
      let taken = 0; // lengths for which this occurrence has found a position in any reference
      let takenHere = 0; // … in the current reference
      let reference = this.#references.length - 1;
      // Positions go from the last to the first, so the run at position − 1 is still that of the previous text position.
      for (let position = heads[previous * mostIds + id]! - base; position > 0; position = next[position]!) {
        if (several) {
          while (reference > 0 && position <= this.#lastOf[reference - 1]!) {
            reference--;
            takenHere = 0;
          }
        }
        const before = runFor[position - 1] === i - 1 ? run[position - 1]! : 1;
        const length = before < order ? before + 1 : order;
        run[position] = length;
        runFor[position] = i;
        const lengths = ((1 << length) - 2) & left[position]! & ~takenHere; // bit n − 1 for n-grams, starting with bigrams
        takenHere |= lengths;
        left[position] = left[position]! ^ lengths;
        taken |= lengths;
        budget--;
      }
      if (budget < 0) return false;
      for (let n = 1; taken >>> n !== 0; n++) found[n]! += (taken >>> n) & 1;
      previous = id;
    }
    matches[at]! += unigrams;
    for (let n = 1; n < order; n++) matches[at + n]! += found[n]!;
    return true;
  }
}
