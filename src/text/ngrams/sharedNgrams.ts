/**
 * N-grams that a text shares with its references, counted from either side, clipped and not, in time linear in the lengths.
 * The n-grams of the references are a tree: a node is an n-gram, its parent the same without the last token.
 */
import type { Tokens } from '../../core/index.ts';
import { NgramTree } from './referenceNgrams.ts';

export class SharedNgrams {
  readonly #order: number;
  readonly #tree = new NgramTree();
  // By node: its count in the reference that has it most often, in the current reference, in the text.
  #most = new Int32Array(0);
  #here = new Int32Array(0);
  #inText = new Int32Array(0);
  #nodes = new Int32Array(0); // by position × order: the n-grams that start there, 0 past the end
  #starts = new Int32Array(4); // by reference: its first position; and the end of the last

  constructor(order: number) {
    this.#order = order;
  }

  setReferences(references: readonly Tokens[]): void {
    const order = this.#order;
    const tree = this.#tree;
    let tokens = 0;
    for (const { start, end } of references) tokens += end - start;
    this.#reserve(tokens * order + 1, references.length);
    tree.clear();
    const most = this.#most.fill(0, 0, tokens * order + 1);
    let position = 0;
    for (let r = 0; r < references.length; r++) {
      const { ids, start, end } = references[r]!;
      const here = this.#here.fill(0, 0, tokens * order + 1);
      this.#starts[r] = position;
      for (let i = start; i < end; i++, position++) {
        let node = 0;
        for (let n = 0; n < order; n++) {
          node = i + n < end ? tree.add(node, ids[i + n]!) : 0;
          this.#nodes[position * order + n] = node;
          if (node === 0) continue;
          const count = ++here[node]!;
          if (count > most[node]!) most[node] = count;
        }
      }
    }
    this.#starts[references.length] = position;
  }

  /**
   * Takes a text. Adds to counts[found + n − 1] how many of its n-grams are in a reference, and to counts[clipped + n − 1] the same with
   * each n-gram counted at most as often as in the reference that has it most often.
   */
  match({ ids, start, end }: Tokens, counts: Float64Array, clipped: number, found: number): void {
    const inText = this.#inText.fill(0, 0, this.#tree.size);
    for (let i = start; i < end; i++) {
      const last = Math.min(this.#order, end - i);
      let node = 0;
      for (let n = 0; n < last; n++) {
        node = this.#tree.find(node, ids[i + n]!);
        if (node < 0) break;
        counts[found + n]!++;
        if (++inText[node]! <= this.#most[node]!) counts[clipped + n]!++;
      }
    }
  }

  /** The reverse: how many n-grams of one reference are in the last text, each at most as often as there, or all. */
  recall(reference: number, counts: Float64Array, clipped: number, found: number): void {
    const order = this.#order;
    const here = this.#here.fill(0, 0, this.#tree.size);
    for (let position = this.#starts[reference]!; position < this.#starts[reference + 1]!; position++) {
      for (let n = 0; n < order; n++) {
        const node = this.#nodes[position * order + n]!;
        const inText = this.#inText[node]!; // never set for node 0
        if (inText === 0) break;
        counts[found + n]!++;
        if (++here[node]! <= inText) counts[clipped + n]!++;
      }
    }
  }

  /** Room for all n-grams: a node for each length at each position, and node 0. */
  #reserve(nodes: number, references: number): void {
    if (nodes > this.#most.length) {
      this.#most = new Int32Array(2 * nodes);
      this.#here = new Int32Array(2 * nodes);
      this.#inText = new Int32Array(2 * nodes);
      this.#nodes = new Int32Array(2 * nodes);
    }
    if (references >= this.#starts.length) this.#starts = new Int32Array(2 * references);
  }
}
