/** The weight of an item in precision and recall: 1, or its idf (Chen and Kuhn 2011, section 2.3, which leaves the formula open). */
import { type Tokens, log, roomFor } from '../../../core/index.ts';
import { type CountedNgrams, KnownNgrams } from '../../../text/index.ts';
import type { NodeWeights, NumberedTexts } from './numberedTexts.ts';
import type { ItemLayout, ItemSettings } from './rowLayout.ts';

export abstract class Weights implements NodeWeights {
  /** Whether every weight is 1. */
  abstract readonly isEqual: boolean;
  ngram = new Float64Array(0);
  words = new Float64Array(0);
  protected readonly longest: number;
  protected readonly layout: ItemLayout;
  protected readonly gapped: ItemTotals;

  constructor(settings: ItemSettings, layout: ItemLayout) {
    this.longest = settings.longest;
    this.layout = layout;
    this.gapped = new ItemTotals(settings, layout);
  }

  /** Weights the nodes of a segment; `known` is the hypothesis by the ids of words in the whole test set. */
  abstract setTexts(texts: NumberedTexts, known: Tokens | undefined): void;
  /** Writes the total weight of the items of a text. */
  abstract total(length: number, known: Tokens | undefined, totals: Float64Array, at: number): void;
}

/** Every item counts 1. */
export class EqualWeights extends Weights {
  readonly isEqual = true;
  readonly #totals: Float64Array[] = []; // by length
  #ones = new Float64Array(64).fill(1);

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
    for (let k = 0; k < known.length; k++) totals[at + k] = known[k]!; // faster than `set` for this few
  }

  #totalsOf(length: number): Float64Array {
    const totals = new Float64Array(this.layout.width);
    if (length > this.#ones.length) this.#ones = new Float64Array(2 * length).fill(1);
    for (let n = 1; n <= this.longest; n++) totals[this.layout.at('ngram', n)] = Math.max(0, length - n + 1);
    this.gapped.write(this.#ones, length, totals, 0);
    return totals;
  }
}

/**
 * An n-gram counts log((S + 1) / s) if it is in a reference of s of the S segments; if it is in none, s is 1.
 * The 1 gives n-grams that are in every segment a weight above 0. An item with gaps counts the mean of its words.
 */
export class IdfWeights extends Weights {
  readonly isEqual = false;
  readonly #known: KnownNgrams;
  readonly #idf: Float64Array; // by node
  readonly #unknown: number;
  // For one text: by position, the weight of the word; by position × longest, those of the n-grams that start there.
  #word = new Float64Array(0);
  #ngram = new Float64Array(0);

  constructor(settings: ItemSettings, layout: ItemLayout, learned: CountedNgrams) {
    super(settings, layout);
    this.#known = new KnownNgrams(learned);
    this.#unknown = idf(learned, 0);
    this.#idf = Float64Array.from(learned.counts, (count) => idf(learned, count));
  }

  setTexts({ hypothesis, order, size }: NumberedTexts, known: Tokens | undefined): void {
    this.ngram = roomFor(this.ngram, size);
    this.words = roomFor(this.words, size);
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
    for (let n = 1; n <= this.longest; n++) {
      let sum = 0;
      for (let i = 0; i + n <= length; i++) sum += this.#ngram[i * this.longest + n - 1]!;
      totals[at + this.layout.at('ngram', n)] = sum;
    }
    this.gapped.write(this.#word, length, totals, at);
  }

  #weigh(length: number, { ids, start }: Tokens): void {
    const longest = this.longest;
    this.#word = roomFor(this.#word, length);
    this.#ngram = roomFor(this.#ngram, length * longest);
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

const idf = ({ counts }: CountedNgrams, count: number): number => log((counts[0]! + 1) / Math.max(1, count));

/** The idf of the n-gram of n words at ids[at …], which are known words. */
export function ngramIdf(learned: CountedNgrams): (ids: Int32Array, at: number, n: number) => number {
  const known = new KnownNgrams(learned);
  return (ids, at, n) => {
    let node = 0;
    for (let k = 0; k < n && node >= 0; k++) node = known.find(node, ids[at + k]!);
    return idf(learned, node < 0 ? 0 : known.counts[node]!);
  };
}

/** The total weight of all items of a text, matched or not: the denominators of precision and recall. */
class ItemTotals {
  readonly #settings: ItemSettings;
  readonly #layout: ItemLayout;
  // Skip n-grams that end at a word: their number and sum of weights; for one word less, and so far.
  #ways = new Float64Array(0);
  #sums = new Float64Array(0);
  #moreWays = new Float64Array(0);
  #moreSums = new Float64Array(0);

  constructor(settings: ItemSettings, layout: ItemLayout) {
    this.#settings = settings;
    this.#layout = layout;
  }

  /** Writes the totals of items with gaps; each counts the mean of its words' `weights`, which are by position. */
  write(weights: Float64Array, length: number, totals: Float64Array, at: number): void {
    const { matching } = this.#settings;
    if (matching.includes('fixed')) this.#writeFixed(weights, length, totals, at);
    if (matching.includes('flexible')) this.#writeFlexible(weights, length, totals, at);
    if (matching.includes('skip')) this.#writeSkip(weights, length, totals, at);
  }

  #writeFixed(weights: Float64Array, length: number, totals: Float64Array, at: number): void {
    for (let n = 2; n <= this.#settings.order; n++) {
      let sum = 0;
      for (let i = 0; i + 2 * n - 1 <= length; i++) for (let k = 0; k < n; k++) sum += weights[i + 2 * k]!;
      totals[at + this.#layout.at('fixed', n)] = sum / n;
    }
  }

  #writeFlexible(weights: Float64Array, length: number, totals: Float64Array, at: number): void {
    for (let n = 2; n <= this.#settings.order; n++) {
      let sum = 0;
      // The first k words are followed by length − n − i gaps, the last k preceded by as many; k = 1 … n − 1.
      for (let i = 0; i + n < length; i++) {
        let first = 0;
        let last = 0;
        for (let k = 0; k < n - 1; k++) {
          first += weights[i + k]!;
          last += weights[length - 1 - i - k]!;
          sum += (length - n - i) * (first + last);
        }
      }
      totals[at + this.#layout.at('flexible', n)] = sum / n;
    }
  }

  #writeSkip(weights: Float64Array, length: number, totals: Float64Array, at: number): void {
    this.#ways = roomFor(this.#ways, length);
    this.#sums = roomFor(this.#sums, length);
    this.#moreWays = roomFor(this.#moreWays, length);
    this.#moreSums = roomFor(this.#moreSums, length);
    for (let i = 0; i < length; i++) {
      this.#ways[i] = 1;
      this.#sums[i] = weights[i]!;
    }
    const reach = this.#settings.gap + 1;
    for (let n = 2; n <= this.#settings.order; n++) {
      let ways = 0;
      let sums = 0;
      let total = 0;
      for (let i = 0; i < length; i++) {
        if (i > reach) {
          ways -= this.#ways[i - reach - 1]!;
          sums -= this.#sums[i - reach - 1]!;
        }
        this.#moreWays[i] = ways;
        this.#moreSums[i] = sums + ways * weights[i]!;
        total += this.#moreSums[i]!;
        ways += this.#ways[i]!;
        sums += this.#sums[i]!;
      }
      totals[at + this.#layout.at('skip', n)] = total / n;
      [this.#ways, this.#moreWays] = [this.#moreWays, this.#ways];
      [this.#sums, this.#moreSums] = [this.#moreSums, this.#sums];
    }
  }
}
