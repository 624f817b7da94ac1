/**
 * Counts n-grams of up to `order` tokens in a trie: an n-gram is its (n − 1)-gram followed by a token.
 * A lookup stops at the first n-gram that is not there, since no longer one can be.
 */
import type { Tokens } from '../core/index.ts';

export class NgramTrie {
  readonly #order: number;
  #nodes = 1; // node 0 is the empty n-gram
  // Open addressing by (parent, token), at most half full: three numbers a slot, parent + 1, token, node.
  #table = new Int32Array(3 * 1024);
  #used = 0; // slots the current texts may use: a power of two
  // By node:
  #limit = new Int32Array(512); // largest count in any one reference
  #count = new Int32Array(512); // count in the text #serial
  #seenIn = new Int32Array(512);
  #serial = 0;
  // The nodes of a text's last positions, by length of n-gram, while it is walked.
  readonly #open: Int32Array;

  constructor(order: number) {
    this.#order = order;
    this.#open = new Int32Array(order + 1);
  }

  setReferences(references: readonly Tokens[]): void {
    let tokens = 0;
    for (const { start, end } of references) tokens += end - start;
    this.#clear(tokens);
    for (const reference of references) this.#add(reference);
  }

  /** Forgets all n-grams and makes room for references of so many tokens in all. */
  #clear(tokens: number): void {
    const nodes = tokens * this.#order + 1; // every token ends at most one new n-gram of each order
    let slots = 16;
    while (slots < 2 * nodes) slots *= 2;
    if (3 * slots > this.#table.length) this.#table = new Int32Array(3 * slots);
    else this.#table.fill(0, 0, 3 * slots);
    if (nodes > this.#limit.length) {
      const room = 2 ** Math.ceil(Math.log2(nodes));
      this.#limit = new Int32Array(room);
      this.#count = new Int32Array(room);
      this.#seenIn = new Int32Array(room);
    }
    this.#used = slots;
    this.#nodes = 1;
  }

  /** Adds a reference; the count that limits matches is the largest in any one reference. */
  #add({ ids, start, end }: Tokens): void {
    const order = this.#order;
    const table = this.#table;
    const mask = this.#used - 1;
    const limit = this.#limit;
    const count = this.#count;
    const seenIn = this.#seenIn;
    const open = this.#open;
    const serial = ++this.#serial;
    let nodes = this.#nodes;
    let depth = 0; // how many n-grams ended at the token before, at most order − 1
    for (let i = start; i < end; i++) {
      const token = ids[i]!;
      const salt = Math.imul(token, 0x85ebca6b);
      // From the longest to the shortest, so that open[n] is still the n-gram that ended one token earlier.
      for (let n = depth; n >= 0; n--) {
        const parent = open[n]!;
        let hash = Math.imul(parent ^ salt, 0x9e3779b1);
        hash ^= hash >>> 15;
        let at = 3 * (hash & mask);
        while (table[at] !== 0 && (table[at] !== parent + 1 || table[at + 1] !== token)) {
          at += 3;
          if (at > 3 * mask) at = 0;
        }
        let node: number;
        if (table[at] === 0) {
          node = nodes++;
          table[at] = parent + 1;
          table[at + 1] = token;
          table[at + 2] = node;
          limit[node] = 1;
          count[node] = 1;
          seenIn[node] = serial;
        } else {
          node = table[at + 2]!;
          if (seenIn[node] !== serial) {
            seenIn[node] = serial;
            count[node] = 0;
          }
          const now = ++count[node]!;
          if (now > limit[node]!) limit[node] = now;
        }
        open[n + 1] = node;
      }
      if (depth < order - 1) depth++;
    }
    this.#nodes = nodes;
  }

  /** Adds to matches[at + n − 1] how many n-grams of the text are in the references, each at most as often as there. */
  match({ ids, start, end }: Tokens, matches: Float64Array, at: number): void {
    const order = this.#order;
    const table = this.#table;
    const mask = this.#used - 1;
    const limit = this.#limit;
    const count = this.#count;
    const seenIn = this.#seenIn;
    const serial = ++this.#serial;
    for (let i = start; i < end; i++) {
      let parent = 0;
      const last = i + order < end ? i + order : end;
      for (let j = i; j < last; j++) {
        const token = ids[j]!;
        let hash = Math.imul(parent ^ Math.imul(token, 0x85ebca6b), 0x9e3779b1);
        hash ^= hash >>> 15;
        let slot = 3 * (hash & mask);
        while (table[slot] !== 0 && (table[slot] !== parent + 1 || table[slot + 1] !== token)) {
          slot += 3;
          if (slot > 3 * mask) slot = 0;
        }
        if (table[slot] === 0) break;
        const node = table[slot + 2]!;
        if (seenIn[node] !== serial) {
          seenIn[node] = serial;
          count[node] = 0;
        }
        if (count[node]! < limit[node]!) {
          count[node]!++;
          matches[at + j - i]!++;
        }
        parent = node;
      }
    }
  }
}
