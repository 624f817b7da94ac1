/**
 * The pairs of equal words, one in a hypothesis and one in a reference of its segment, and how far both texts go on alike from there.
 * There are little more of them than words, and all that both texts have in common can be read off them.
 */
import type { Tokens } from '../core/index.ts';
import { grown } from './grown.ts';

/** Monotonous texts have too many pairs to be worth it; beyond so many for each word they are given up. */
const pairsPerWord = 48;
/** Places without a word after each reference, so that nothing goes on from one to the next: a gap leaves out one word. */
const apart = 2;

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
  word = new Int32Array(256);
  place = new Int32Array(256);
  /** Equal words from there on; and the same if every other word is left out. */
  run = new Int32Array(256);
  gappedRun = new Int32Array(256);

  /** By place: its pairs. */
  pairsAt = new Int32Array(64);

  #last = new Int32Array(256); // by word id: its last place + 1, or 0
  #before = new Int32Array(64); // by place: the one before it + 1 with the same word, or 0

  setReferences(references: readonly Tokens[]): void {
    this.#reserveReferences(references);
    const { beginOf } = this;
    const last = this.#last.fill(0);
    const before = this.#before;
    let place = 0;
    for (let r = 0; r < references.length; r++) {
      const { ids, start, end } = references[r]!;
      const begin = place;
      for (let i = start; i < end; i++, place++) {
        const id = ids[i]!;
        before[place] = last[id]!;
        beginOf[place] = begin;
        last[id] = place + 1;
      }
      this.begins[r] = begin;
      this.ends[r] = place;
      place += apart;
    }
    this.places = place;
  }

  /** False if there are too many pairs. */
  setHypothesis({ ids, start, end }: Tokens): boolean {
    const length = end - start;
    this.length = length;
    if (length + 3 > this.to.length) this.to = new Int32Array(2 * length + 3);
    const { to } = this;
    const last = this.#last;
    const before = this.#before;
    const pairsAt = this.pairsAt.fill(0, 0, this.places);
    const most = pairsPerWord * (length + this.places);
    let pair = 0;
    to.fill(0, length, length + 3);
    for (let i = length - 1; i >= 0; i--) {
      const id = ids[start + i]!;
      if (pair + this.places > this.word.length) this.#reservePairs(pair + this.places);
      const { word, place, run, gappedRun } = this;
      // Pairs of the next word and of the one after it.
      let near = to[i + 2]!;
      let far = to[i + 3]!;
      const nearEnd = to[i + 1]!;
      const farEnd = near;
      for (let p = id < last.length ? last[id]! - 1 : -1; p >= 0; p = before[p]! - 1) {
        while (near < nearEnd && place[near]! > p + 1) near++;
        while (far < farEnd && place[far]! > p + 2) far++;
        word[pair] = i;
        place[pair] = p;
        run[pair] = near < nearEnd && place[near] === p + 1 ? run[near]! + 1 : 1;
        gappedRun[pair] = far < farEnd && place[far] === p + 2 ? gappedRun[far]! + 1 : 1;
        pairsAt[p]!++;
        pair++;
      }
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
      this.#before = new Int32Array(2 * places);
    }
    if (most >= this.#last.length) this.#last = new Int32Array(2 * most);
  }

  #reservePairs(least: number): void {
    this.word = grown(this.word, least);
    this.place = grown(this.place, least);
    this.run = grown(this.run, least);
    this.gappedRun = grown(this.gappedRun, least);
  }
}
