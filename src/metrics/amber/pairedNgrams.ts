/**
 * Clipped matches of n-grams and of those with a fixed gap, each counting 1, from pairs of equal words.
 * Each occurrence in the hypothesis takes, for each length, one place of each reference while any is left, as in NgramMatcher.
 */
import type { NgramReaches, WordPairs } from '../../text/index.ts';

export class PairedNgrams {
  /** By pair: the lengths n for which its word took its place, as bits n − 1. The last occurrence took the last place, and so on. */
  taken = new Int32Array(0);
  readonly #longest: number;
  // By place: lengths not yet taken.
  #left = new Int32Array(0);
  #gappedLeft = new Int32Array(0);
  readonly #found: Int32Array; // by length − 1: matches of n-grams
  readonly #gappedFound: Int32Array;
  // By length of their longest run: words with one pair, whose place has no other.
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
    const { singles, singleCount, several, severalCount } = reaches;
    if (place.length > this.taken.length) this.taken = new Int32Array(place.length);
    if (places > this.#left.length) {
      this.#left = new Int32Array(2 * places);
      this.#gappedLeft = new Int32Array(2 * places);
    }
    const { taken } = this;
    const longest = this.#longest;
    const left = this.#left.fill(-1, 0, places);
    const gappedLeft = this.#gappedLeft.fill(-1, 0, places);
    const found = this.#found.fill(0);
    const gappedFound = this.#gappedFound.fill(0);
    const single = this.#single.fill(0);
    const gappedSingle = this.#gappedSingle.fill(0);
    for (let k = 0; k < singleCount; k++) {
      const pair = to[singles[k]! + 1]!;
      const words = Math.min(run[pair]!, longest);
      taken[pair] = (1 << words) - 1;
      single[words]!++;
      gappedSingle[Math.min(gappedRun[pair]!, longest)]!++;
    }
    for (let k = severalCount - 1; k >= 0; k--) {
      const i = several[k]!;
      const end = to[i]!;
      let begin = places; // of the current reference
      let here = 0; // lengths taken there
      let gappedHere = 0;
      let all = 0; // lengths taken anywhere
      let gappedAll = 0;
      for (let pair = to[i + 1]!; pair < end; pair++) {
        const p = place[pair]!;
        if (p < begin) {
          begin = beginOf[p]!;
          here = 0;
          gappedHere = 0;
        }
        const lengths = ((1 << Math.min(run[pair]!, longest)) - 1) & left[p]! & ~here;
        here |= lengths;
        all |= lengths;
        left[p] = left[p]! ^ lengths;
        taken[pair] = lengths;
        const gapped = ((1 << Math.min(gappedRun[pair]!, longest)) - 1) & gappedLeft[p]! & ~gappedHere;
        gappedHere |= gapped;
        gappedAll |= gapped;
        gappedLeft[p] = gappedLeft[p]! ^ gapped;
      }
      for (let n = 0; all >>> n !== 0; n++) found[n]! += (all >>> n) & 1;
      for (let n = 1; gappedAll >>> n !== 0; n++) gappedFound[n]! += (gappedAll >>> n) & 1;
    }
    // A run holds an n-gram of every length up to its own.
    for (let n = longest, sum = 0, gappedSum = 0; n > 0; n--) {
      found[n - 1]! += sum += single[n]!;
      gappedFound[n - 1]! += gappedSum += gappedSingle[n]!;
    }
  }

  /** Adds the matches of n words to rows[at + n], for n-grams from 1 on. */
  write(rows: Float64Array, at: number): void {
    for (let n = 1; n <= this.#longest; n++) rows[at + n]! += this.#found[n - 1]!;
  }

  /** … with a fixed gap, from 2 on. */
  writeGapped(order: number, rows: Float64Array, at: number): void {
    for (let n = 2; n <= order; n++) rows[at + n]! += this.#gappedFound[n - 1]!;
  }
}
