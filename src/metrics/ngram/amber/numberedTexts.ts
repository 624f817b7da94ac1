/**
 * The n-grams that a hypothesis shares with the references of its segment, by number. They are nodes of a tree; a text is then, at each
 * position, the nodes of the n-grams that start there. Most positions have few or none, which keeps later steps fast.
 */
import { type Tokens, roomFor } from '../../../core/index.ts';
import { NgramTree } from '../../../text/index.ts';

export class NumberedText {
  length = 0;
  /** By position × order: the nodes of the n-grams of 1, 2, … words that start there, up to the first that is not shared, then 0. */
  nodes = new Int32Array(0);
  /** The same for fixed-gap n-grams, which take every other word. */
  gapped = new Int32Array(0);
  /** By node: the first and the last position + 1 of that n-gram, or 0. */
  first = new Int32Array(0);
  last = new Int32Array(0);
  /** By position × order: the next position + 1 of the same n-gram, or 0; and the previous one. */
  next = new Int32Array(0);
  previous = new Int32Array(0);

  begin(length: number, order: number): void {
    this.length = length;
    this.nodes = roomFor(this.nodes, length * order);
    this.gapped = roomFor(this.gapped, length * order);
    this.next = roomFor(this.next, length * order);
    this.previous = roomFor(this.previous, length * order);
  }

  /** Links the positions of each n-gram; `nodes` is filled, with nodes below `size`. */
  link(order: number, size: number): void {
    this.first = roomFor(this.first, size).fill(0, 0, size);
    this.last = roomFor(this.last, size).fill(0, 0, size);
    const { nodes, first, last, next, previous } = this;
    for (let i = this.length - 1; i >= 0; i--) {
      for (let n = 0, k = i * order; n < order; n++, k++) {
        const node = nodes[k]!;
        if (node === 0) break;
        const later = first[node]!;
        if (later > 0) previous[(later - 1) * order + n] = i + 1;
        else last[node] = i + 1;
        next[k] = later;
        previous[k] = 0;
        first[node] = i + 1;
      }
    }
  }
}

export class NumberedTexts {
  readonly order: number;
  readonly hypothesis = new NumberedText();
  /** The references of the segment are the first `count`. */
  readonly references: NumberedText[] = [];
  count = 0;
  readonly #withGaps: boolean;
  readonly #tree = new NgramTree();
  #tokens: readonly Tokens[] = [];
  // By word: whether a reference has it; and its node, if the hypothesis also has it.
  #isInReference = new Uint8Array(64);
  #nodeOf = new Int32Array(64);
  #isShared = new Uint8Array(64); // by node: whether a reference has it, contiguous (1) or with gaps (2)

  constructor(order: number, withGaps: boolean) {
    this.order = order;
    this.#withGaps = withGaps;
  }

  /** Nodes are 1 … size − 1. */
  get size(): number {
    return this.#tree.size;
  }

  /** The references must not change until the last hypothesis. */
  setReferences(references: readonly Tokens[]): void {
    this.#tokens = references;
    this.count = references.length;
    while (this.references.length < references.length) this.references.push(new NumberedText());
    let most = 0;
    for (const { ids, start, end } of references) for (let i = start; i < end; i++) most = Math.max(most, ids[i]!);
    if (most >= this.#isInReference.length) {
      this.#isInReference = new Uint8Array(2 * most);
      this.#nodeOf = new Int32Array(2 * most);
    } else this.#isInReference.fill(0);
    for (const { ids, start, end } of references) for (let i = start; i < end; i++) this.#isInReference[ids[i]!] = 1;
  }

