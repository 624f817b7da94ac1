/** The n-grams of many texts, each text's with their counts: for matching every text with every other. */
import { type Tokens, enlarged } from '../../core/index.ts';
import { NgramTree } from '../../text/index.ts';

/** The distinct n-grams of texts, as nodes of a tree that all texts share, by text and within it by length. */
export interface CountedTexts {
  /** By text × order, and the end: the first of its n-grams of each length. */
  readonly starts: Int32Array;
  readonly nodes: Int32Array;
  readonly counts: Int32Array;
}

/** Its memory is reused from segment to segment. */
export class NgramCounts {
  readonly order: number;
  readonly #tree = new NgramTree();
  #counts = new Int32Array(1 << 10); // by node: count in the current text, or in the reference; 0 between them

  constructor(order: number) {
    this.order = order;
  }

  /** Forgets all texts. */
  clear(): void {
    this.#tree.clear();
  }

  count(texts: readonly Tokens[]): CountedTexts {
    const { order } = this;
    const most = texts.reduce((sum, { start, end }) => sum + order * (end - start), 0);
    const starts = new Int32Array(texts.length * order + 1);
    const nodes = new Int32Array(most);
    const counts = new Int32Array(most);
    const prefixes = new Int32Array(texts.reduce((longest, { start, end }) => Math.max(longest, end - start), 0));
    let length = 0;
    texts.forEach(({ ids, start, end }, t) => {
      prefixes.fill(0);
      for (let n = 0; n < order; n++) {
        const first = length;
        starts[t * order + n] = first;
        for (let i = 0; start + i + n < end; i++) {
          const node = this.#tree.add(prefixes[i]!, ids[start + i + n]!);
          prefixes[i] = node;
          if (node >= this.#counts.length) this.#counts = enlarged(this.#counts);
          if (this.#counts[node]!++ === 0) nodes[length++] = node;
        }
        for (let k = first; k < length; k++) {
          counts[k] = this.#counts[nodes[k]!]!;
          this.#counts[nodes[k]!] = 0;
        }
      }
    });
    starts[texts.length * order] = length;
    return { starts, nodes, counts };
  }

  /** Between `setReference` and `clearReference`, `match` finds what a text has in common with one of the texts. */
  setReference({ starts, nodes, counts }: CountedTexts, text: number): void {
    const end = starts[(text + 1) * this.order]!;
    for (let k = starts[text * this.order]!; k < end; k++) this.#counts[nodes[k]!] = counts[k]!;
  }

  clearReference({ starts, nodes }: CountedTexts, text: number): void {
    const end = starts[(text + 1) * this.order]!;
    for (let k = starts[text * this.order]!; k < end; k++) this.#counts[nodes[k]!] = 0;
  }

  /** Writes to into[n − 1] the sum over the n-grams of a text of min(count, count in the reference). */
  match({ starts, nodes, counts }: CountedTexts, text: number, into: Float64Array): void {
    const inReference = this.#counts;
    for (let n = 0; n < this.order; n++) {
      const end = starts[text * this.order + n + 1]!;
      let matches = 0;
      for (let k = starts[text * this.order + n]!; k < end; k++) {
        const own = counts[k]!;
        const other = inReference[nodes[k]!]!;
        matches += own < other ? own : other;
      }
      into[n] = matches;
    }
  }
}
