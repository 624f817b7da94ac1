/**
 * Which reference word each hypothesis word matches, by the rule of LEPOR: Han, Wong and Chao, COLING 2012. From left to right, a word
 * takes an equal one that no word before it took: the nearest of those with an equal word among their neighbours, or else the nearest.
 */
import type { Tokens } from '../../core/index.ts';

export class ContextAlignment {
  /** By hypothesis word, the place of its word in the reference, from 0, or −1. */
  places = new Int32Array(64);
  /** By id, its first place in the reference + 1, or 0; by place, the next one of the same word + 1. */
  #first = new Int32Array(256);
  #next = new Int32Array(64);
  #isTaken = new Uint8Array(64);
  readonly #window: number;
  readonly #asHlepor: boolean;

  /** `window` is how many words on each side are neighbours; `asHlepor` repeats the faults of the package hLepor 0.0.4. */
  constructor(window: number, asHlepor = false) {
    this.#window = window;
    this.#asHlepor = asHlepor;
  }

  /** Fills `places` and returns how many words match. */
  align(hypothesis: Tokens, reference: Tokens): number {
    const [words, others] = [hypothesis.end - hypothesis.start, reference.end - reference.start];
    if (words > this.places.length) this.places = new Int32Array(2 * words);
    if (this.#asHlepor && areEqual(hypothesis, reference)) {
      for (let i = 0; i < words; i++) this.places[i] = i;
      return words;
    }
    this.#load(hypothesis, reference);
    this.#isTaken.fill(0, 0, others);
    let matches = 0;
    for (let i = 0; i < words; i++) {
      const place = (this.#asHlepor ? this.#findAsHlepor : this.#find).call(this, hypothesis, reference, i);
      this.places[i] = place;
      if (place < 0) continue;
      this.#isTaken[place] = 1;
      matches++;
    }
    for (let j = reference.start; j < reference.end; j++) this.#first[reference.ids[j]!] = 0;
    return matches;
  }

  #load(hypothesis: Tokens, reference: Tokens): void {
    const length = reference.end - reference.start;
    if (length > this.#next.length) {
      this.#next = new Int32Array(2 * length);
      this.#isTaken = new Uint8Array(2 * length);
    }
    let most = 0;
    for (const { ids, start, end } of [hypothesis, reference]) {
      for (let k = start; k < end; k++) if (ids[k]! > most) most = ids[k]!;
    }
    if (most >= this.#first.length) this.#first = new Int32Array(2 * most);
    for (let j = length - 1; j >= 0; j--) {
      const id = reference.ids[reference.start + j]!;
      this.#next[j] = this.#first[id]!;
      this.#first[id] = j + 1;
    }
  }

  #find(hypothesis: Tokens, reference: Tokens, i: number): number {
    let [nearest, best] = [-1, -1];
    for (let j = this.#first[hypothesis.ids[hypothesis.start + i]!]! - 1; j >= 0; j = this.#next[j]! - 1) {
      if (this.#isTaken[j] === 1) continue;
      const distance = Math.abs(i - j);
      if (nearest < 0 || distance < Math.abs(i - nearest)) nearest = j;
      if ((best < 0 || distance < Math.abs(i - best)) && this.#sharesNeighbour(hypothesis, reference, i, j)) best = j;
    }
    return best < 0 ? nearest : best;
  }

  /** The package takes a place in the list of words with an equal neighbour for one in the list of all words left. */
  #findAsHlepor(hypothesis: Tokens, reference: Tokens, i: number): number {
    const left: number[] = [];
    for (let j = this.#first[hypothesis.ids[hypothesis.start + i]!]! - 1; j >= 0; j = this.#next[j]! - 1) {
      if (this.#isTaken[j] === 0) left.push(j);
    }
    const inContext = left.filter((j) => this.#sharesNeighbour(hypothesis, reference, i, j));
    const considered = inContext.length > 0 ? inContext : left;
    let at = 0;
    considered.forEach((j, k) => {
      if (Math.abs(i - j) < Math.abs(i - considered[at]!)) at = k;
    });
    return left[at] ?? -1;
  }

  #sharesNeighbour(hypothesis: Tokens, reference: Tokens, i: number, j: number): boolean {
    const lastOwn = Math.min(i + this.#window, hypothesis.end - hypothesis.start - 1);
    const lastOther = Math.min(j + this.#window, reference.end - reference.start - 1);
    const firstOther = this.#firstNeighbour(j, reference);
    for (let own = this.#firstNeighbour(i, hypothesis); own <= lastOwn; own++) {
      if (own === i) continue;
      const word = hypothesis.ids[hypothesis.start + own]!;
      for (let other = firstOther; other <= lastOther; other++) {
        if (other !== j && reference.ids[reference.start + other] === word) return true;
      }
    }
    return false;
  }

  /** The package counts neighbours from the end of the text if there are too few at its beginning, and then mostly finds none. */
  #firstNeighbour(place: number, { start, end }: Tokens): number {
    const first = place - this.#window;
    if (first >= 0 || !this.#asHlepor) return Math.max(0, first);
    return Math.min(place, Math.max(0, end - start + first));
  }
}

const areEqual = (one: Tokens, other: Tokens): boolean => {
  const length = one.end - one.start;
  if (length !== other.end - other.start) return false;
  for (let k = 0; k < length; k++) if (one.ids[one.start + k] !== other.ids[other.start + k]) return false;
  return true;
};
