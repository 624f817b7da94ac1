/**
 * The pairs of equal words, one in a hypothesis and one in a reference of its segment, and how far both texts go on alike from there.
 * There are little more of them than words, and all that both texts have in common can be read off them.
 */
import { type Tokens, enlarged } from '../../core/index.ts';

/** Monotonous texts have too many pairs to be worth it; beyond so many for each word they are given up. */
const pairsPerWord = 48;
/** Places without a word after each reference, so that nothing goes on from one to the next: a gap leaves out one word. */
const apart = 2;
// What stands there, and what stands after a hypothesis: they equal no word, nor each other.
const afterReference = -1;
const afterHypothesis = -2;

export class WordPairs {
  /** The references stand one after the other; places of all of them, and those between. */
  places = 0;
  /** By reference: its first place, and the one after its last. */
  begins = new Int32Array(4);
  ends = new Int32Array(4);
  /** References of this segment. */
  references = 0;
  /** By place: where its reference begins. */
  beginOf = new Int32Array(64);

  /** Words of the hypothesis. */
  length = 0;
  /** Pairs of hypothesis word i are to[i + 1] … to[i] − 1: those of the last word come first, and of each those with the last places. */
  to = new Int32Array(64);
  // By pair.
  place = new Int32Array(256);
  /** Equal words from there on; and the same if every other word is left out. */
  run = new Int32Array(256);
  gappedRun = new Int32Array(256);

  /** By place: its pairs. */
  pairsAt = new Int32Array(64);

  #last = new Int32Array(256); // by word id: its last place + 1, or 0
  #wordAt = new Int32Array(2 * 64); // by place × 2: the word there; and the place before it + 1 with the same word, or 0
  // By diagonal, on which lie the pairs whose places are as far from their words, × 3: the run of the pair found there last; and the gapped
  // runs of the last ones of an even and of an odd word.
  #runsOn = new Int32Array(3 * 128);

  setReferences(references: readonly Tokens[]): void {
    this.#reserveReferences(references);
    const { beginOf } = this;
    const last = this.#last.fill(0);
    const wordAt = this.#wordAt;
    let place = 0;
    for (let r = 0; r < references.length; r++) {
      const { ids, start, end } = references[r]!;
      const begin = place;
      for (let i = start; i < end; i++, place++) {
        const id = ids[i]!;
        wordAt[2 * place] = id;
        wordAt[2 * place + 1] = last[id]!;
        beginOf[place] = begin;
        last[id] = place + 1;
      }
      this.begins[r] = begin;
      this.ends[r] = place;
      for (let k = 0; k < apart; k++) wordAt[2 * place++] = afterReference;
    }
    this.places = place;
  }

  /** False if there are too many pairs. */
  setHypothesis({ ids, start, end }: Tokens): boolean {
    const length = end - start;
    this.length = length;
    if (length >= this.to.length) this.to = new Int32Array(2 * length);
    const { to } = this;
    const last = this.#last;
    const wordAt = this.#wordAt;
    const pairsAt = this.pairsAt.fill(0, 0, this.places);
    const most = pairsPerWord * (length + this.places);
    const diagonals = length + this.places;
    if (3 * diagonals > this.#runsOn.length) this.#runsOn = new Int32Array(6 * diagonals);
    const runsOn = this.#runsOn;
    let pair = 0;
    to[length] = 0;
    let next = afterHypothesis;
    let afterNext = afterHypothesis;
    for (let i = length - 1; i >= 0; i--) {
      const id = ids[start + i]!;
      if (pair + this.places > this.place.length) this.#reservePairs(pair + this.places);
      const { place, run, gappedRun } = this;
      for (let p = id < last.length ? last[id]! - 1 : -1; p >= 0; p = wordAt[2 * p + 1]! - 1) {
        const diagonal = 3 * (p + length - 1 - i);
        const gapped = diagonal + 1 + (i & 1);
        // If the next words are equal, too, their pair is the last found there.
        const words = (runsOn[diagonal]! & ifEqual(wordAt[2 * p + 2]!, next)) + 1;
        const gappedWords = (runsOn[gapped]! & ifEqual(wordAt[2 * p + 4]!, afterNext)) + 1;
        runsOn[diagonal] = words;
        runsOn[gapped] = gappedWords;
        place[pair] = p;
        run[pair] = words;
        gappedRun[pair] = gappedWords;
        pairsAt[p]!++;
        pair++;
      }
      afterNext = next;
      next = id;
      if (pair > most) return false;
      to[i] = pair;
    }
    return true;
  }

  #reserveReferences(references: readonly Tokens[]): void {
    this.references = references.length;
    let places = 0;
    let most = 0;
    for (let r = 0; r < references.length; r++) {
      const { ids, start, end } = references[r]!;
      places += end - start + apart;
      for (let i = start; i < end; i++) if (ids[i]! > most) most = ids[i]!;
    }
    if (references.length > this.begins.length) {
      this.begins = new Int32Array(2 * references.length);
      this.ends = new Int32Array(2 * references.length);
    }
    if (places > this.beginOf.length) {
      this.beginOf = new Int32Array(2 * places);
      this.pairsAt = new Int32Array(2 * places);
      this.#wordAt = new Int32Array(4 * places);
    }
    if (most >= this.#last.length) this.#last = new Int32Array(2 * most);
  }

  #reservePairs(least: number): void {
    this.place = enlarged(this.place, least);
    this.run = enlarged(this.run, least);
    this.gappedRun = enlarged(this.gappedRun, least);
  }
}

/** All bits if these are equal, else none, without a branch: which words go on alike is hard to foretell. */
const ifEqual = (one: number, other: number): number => ~(((one - other) | (other - one)) >> 31);
