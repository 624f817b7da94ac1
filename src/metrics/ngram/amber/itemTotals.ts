/** How much all items of a text count, matched or not: what precision and recall divide by. */
import type { ItemLayout, ItemSettings } from './items.ts';

export class ItemTotals {
  readonly #settings: ItemSettings;
  readonly #layout: ItemLayout;
  // Skip n-grams that end at a word: how many, and their sums of weights; for one word less, and so far.
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
      // The first k words that follow each other stand before length − n − i gaps, the last k behind as many; k = 1 … n − 1.
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
    if (length > this.#ways.length) {
      this.#ways = new Float64Array(2 * length);
      this.#sums = new Float64Array(2 * length);
      this.#moreWays = new Float64Array(2 * length);
      this.#moreSums = new Float64Array(2 * length);
    }
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
