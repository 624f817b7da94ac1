/** The n-grams of the references of a segment, as a tree: what words that follow each other are part of. */
import { Numbering } from '../../shape/features.ts';

/** Words are numbers from 0 on; −1, a word of no reference, is part of nothing. */
export class ReferenceTree {
  readonly order: number;
  /** Words of the references. */
  readonly vocabulary: Numbering;
  /** By order, from 1 on: the most matches that clipping allows. */
  readonly mostMatches: readonly number[];
  readonly #children = new Map<number, number>();
  #nodes = 1;

  constructor(references: readonly (readonly string[])[], order: number) {
    this.order = order;
    this.vocabulary = new Numbering(references.flat());
    const most = new Map<number, number>();
    const depths: number[] = [0];
    for (const words of references) {
      const counts = new Map<number, number>();
      for (let start = 0; start < words.length; start++) {
        let node = 0;
        for (let n = 1; n <= order && start + n <= words.length; n++) {
          const key = node * this.vocabulary.size + this.vocabulary.find(words[start + n - 1]!);
          node = this.#children.get(key) ?? this.#nodes++;
          this.#children.set(key, node);
          depths[node] = n;
          counts.set(node, (counts.get(node) ?? 0) + 1);
        }
      }
      for (const [node, count] of counts) most.set(node, Math.max(most.get(node) ?? 0, count));
    }
    const mostMatches = new Array<number>(order).fill(0);
    for (const [node, count] of most) mostMatches[depths[node]! - 1]! += count;
    this.mostMatches = mostMatches;
  }

  /** The node of an n-gram and one more word, or −1; 0 is the empty one. */
  follow(node: number, word: number): number {
    return word < 0 ? -1 : (this.#children.get(node * this.vocabulary.size + word) ?? -1);
  }

  /** The most words at the end of these, at most order − 1, that an n-gram of the references begins with. */
  suffix(words: readonly number[]): readonly number[] {
    for (let start = Math.max(0, words.length - this.order + 1); start < words.length; start++) {
      let node = 0;
      for (let at = start; at < words.length && node >= 0; at++) node = this.follow(node, words[at]!);
      if (node >= 0) return start === 0 ? words : words.slice(start);
    }
    return nothing;
  }
}

const nothing: readonly number[] = [];
