/**
 * Which n-gram occurrences of a hypothesis count: the first ones of each, up to its count in the reference that has it most often.
 * Works on the pairs of equal words, one in the hypothesis and one in a reference. Each occurrence takes, for each length, one position of
 * each reference while any is left, as in NgramMatcher.
 */
import { type Tokens, enlarged } from '../../../core/index.ts';
import { NgramTree } from '../../../text/index.ts';

/** Repetitive texts have too many pairs; above this many per word, n-grams are looked up in a tree. */
const pairsPerWord = 48;
/** The token after each reference, and for unknown words: equal to nothing. */
const noWord = -2;

export class ClippedOccurrences {
  /** By hypothesis word: the lengths n of the n-grams that start there and count, as bits n − 1. */
  lengths = new Int32Array(64);
  readonly #order: number;
  #references: readonly Tokens[] = [];
  // Positions in all references, from 1.
  #places = 0;
  #words = new Int32Array(64); // by position
  #beginOf = new Int32Array(64); // by position: where its reference begins
  #before = new Int32Array(64); // by position: the previous one with the same word, or below 1 for none
  #left = new Int32Array(64); // by position: lengths not yet taken, as bits
  readonly #last: Int32Array; // by word: #base plus its last position
  #base = 0; // of these references; values in #last up to it are left from earlier ones
  readonly #tree: TreeOccurrences;

  /** Known words are 0 … words − 1. */
  constructor(order: number, words: number) {
    this.#order = order;
    this.#last = new Int32Array(words);
    this.#tree = new TreeOccurrences(order);
  }

  /** The references must not change until the last hypothesis. */
  setReferences(references: readonly Tokens[]): void {
    this.#references = references;
    this.#tree.isSet = false;
    this.#base += this.#places;
    if (this.#base > 1 << 30) {
      this.#last.fill(0);
      this.#base = 0;
    }
    let places = 0;
    for (let r = 0; r < references.length; r++) places += references[r]!.end - references[r]!.start + 1;
    if (places >= this.#words.length) this.#reserve(2 * places);
    this.#places = places;
    const base = this.#base;
    const last = this.#last;
    const words = this.#words;
    const before = this.#before;
    let place = 1;
    for (let r = 0; r < references.length; r++) {
      const { ids, start, end } = references[r]!;
      const begin = place;
      for (let i = start; i < end; i++, place++) {
        const id = ids[i]!;
        this.#beginOf[place] = begin;
        if (id < 0) words[place] = noWord;
        else {
          words[place] = id;
          before[place] = last[id]! - base;
          last[id] = base + place;
        }
      }
      words[place++] = noWord;
    }
  }

  /** Sets `lengths`. */
  setHypothesis(hypothesis: Tokens): void {
    const length = hypothesis.end - hypothesis.start;
    if (length > this.lengths.length) this.lengths = new Int32Array(2 * length);
    if (this.#takePlaces(hypothesis)) return;
    if (!this.#tree.isSet) this.#tree.setReferences(this.#references);
    this.#tree.write(hypothesis, this.lengths);
  }

  /** False if there are too many pairs. */
  #takePlaces({ ids, start, end }: Tokens): boolean {
    const { lengths } = this;
    const order = this.#order;
    const words = this.#words;
    const beginOf = this.#beginOf;
    const before = this.#before;
    const last = this.#last;
    const base = this.#base;
    const left = this.#left.fill(-1, 1, this.#places + 1);
    let budget = pairsPerWord * (end - start + this.#places);
    for (let i = start; i < end; i++) {
      let all = 0; // lengths for which this occurrence has taken a position
      let here = 0; // … of the current reference
      let begin = 0;
      for (let place = ids[i]! < 0 ? 0 : last[ids[i]!]! - base; place > 0; place = before[place]!) {
        if (beginOf[place] !== begin) {
          begin = beginOf[place]!;
          here = 0;
        }
        let run = 1;
        while (run < order && i + run < end && ids[i + run] === words[place + run]) run++;
        const taken = ((1 << run) - 1) & left[place]! & ~here;
        left[place] = left[place]! ^ taken;
        here |= taken;
        all |= taken;
        budget--;
      }
      if (budget < 0) return false;
      lengths[i - start] = all;
    }
    return true;
  }

  #reserve(room: number): void {
    this.#words = new Int32Array(room);
    this.#beginOf = new Int32Array(room);
    this.#before = new Int32Array(room);
    this.#left = new Int32Array(room);
  }
}

/** The same in time linear in the lengths, for any texts. */
class TreeOccurrences {
  isSet = false;
  readonly #order: number;
  readonly #tree = new NgramTree();
  #most = new Int32Array(256); // by node: its count in the reference that has it most often
  #used = new Int32Array(256); // … in the current reference, then in the hypothesis

  constructor(order: number) {
    this.#order = order;
  }

  setReferences(references: readonly Tokens[]): void {
    this.isSet = true;
    this.#most.fill(0, 0, this.#tree.size);
    this.#used.fill(0, 0, this.#tree.size);
    this.#tree.clear();
    for (const { ids, start, end } of references) {
      this.#used.fill(0, 0, this.#tree.size);
      for (let i = start; i < end; i++) {
        let node = 0;
        for (let n = 0; n < this.#order && i + n < end; n++) {
          node = this.#tree.add(node, ids[i + n]!);
          if (node >= this.#most.length) {
            this.#most = enlarged(this.#most);
            this.#used = enlarged(this.#used);
          }
          if (++this.#used[node]! > this.#most[node]!) this.#most[node] = this.#used[node]!;
        }
      }
    }
  }

  write({ ids, start, end }: Tokens, lengths: Int32Array): void {
    const used = this.#used.fill(0, 0, this.#tree.size);
    for (let i = start; i < end; i++) {
      let node = 0;
      let counted = 0;
      for (let n = 0; n < this.#order && i + n < end; n++) {
        node = this.#tree.find(node, ids[i + n]!);
        if (node < 0) break;
        if (++used[node]! <= this.#most[node]!) counted |= 1 << n;
      }
      lengths[i - start] = counted;
    }
  }
}
