/**
 * Clipped matches of n-grams and of fixed-gap n-grams, unweighted, from pairs of equal words.
 * Each occurrence in the hypothesis takes, for each length, one position of each reference while any is left, as in NgramMatcher.
 */
import type { NgramReaches, WordPairs } from '../../../text/index.ts';

// A set of lengths has those of n-grams in its lower half, as bits n − 1, and those with a gap in its upper half: the maximum length is 16.
const half = 16;
const lowHalf = (1 << half) - 1;

export class PairedNgrams {
  /**
   * By pair, unless it is the only one of its word and of its position: the lengths n for which the word took the position, as bits n − 1.
   * The last occurrence took the last position, and so on.
   */
  taken = new Int32Array(0);
  readonly #longest: number;
  #left = new Int32Array(0); // by position: lengths not yet taken, and those with a gap
  readonly #found: Int32Array; // by length − 1: matches of n-grams
  readonly #gappedFound: Int32Array;
  // By length of their longest run: words with one pair, whose position has no other pair.
  readonly #single: Int32Array;
  readonly #gappedSingle: Int32Array;

  constructor(longest: number) {
    this.#longest = longest;
    this.#found = new Int32Array(longest);
    this.#gappedFound = new Int32Array(longest);
    this.#single = new Int32Array(longest + 1);
    this.#gappedSingle = new Int32Array(longest + 1);
  }

  match(pairs: WordPairs, reaches: NgramReaches): void {
    const { to, place, run, gappedRun, beginOf, places } = pairs;
    const { begins, singles, singleCount, several, severalCount } = reaches;
    if (place.length > this.taken.length) this.taken = new Int32Array(place.length);
    if (places > this.#left.length) this.#left = new Int32Array(2 * places);
    const { taken } = this;
    const longest = this.#longest;
    const left = this.#left.fill(-1, 0, places);
    const found = this.#found;
    const gappedFound = this.#gappedFound;
    const single = this.#single;
    const gappedSingle = this.#gappedSingle;
    for (let n = 0; n < longest; n++) {
      found[n] = 0;
      gappedFound[n] = 0;
      single[n + 1] = 0;
      gappedSingle[n + 1] = 0;
    }
    for (let k = 0; k < singleCount; k++) {
      const i = singles[k]!;
      single[Math.min(begins[3 * i]!, longest)]!++;
      gappedSingle[Math.min(gappedRun[to[i + 1]!]!, longest)]!++;
    }
    for (let k = severalCount - 1; k >= 0; k--) {
      const i = several[k]!;
      const end = to[i]!;
      let begin = places; // of the current reference
      let here = 0; // lengths taken there
      let all = 0; // lengths taken anywhere
      for (let pair = to[i + 1]!; pair < end; pair++) {
        const p = place[pair]!;
        if (p < begin) {
          begin = beginOf[p]!;
          here = 0;
        }
        const words = (1 << Math.min(run[pair]!, longest)) - 1;
        const gapped = (1 << Math.min(gappedRun[pair]!, longest)) - 1;
        const lengths = (words | (gapped << half)) & left[p]! & ~here;
        here |= lengths;
        all |= lengths;
        left[p] = left[p]! ^ lengths;
        taken[pair] = lengths & lowHalf;
      }
      for (let n = 0; n < longest; n++) {
        found[n]! += (all >>> n) & 1;
        gappedFound[n]! += (all >>> (half + n)) & 1;
      }
    }
    // A run contains an n-gram of every length up to its own.
    for (let n = longest, sum = 0, gappedSum = 0; n > 0; n--) {
      found[n - 1]! += sum += single[n]!;
      gappedFound[n - 1]! += gappedSum += gappedSingle[n]!;
    }
  }

  /** Writes the matches of n words to rows[at + n], for n-grams from 1. */
  write(rows: Float64Array, at: number): void {
    for (let n = 1; n <= this.#longest; n++) rows[at + n] = this.#found[n - 1]!;
  }

  /** … with a fixed gap, from 2. */
  writeGapped(order: number, rows: Float64Array, at: number): void {
    for (let n = 2; n <= order; n++) rows[at + n] = this.#gappedFound[n - 1]!;
  }
}
