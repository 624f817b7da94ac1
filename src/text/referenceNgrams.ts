/**
 * How often each n-gram stands in a whole set of references, and in how many segments: what NIST's information and idf are made of.
 * N-grams are nodes of a tree: an n-gram is its first n − 1 words, also a node, and one word more. Node 0 is the empty n-gram.
 */
import { IdList } from '../core/index.ts';
import { hashUnits } from './cut.ts';
import type { Tokenizer } from './tokenizers/tokenizer.ts';
import { Units } from './units.ts';
import { type KnownWords, Vocabulary } from './vocabulary.ts';
import { grown } from './grown.ts';

/** Plain data, to be sent to other threads. */
export interface CountedNgrams {
  readonly words: KnownWords;
  readonly segments: number;
  /** By node: the node without the last word, that word, how often the n-gram stands there, in how many segments. */
  readonly parents: Int32Array;
  readonly lastWords: Int32Array;
  /** The table they are found by. */
  readonly slots: Int32Array;
  readonly counts: Int32Array;
  readonly segmentCounts: Int32Array;
}

/** Gathers the n-grams up to some length. */
export class ReferenceNgrams {
  readonly #order: number;
  readonly #tokenizer: Tokenizer;
  readonly #lowercase: boolean;
  readonly #vocabulary = new Vocabulary();
  readonly #units = new Units();
  readonly #spans = new IdList();
  readonly #tree = new NgramTree();
  #counts = new Int32Array(1 << 10);
  #segmentCounts = new Int32Array(1 << 10);
  #lastSegment = new Int32Array(1 << 10); // by node: the last segment it was counted for, from 1
  #segments = 0;
  #words = 0;

  constructor(order: number, tokenizer: Tokenizer, lowercase: boolean) {
    this.#order = order;
    this.#tokenizer = tokenizer;
    this.#lowercase = lowercase;
  }

  take(references: readonly string[]): void {
    this.#segments++;
    for (const reference of references) this.#takeText(reference);
  }

  learned(): CountedNgrams {
    const { size, parents, lastWords, slots } = this.#tree;
    this.#counts[0] = this.#words; // the empty n-gram precedes every word
    this.#segmentCounts[0] = this.#segments;
    return {
      words: this.#vocabulary.known(),
      segments: this.#segments,
      parents: parents.slice(0, size),
      lastWords: lastWords.slice(0, size),
      slots,
      counts: this.#counts.slice(0, size),
      segmentCounts: this.#segmentCounts.slice(0, size),
    };
  }

  #takeText(text: string): void {
    const units = this.#units;
    const spans = this.#spans;
    units.load(this.#tokenizer.rewrite(this.#lowercase ? text.toLowerCase() : text));
    spans.length = 0;
    this.#tokenizer.cut(units, spans);
    const count = spans.length / 3;
    const ids = new Int32Array(count);
    for (let i = 0; i < count; i++) {
      const [start, end] = [spans.values[3 * i]!, spans.values[3 * i + 1]!];
      ids[i] = this.#vocabulary.intern(units.values, start, end, hashUnits(units.values, start, end));
    }
    this.#words += count;
    for (let i = 0; i < count; i++) {
      let node = 0;
      for (let n = 0; n < this.#order && i + n < count; n++) {
        node = this.#tree.add(node, ids[i + n]!);
        this.#countNode(node);
      }
    }
  }

  #countNode(node: number): void {
    if (node >= this.#counts.length) {
      this.#counts = grown(this.#counts);
      this.#segmentCounts = grown(this.#segmentCounts);
      this.#lastSegment = grown(this.#lastSegment);
    }
    this.#counts[node]!++;
    if (this.#lastSegment[node] === this.#segments) return;
    this.#lastSegment[node] = this.#segments;
    this.#segmentCounts[node]!++;
  }
}

/** Finds the node of a node and one word more. */
export class NgramTree {
  /** Nodes, the empty n-gram among them. */
  size = 1;
  parents: Int32Array = new Int32Array(1 << 10);
  lastWords: Int32Array = new Int32Array(1 << 10);
  /** Fours of a node (0 for a free slot), its parent and its last word: what is compared lies side by side. At most half full. */
  slots: Int32Array = new Int32Array(4 << 11);

  /** One to look n-grams up in; it shares the memory of what was counted. */
  static of({ parents, lastWords, slots }: CountedNgrams): NgramTree {
    const tree = new NgramTree();
    tree.size = parents.length;
    tree.parents = parents;
    tree.lastWords = lastWords;
    tree.slots = slots;
    return tree;
  }

  /** The node, or −1 if there is no such n-gram. */
  find(parent: number, word: number): number {
    const node = this.slots[this.#slot(parent, word)]!;
    return node === 0 ? -1 : node;
  }

  add(parent: number, word: number): number {
    const slot = this.#slot(parent, word);
    const known = this.slots[slot]!;
    if (known !== 0) return known;
    const node = this.size++;
    if (node === this.parents.length) {
      this.parents = grown(this.parents);
      this.lastWords = grown(this.lastWords);
    }
    this.parents[node] = parent;
    this.lastWords[node] = word;
    this.#enter(slot, node);
    if (8 * this.size > this.slots.length) this.#double();
    return node;
  }

  /** Forgets all n-grams but keeps the memory. */
  clear(): void {
    if (this.slots.length < 256 * this.size) this.slots.fill(0);
    else {
      // Last in, first out: what is still to be found never lies behind a slot that is already free.
      for (let node = this.size - 1; node > 0; node--) {
        this.slots[this.#slot(this.parents[node]!, this.lastWords[node]!)] = 0;
      }
    }
    this.size = 1;
  }

  /** Where the node is, or would be. */
  #slot(parent: number, word: number): number {
    const slots = this.slots;
    const mask = slots.length - 4;
    let hash = Math.imul(parent ^ Math.imul(word + 1, 0x9e3779b1), 0x85ebca6b);
    hash ^= hash >>> 15;
    let slot = (hash << 2) & mask;
    while (slots[slot] !== 0 && (slots[slot + 1] !== parent || slots[slot + 2] !== word)) slot = (slot + 4) & mask;
    return slot;
  }

  #enter(slot: number, node: number): void {
    this.slots[slot] = node;
    this.slots[slot + 1] = this.parents[node]!;
    this.slots[slot + 2] = this.lastWords[node]!;
  }

  #double(): void {
    this.slots = new Int32Array(2 * this.slots.length);
    for (let node = 1; node < this.size; node++) {
      this.#enter(this.#slot(this.parents[node]!, this.lastWords[node]!), node);
    }
  }
}
