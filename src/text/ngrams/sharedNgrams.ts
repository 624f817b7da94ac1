/**
 * N-grams that a text shares with its references, seen from either side, clipped and not, in time linear in the lengths.
 * The n-grams of the references are a tree: a node is an n-gram, its parent the same without the last token.
 */
import type { Tokens } from '../../core/index.ts';

export class SharedNgrams {
  readonly #order: number;
  // By node from 1 on; node 0 is the empty n-gram.
  #size = 1;
  #parent = new Int32Array(0);
  #token = new Int32Array(0);
  #next = new Int32Array(0); // another node of the same bucket, or 0
  #most = new Int32Array(0); // how often it stands in the reference that has it most often
  #here = new Int32Array(0); // … in the reference at hand
  #inText = new Int32Array(0);
  #buckets = new Int32Array(64); // a power of two of them are in use: #mask + 1
  #mask = 63;
  #nodes = new Int32Array(0); // by position × order: the n-grams that start there, 0 past the end
  #starts = new Int32Array(4); // by reference: its first position; and the end of the last

  constructor(order: number) {
    this.#order = order;
  }

  setReferences(references: readonly Tokens[]): void {
    const order = this.#order;
    let tokens = 0;
    for (const { start, end } of references) tokens += end - start;
    this.#reserve(tokens, references.length);
    this.#size = 1;
    let position = 0;
    for (let r = 0; r < references.length; r++) {
      const { ids, start, end } = references[r]!;
      this.#starts[r] = position;
      this.#here.fill(0, 0, this.#size);
      for (let i = start; i < end; i++, position++) {
        let node = 0;
        for (let n = 0; n < order; n++) {
          node = i + n < end ? this.#add(node, ids[i + n]!) : 0;
          this.#nodes[position * order + n] = node;
          if (node === 0) continue;
          const count = ++this.#here[node]!;
          if (count > this.#most[node]!) this.#most[node] = count;
        }
      }
    }
    this.#starts[references.length] = position;
  }

  /**
   * Takes up a text. Adds to counts[found + n − 1] how many of its n-grams are in a reference, and to counts[clipped + n − 1] the same with
   * each n-gram counted at most as often as in the reference that has it most often.
   */
  match({ ids, start, end }: Tokens, counts: Float64Array, clipped: number, found: number): void {
    const inText = this.#inText.fill(0, 0, this.#size);
    for (let i = start; i < end; i++) {
      const last = Math.min(this.#order, end - i);
      let node = 0;
      for (let n = 0; n < last; n++) {
        node = this.#find(node, ids[i + n]!);
        if (node === 0) break;
        counts[found + n]!++;
        if (++inText[node]! <= this.#most[node]!) counts[clipped + n]!++;
      }
    }
  }

  /** The other way round: how many n-grams of one reference are in the text taken up last, each at most as often as there, or all. */
  recall(reference: number, counts: Float64Array, clipped: number, found: number): void {
    const order = this.#order;
    const here = this.#here.fill(0, 0, this.#size);
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

  /** The node of a node and one token more, or 0. */
  #find(parent: number, token: number): number {
    let node = this.#buckets[this.#bucket(parent, token)]!;
    while (node !== 0 && (this.#parent[node] !== parent || this.#token[node] !== token)) node = this.#next[node]!;
    return node;
  }

  #add(parent: number, token: number): number {
    const known = this.#find(parent, token);
    if (known !== 0) return known;
    const node = this.#size++;
    const bucket = this.#bucket(parent, token);
    this.#parent[node] = parent;
    this.#token[node] = token;
    this.#next[node] = this.#buckets[bucket]!;
    this.#buckets[bucket] = node;
    this.#most[node] = 0;
    this.#here[node] = 0;
    return node;
  }

  #bucket(parent: number, token: number): number {
    const hash = Math.imul(parent ^ Math.imul(token + 1, 0x9e3779b1), 0x85ebca6b);
    return (hash ^ (hash >>> 15)) & this.#mask;
  }

  /** Room for all n-grams of so many tokens: a node for each length at each position, and node 0. As many buckets, all empty. */
  #reserve(tokens: number, references: number): void {
    const nodes = tokens * this.#order + 1;
    if (nodes > this.#parent.length) {
      const room = 2 * nodes;
      this.#parent = new Int32Array(room);
      this.#token = new Int32Array(room);
      this.#next = new Int32Array(room);
      this.#most = new Int32Array(room);
      this.#here = new Int32Array(room);
      this.#inText = new Int32Array(room);
      this.#nodes = new Int32Array(room);
    }
    let buckets = 64;
    while (buckets < nodes) buckets *= 2;
    if (buckets > this.#buckets.length) this.#buckets = new Int32Array(buckets);
    else this.#buckets.fill(0, 0, buckets);
    this.#mask = buckets - 1;
    if (references >= this.#starts.length) this.#starts = new Int32Array(2 * references);
  }
}
