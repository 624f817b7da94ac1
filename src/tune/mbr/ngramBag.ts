/** N-grams of the candidates of a segment, each with a weight, such as its expected count. */
import { type Tokens, enlarged } from '../../core/index.ts';
import { NgramTree } from '../../text/index.ts';

/** Its memory is reused from segment to segment. */
export class NgramBag {
  readonly order: number;
  readonly #tree = new NgramTree();
  #weights = new Float64Array(1 << 10); // by node of the tree
  #lengths = new Uint8Array(1 << 10); // by node: tokens of the n-gram
  #counts = new Int32Array(1 << 10); // by node: count in the current text; 0 between texts
  readonly #seen: number[] = []; // nodes of the current text

  constructor(order: number) {
    this.order = order;
  }

  clear(): void {
    this.#weights.fill(0, 0, this.#tree.size);
    this.#tree.clear();
  }

  /** Adds weight times its count to the weight of each n-gram of the text; times 1 if only `presence` counts. */
  add({ ids, start, end }: Tokens, weight: number, presence: boolean): void {
    for (let i = start; i < end; i++) {
      let node = 0;
      for (let n = 0; n < this.order && i + n < end; n++) {
        node = this.#tree.add(node, ids[i + n]!);
        if (node >= this.#counts.length) this.#grow();
        this.#lengths[node] = n + 1;
        if (this.#counts[node]!++ === 0) this.#seen.push(node);
      }
    }
    for (const node of this.#seen) this.#weights[node]! += presence ? weight : weight * this.#counts[node]!;
    this.#forgetText();
  }

  /** Adds to into[n − 1] the sum over the text's n-grams of min(count, weight). */
  matchClipped(text: Tokens, into: Float64Array): void {
    this.#count(text);
    for (const node of this.#seen)
      into[this.#lengths[node]! - 1]! += Math.min(this.#counts[node]!, this.#weights[node]!);
    this.#forgetText();
  }

  /** Adds to into[n − 1] the sum over the text's n-grams of count × weight. */
  match(text: Tokens, into: Float64Array): void {
    this.#count(text);
    for (const node of this.#seen) into[this.#lengths[node]! - 1]! += this.#counts[node]! * this.#weights[node]!;
    this.#forgetText();
  }

  #count({ ids, start, end }: Tokens): void {
    for (let i = start; i < end; i++) {
      let node = 0;
      for (let n = 0; n < this.order && i + n < end; n++) {
        node = this.#tree.find(node, ids[i + n]!);
        if (node < 0) break;
        if (this.#counts[node]!++ === 0) this.#seen.push(node);
      }
    }
  }

  #forgetText(): void {
    for (const node of this.#seen) this.#counts[node] = 0;
    this.#seen.length = 0;
  }

  #grow(): void {
    this.#counts = enlarged(this.#counts);
    this.#lengths = enlarged(this.#lengths);
    this.#weights = enlarged(this.#weights);
  }
}
