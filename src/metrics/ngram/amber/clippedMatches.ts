/** Clipped matches of numbered n-grams: each counts at most as often as in the reference that has it most often. */
import type { NumberedTexts } from './numberedTexts.ts';

/** What an n-gram counts, by node. */
export interface NodeWeights {
  readonly ngram: Float64Array;
  /** The sum over its words. With gaps between its words an item counts their mean. */
  readonly words: Float64Array;
}

export class ClippedMatches {
  readonly #withGaps: boolean;
  #most = new Int32Array(0); // by node: how often it stands in the reference that has it most often
  #here = new Int32Array(0);
  #sums = new Float64Array(0);

  /** Of n-grams, or of those with a fixed gap. */
  constructor(withGaps: boolean) {
    this.#withGaps = withGaps;
  }

  /**
   * Adds to matches[at + n] what the matches of n words count, for n from `least` to `longest`;
   * by `weights`, which are sums over their words if there are gaps.
   */
  match(
    texts: NumberedTexts,
    weights: Float64Array,
    least: number,
    longest: number,
    matches: Float64Array,
    at: number,
  ): void {
    const { hypothesis, order, size } = texts;
    this.#reserve(size, longest);
    this.#countReferences(texts);
    const most = this.#most;
    const sums = this.#sums.fill(0);
    const nodes = this.#withGaps ? hypothesis.gapped : hypothesis.nodes;
    for (let i = 0, start = 0; i < hypothesis.length; i++, start += order) {
      for (let n = 1; n <= longest; n++) {
        const node = nodes[start + n - 1]!;
        if (node === 0) break;
        if (most[node]! <= 0) continue;
        most[node]!--;
        sums[n]! += weights[node]!;
      }
    }
    for (let n = least; n <= longest; n++) matches[at + n]! += this.#withGaps ? sums[n]! / n : sums[n]!;
  }

  #countReferences({ references, count, order, size }: NumberedTexts): void {
    const most = this.#most.fill(0, 0, size);
    const here = this.#here;
    for (let r = 0; r < count; r++) {
      here.fill(0, 0, size);
      const nodes = this.#withGaps ? references[r]!.gapped : references[r]!.nodes;
      for (let i = references[r]!.length - 1; i >= 0; i--) {
        for (let n = 0, k = i * order; n < order; n++, k++) {
          const node = nodes[k]!;
          if (node === 0) break;
          if (++here[node]! > most[node]!) most[node] = here[node]!;
        }
      }
    }
  }

  #reserve(size: number, longest: number): void {
    if (size > this.#most.length) {
      this.#most = new Int32Array(2 * size);
      this.#here = new Int32Array(2 * size);
    }
    if (longest >= this.#sums.length) this.#sums = new Float64Array(longest + 1);
  }
}
