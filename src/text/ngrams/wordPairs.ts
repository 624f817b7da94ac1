/**
 * The pairs of equal words, one in a hypothesis and one in a reference of its segment, and for how long both texts stay equal from there.
 * There are few more pairs than words, and everything that both texts have in common can be derived from them.
 */
import { type Tokens, enlarged } from '../../core/index.ts';

/** Repetitive texts have too many pairs; above this many per word, pairs are not used. */
const pairsPerWord = 48;
/** The number of positions without a word after each reference, so that no run crosses references: a gap skips one word. */
const apart = 2;
// The ids there and after a hypothesis: they equal no word, and not each other.
const afterReference = -1;
const afterHypothesis = -2;

export class WordPairs {
  /** The references are concatenated; the number of positions in all of them, including those between. */
  places = 0;
  /** By reference: its first position, and the one after its last. */
  begins = new Int32Array(4);
  ends = new Int32Array(4);
  /** The number of references of this segment. */
  references = 0;
  /** By position: where its reference begins. */
  beginOf = new Int32Array(64);

  /** Words of the hypothesis. */
  length = 0;
  /** Pairs of hypothesis word i are to[i + 1] … to[i] − 1: those of the last word come first, and within a word those with the last positions. */
  to = new Int32Array(64);
  // By pair.
  place = new Int32Array(256);
  /** The number of equal words from there; and the same if every other word is skipped. */
  run = new Int32Array(256);
  gappedRun = new Int32Array(256);

  /** By position: the number of its pairs. */
  pairsAt = new Int32Array(64);

  #last = new Int32Array(256); // by word id: its last position + 1, or 0
  #wordAt = new Int32Array(2 * 64); // by position × 2: the word there; and the previous position + 1 with the same word, or 0
  // By diagonal (pairs whose position minus word is the same) × 3: the run of the last pair found there; and the gapped
  // runs of the last pairs of an even and of an odd word.
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
        // If the next words are also equal, their pair is the last one found there.
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

/** All bits if these are equal, otherwise none, without a branch: which words stay equal is hard to predict. */
const ifEqual = (one: number, other: number): number => ~(((one - other) | (other - one)) >> 31);