  setHypothesis(tokens: Tokens): void {
    const { order, hypothesis, count } = this;
    this.#tree.clear();
    this.#nodeOf.fill(0);
    hypothesis.begin(tokens.end - tokens.start, order);
    this.#add(tokens, 1, hypothesis.nodes);
    if (this.#withGaps) this.#add(tokens, 2, hypothesis.gapped);
    const size = this.size;
    this.#isShared = roomFor(this.#isShared, size).fill(0, 0, size);
    for (let r = 0; r < count; r++) {
      const reference = this.references[r]!;
      const { start, end } = this.#tokens[r]!;
      reference.begin(end - start, order);
      this.#find(this.#tokens[r]!, 1, reference.nodes);
      if (this.#withGaps) this.#find(this.#tokens[r]!, 2, reference.gapped);
      reference.link(order, size);
    }
    this.#keepShared(hypothesis.nodes, 1);
    if (this.#withGaps) this.#keepShared(hypothesis.gapped, 2);
    hypothesis.link(order, size);
  }

  /** Enters the n-grams of the hypothesis whose words are all in the references. */
  #add({ ids, start, end }: Tokens, step: number, nodes: Int32Array): void {
    const order = this.order;
    const known = this.#isInReference;
    const tree = this.#tree;
    for (let i = start, at = 0; i < end; i++, at += order) {
      let node = 0;
      let n = 0;
      if (known[ids[i]!] === 1) {
        node = this.#nodeOf[ids[i]!] ||= tree.add(0, ids[i]!);
        nodes[at] = node;
        n = 1;
        for (let j = i + step; n < order && j < end && known[ids[j]!] === 1; n++, j += step) {
          node = tree.add(node, ids[j]!);
          nodes[at + n] = node;
        }
      }
      for (; n < order; n++) nodes[at + n] = 0;
    }
  }

  /** Looks up the n-grams of a reference. */
  #find({ ids, start, end }: Tokens, step: number, nodes: Int32Array): void {
    const order = this.order;
    const tree = this.#tree;
    const shared = this.#isShared;
    for (let i = start, at = 0; i < end; i++, at += order) {
      let node = this.#nodeOf[ids[i]!]!;
      let n = 0;
      if (node > 0) {
        nodes[at] = node;
        shared[node]! |= step;
        n = 1;
        for (let j = i + step; n < order && j < end && this.#nodeOf[ids[j]!]! > 0; n++, j += step) {
          node = tree.find(node, ids[j]!);
          if (node < 0) break;
          nodes[at + n] = node;
          shared[node]! |= step;
        }
      }
      for (; n < order; n++) nodes[at + n] = 0;
    }
  }

  /** Drops the n-grams of the hypothesis that no reference has. */
  #keepShared(nodes: Int32Array, step: number): void {
    const order = this.order;
    const shared = this.#isShared;
    for (let i = 0, at = 0; i < this.hypothesis.length; i++, at += order) {
      let n = 0;
      while (n < order && nodes[at + n]! > 0 && (shared[nodes[at + n]!]! & step) !== 0) n++;
      for (; n < order && nodes[at + n]! > 0; n++) nodes[at + n] = 0;
    }
  }
}

/** The weight of an n-gram, by node. */
export interface NodeWeights {
  readonly ngram: Float64Array;
  /** The sum over its words. An item with gaps counts the mean of its words. */
  readonly words: Float64Array;
}

/** Clipped matches of numbered n-grams: each counts at most as often as in the reference that has it most often. */
export class ClippedMatches {
  readonly #withGaps: boolean;
  #most = new Int32Array(0); // by node: its count in the reference that has it most often
  #here = new Int32Array(0);
  #sums = new Float64Array(0);

  /** For n-grams, or for those with a fixed gap. */
  constructor(withGaps: boolean) {
    this.#withGaps = withGaps;
  }

  /**
   * Adds to matches[at + n] the weight of the matches of n words, for n from `least` to `longest`;
   * `weights` are sums over their words if there are gaps.
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
    this.#most = roomFor(this.#most, size);
    this.#here = roomFor(this.#here, size);
    if (longest >= this.#sums.length) this.#sums = new Float64Array(longest + 1);
  }
}
