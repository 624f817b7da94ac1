/** What an item counts in precision and recall: 1, or its idf (Chen and Kuhn 2011, section 2.3, where the formula is left open). */
import { type Tokens, log } from '../../../core/index.ts';
import { type CountedNgrams, KnownNgrams } from '../../../text/index.ts';
import type { NodeWeights } from './clippedMatches.ts';
import { ItemTotals } from './itemTotals.ts';
import type { ItemLayout, ItemSettings } from './items.ts';
import type { NumberedTexts } from './numberedTexts.ts';

export interface Weights extends NodeWeights {
  /** Whether everything counts 1. */
  readonly isEqual: boolean;
  /** Weighs the nodes of a segment; `known` is the hypothesis by the ids of words in the whole test set. */
  setTexts(texts: NumberedTexts, known: Tokens | undefined): void;
  /** Writes how much all items of a text count. */
  total(length: number, known: Tokens | undefined, totals: Float64Array, at: number): void;
}

/** Every item counts 1. */
export class EqualWeights implements Weights {
  readonly isEqual = true;
  ngram = new Float64Array(0);
  words = new Float64Array(0);
  readonly #layout: ItemLayout;
  readonly #longest: number;
  readonly #gapped: ItemTotals;
  readonly #totals: Float64Array[] = []; // by length
  #ones = new Float64Array(64).fill(1);

  constructor(settings: ItemSettings, layout: ItemLayout) {
    this.#longest = settings.longest;
    this.#layout = layout;
    this.#gapped = new ItemTotals(settings, layout);
  }

  setTexts({ hypothesis, order, size }: NumberedTexts): void {
    if (size > this.ngram.length) {
      this.ngram = new Float64Array(2 * size).fill(1);
      this.words = new Float64Array(2 * size);
    }
    const { length, nodes, gapped } = hypothesis;
    const words = this.words;
    for (let i = 0, at = 0; i < length; i++, at += order) {
      for (let n = 0; n < order && nodes[at + n] !== 0; n++) words[nodes[at + n]!] = n + 1;
      for (let n = 0; n < order && gapped[at + n] !== 0; n++) words[gapped[at + n]!] = n + 1;
    }
  }

  total(length: number, _known: Tokens | undefined, totals: Float64Array, at: number): void {
    const known = (this.#totals[length] ??= this.#totalsOf(length));
    for (let k = 0; k < known.length; k++) totals[at + k] = known[k]!; // for so few, faster than `set`
  }

  #totalsOf(length: number): Float64Array {
    const totals = new Float64Array(this.#layout.width);
    if (length > this.#ones.length) this.#ones = new Float64Array(2 * length).fill(1);
    for (let n = 1; n <= this.#longest; n++) totals[this.#layout.at('ngram', n)] = Math.max(0, length - n + 1);
    this.#gapped.write(this.#ones, length, totals, 0);
    return totals;
  }
}

/**
 * An n-gram counts log((S + 1) / s) if s of all S segments have it in a reference; one that none has counts as if one had it.
 * The 1 keeps what stands in every segment from counting nothing. With gaps in it, an item counts the mean of its words.
 */
export class IdfWeights implements Weights {
  readonly isEqual = false;
  ngram = new Float64Array(0);
  words = new Float64Array(0);
  readonly #layout: ItemLayout;
  readonly #longest: number;
  readonly #gapped: ItemTotals;
  readonly #known: KnownNgrams;
  readonly #idf: Float64Array; // by node
  readonly #unknown: number;
  // Of one text: by position, the weight of the word; by position × longest, those of the n-grams from there on.
  #word = new Float64Array(0);
  #ngram = new Float64Array(0);

  constructor(settings: ItemSettings, layout: ItemLayout, learned: CountedNgrams) {
    this.#longest = settings.longest;
    this.#layout = layout;
    this.#gapped = new ItemTotals(settings, layout);
    this.#known = new KnownNgrams(learned);
    const segments = learned.counts[0]!;
    this.#unknown = log(segments + 1);
    this.#idf = Float64Array.from(learned.counts, (count) => log((segments + 1) / Math.max(1, count)));
  }

  setTexts({ hypothesis, order, size }: NumberedTexts, known: Tokens | undefined): void {
    if (size > this.ngram.length) {
      this.ngram = new Float64Array(2 * size);
      this.words = new Float64Array(2 * size);
    }
    const { length, nodes, gapped } = hypothesis;
    this.#weigh(length, known!);
    for (let i = 0, at = 0; i < length; i++, at += order) {
      let sum = 0;
      for (let n = 0; n < order && nodes[at + n] !== 0; n++) {
        sum += this.#word[i + n]!;
        this.ngram[nodes[at + n]!] = this.#ngram[at + n]!;
        this.words[nodes[at + n]!] = sum;
      }
      sum = 0;
      for (let n = 0; n < order && gapped[at + n] !== 0; n++) {
        sum += this.#word[i + 2 * n]!;
        this.words[gapped[at + n]!] = sum;
      }
    }
  }

  total(length: number, known: Tokens | undefined, totals: Float64Array, at: number): void {
    this.#weigh(length, known!);
    for (let n = 1; n <= this.#longest; n++) {
      let sum = 0;
      for (let i = 0; i + n <= length; i++) sum += this.#ngram[i * this.#longest + n - 1]!;
      totals[at + this.#layout.at('ngram', n)] = sum;
    }
    this.#gapped.write(this.#word, length, totals, at);
  }

  #weigh(length: number, { ids, start }: Tokens): void {
    const longest = this.#longest;
    if (length > this.#word.length) {
      this.#word = new Float64Array(2 * length);
      this.#ngram = new Float64Array(2 * length * longest);
    }
    for (let i = 0; i < length; i++) {
      let node = 0;
      for (let n = 0; n < longest && i + n < length; n++) {
        const id = ids[start + i + n]!;
        if (node >= 0) node = this.#known.find(node, id);
        this.#ngram[i * longest + n] = node < 0 ? this.#unknown : this.#idf[node]!;
      }
      this.#word[i] = this.#ngram[i * longest]!;
    }
  }
}
