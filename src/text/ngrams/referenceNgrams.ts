/**
 * Counts the n-grams of a whole set of references, for NIST's information and for idf.
 * N-grams are nodes: an n-gram is its first n − 1 words, also a node, and one more word. Node 0 is the empty n-gram; the words follow.
 */
import { IdList, enlarged } from '../../core/index.ts';
import { type Tokenizer, Units, hashUnits } from '../words/cut.ts';
import { type KnownWords, Vocabulary } from '../words/vocabulary.ts';

/** Plain data that can be sent to other threads. */
export interface CountedNgrams {
  readonly words: KnownWords;
  /** By node: its count. Extensions of an n-gram that was counted once are not nodes, because they cannot be counted more often. */
  readonly counts: Int32Array;
  /** The table of an NgramTree, which finds n-grams of two or more words; they are numbered from 1. */
  readonly slots: Int32Array;
}

/**
 * All n-grams of some segments with their counts, as plain data for files. Words are sorted; n-grams are sorted by length, then by their first
 * words, then by the last, so that the same counts are the same data.
 */
export interface GatheredNgrams {
  readonly words: readonly string[];
  /** Of the empty n-gram, of the words, then of longer n-grams. */
  readonly counts: Int32Array;
  /** Of longer n-grams: the node of all words but the last, and the last. */
  readonly parents: Int32Array;
  readonly lastWords: Int32Array;
}

/** The counts, for looking n-grams up. */
export class KnownNgrams {
  readonly counts: Int32Array;
  readonly #words: number;
  readonly #longer: NgramTree;

  constructor({ words, counts, slots }: CountedNgrams) {
    this.counts = counts;
    this.#words = words.starts.length - 1;
    this.#longer = NgramTree.of(slots);
  }

  /** The node of a node and one more word, or −1 if there is none; `word` may be −1, for an unknown word. */
  find(node: number, word: number): number {
    if (node === 0) return word < 0 ? -1 : word + 1;
    const found = this.#longer.find(node, word);
    return found < 0 ? -1 : this.#words + found;
  }
}

/** Collects the n-grams up to some length, and counts how often each occurs, or in how many segments. */
export class ReferenceNgrams {
  readonly #order: number;
  readonly #tokenizer: Tokenizer;
  readonly #lowercase: boolean;
  readonly #perSegment: boolean;
  readonly #vocabulary = new Vocabulary();
  readonly #units = new Units();
  readonly #spans = new IdList();
  /** All references as ids, a −1 after each. */
  readonly #ids = new IdList();
  readonly #segmentEnds = new IdList();
  readonly #added: GatheredNgrams[] = [];

  constructor(order: number, tokenizer: Tokenizer, lowercase: boolean, count: 'occurrences' | 'segments') {
    this.#order = order;
    this.#tokenizer = tokenizer;
    this.#lowercase = lowercase;
    this.#perSegment = count === 'segments';
  }

  take(references: readonly string[]): void {
    for (const reference of references) this.#takeText(reference);
    this.#segmentEnds.push(this.#ids.length);
  }

  #takeText(text: string): void {
    const units = this.#units;
    const spans = this.#spans;
    const ids = this.#ids;
    units.load(this.#tokenizer.rewrite(this.#lowercase ? text.toLowerCase() : text));
    spans.length = 0;
    this.#tokenizer.cut(units, spans);
    ids.reserve(spans.length / 3 + 1);
    const bounds = spans.values;
    for (let k = 0; k < spans.length; k += 3) {
      ids.values[ids.length++] = this.#vocabulary.intern(units.values, bounds[k]!, bounds[k + 1]!, bounds[k + 2]!);
    }
    ids.values[ids.length++] = -1;
  }

  learned(): CountedNgrams {
    return this.#added.length === 0 ? this.#count(2).counted : countedOf(this.gathered());
  }

  gathered(): GatheredNgrams {
    const own = this.#count(0);
    return joinNgrams([...this.#added, { words: own.vocabulary.words(), ...own.tree, counts: own.counted.counts }]);
  }

  add(gathered: unknown): void {
    this.#added.push(gathered as GatheredNgrams);
  }

  /**
   * Proceeds by length, so that it is known for each n-gram whether longer ones are worth counting: if it was counted `least` times.
   */
  #count(least: number): {
    readonly counted: CountedNgrams;
    readonly vocabulary: Vocabulary;
    readonly tree: Pick<GatheredNgrams, 'parents' | 'lastWords'>;
  } {
    const ids = this.#ids.values;
    const words = this.#vocabulary.size;
    const longer = new NgramTree();
    const counts = new NodeCounts(this.#perSegment ? this.#segmentEnds : undefined);
    // Where n-grams that may be extended begin, and their nodes.
    const begins = new Int32Array(this.#ids.length);
    const nodes = new Int32Array(this.#ids.length);
    let found = 0;
    counts.begin(words + 1);
    for (let i = 0; i < this.#ids.length; i++) {
      if (ids[i]! < 0) continue;
      begins[found] = i;
      nodes[found++] = ids[i]! + 1;
      counts.add(ids[i]! + 1, i);
    }
    // The empty n-gram precedes every word.
    counts.values[0] = this.#perSegment ? this.#segmentEnds.length : found;
    for (let n = 1; n < this.#order; n++) {
      const shorter = found;
      found = 0;
      counts.begin(words + longer.size + shorter);
      for (let k = 0; k < shorter; k++) {
        const word = ids[begins[k]! + n]!;
        if (counts.values[nodes[k]!]! < least || word < 0) continue;
        const node = words + longer.add(nodes[k]!, word);
        begins[found] = begins[k]!;
        nodes[found++] = node;
        counts.add(node, begins[k]!);
      }
    }
    return {
      counted: {
        words: this.#vocabulary.known(),
        counts: counts.values.slice(0, words + longer.size),
        slots: longer.slots,
      },
      vocabulary: this.#vocabulary,
      tree: { parents: longer.parents.slice(1, longer.size), lastWords: longer.lastWords.slice(1, longer.size) },
    };
  }
}

/** Adds up the counts of n-grams of different segments. */
function joinNgrams(list: readonly GatheredNgrams[]): GatheredNgrams {
  const words = [...new Set(list.flatMap((each) => each.words))].sort(byUnits);
  const idOf = new Map(words.map((word, id) => [word, id]));
  const tree = new NgramTree();
  let counts = new Int32Array(1 << 10);
  for (const each of list) {
    const nodes = new Int32Array(each.counts.length); // by node: the joined one
    each.words.forEach((word, w) => (nodes[w + 1] = idOf.get(word)! + 1));
    each.parents.forEach((parent, n) => {
      const last = idOf.get(each.words[each.lastWords[n]!]!)!;
      nodes[each.words.length + 1 + n] = words.length + tree.add(nodes[parent]!, last);
    });
    if (words.length + tree.size > counts.length) counts = enlarged(counts, words.length + tree.size);
    each.counts.forEach((count, n) => (counts[nodes[n]!]! += count));
  }
  return sorted({
    words,
    counts: counts.slice(0, words.length + tree.size),
    parents: tree.parents.slice(1, tree.size),
    lastWords: tree.lastWords.slice(1, tree.size),
  });
}

/** As JavaScript sorts, whatever the locale. */
const byUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The same with longer n-grams in order; the words are. */
function sorted({ words, counts, parents, lastWords }: GatheredNgrams): GatheredNgrams {
  const first = words.length + 1;
  const place = Int32Array.from(counts, (_, node) => (node < first ? node : -1)); // by node: where it is in the sorted data
  const lengths = new Uint8Array(counts.length);
  parents.forEach((parent, n) => (lengths[first + n] = lengths[parent]! + 1));
  const byLength: number[][] = [];
  for (let node = first; node < counts.length; node++) (byLength[lengths[node]!] ??= []).push(node);
  const order: number[] = [];
  for (const nodes of byLength) {
    if (!nodes) continue;
    const parentOf = (node: number): number => place[parents[node - first]!]!;
    nodes.sort((a, b) => parentOf(a) - parentOf(b) || lastWords[a - first]! - lastWords[b - first]!);
    for (const node of nodes) {
      place[node] = first + order.length;
      order.push(node);
    }
  }
  return {
    words,
    counts: Int32Array.from(counts, (count, node) => (node < first ? count : counts[order[node - first]!]!)),
    parents: Int32Array.from(order, (node) => place[parents[node - first]!]!),
    lastWords: Int32Array.from(order, (node) => lastWords[node - first]!),
  };
}

/** The counts for looking up, without extensions of n-grams that were counted once. */
function countedOf({ words, counts, parents, lastWords }: GatheredNgrams): CountedNgrams {
  const vocabulary = new Vocabulary();
  for (const word of words) {
    const units = Uint16Array.from({ length: word.length }, (_, i) => word.charCodeAt(i));
    vocabulary.intern(units, 0, units.length, hashUnits(units, 0, units.length));
  }
  const first = words.length + 1;
  const tree = new NgramTree();
  const kept = new Int32Array(counts.length); // by node: its node among those that are kept, or 0
  const keptCounts = [...counts.subarray(0, first)];
  for (let node = 1; node < first; node++) kept[node] = node;
  parents.forEach((parent, n) => {
    if (kept[parent] === 0 || counts[parent]! < 2) return;
    kept[first + n] = words.length + tree.add(kept[parent]!, lastWords[n]!);
    keptCounts.push(counts[first + n]!);
  });
  return { words: vocabulary.known(), counts: Int32Array.from(keptCounts), slots: tree.slots };
}

/** How often each node was counted; at most once per segment, if segments end at given positions. */
class NodeCounts {
  values = new Int32Array(1 << 10);
  readonly #segmentEnds: IdList | undefined;
  #segment = 0;
  #lastSegment = new Int32Array(0); // by node: the last one it was counted for, from 1

  constructor(segmentEnds: IdList | undefined) {
    this.#segmentEnds = segmentEnds;
  }

  /** Starts over with the first segment; nodes stay below `size`. */
  begin(size: number): void {
    this.#segment = 0;
    if (size > this.values.length) this.values = enlarged(this.values, size);
    if (this.#segmentEnds && size > this.#lastSegment.length) this.#lastSegment = enlarged(this.#lastSegment, size);
  }

  /** Positions must not decrease. */
  add(node: number, position: number): void {
    const ends = this.#segmentEnds;
    if (ends) {
      while (ends.values[this.#segment]! <= position) this.#segment++;
      if (this.#lastSegment[node] === this.#segment + 1) return;
      this.#lastSegment[node] = this.#segment + 1;
    }
    this.values[node]!++;
  }
}

/** Finds the node of a node and one more word. */
export class NgramTree {
  /** The number of nodes, including the empty n-gram. */
  size = 1;
  parents: Int32Array = new Int32Array(1 << 10);
  lastWords: Int32Array = new Int32Array(1 << 10);
  /** Groups of four: a node (0 for a free slot), its parent and its last word; what is compared is adjacent. At most half full. */
  slots: Int32Array = new Int32Array(4 << 11);

  /** A tree for looking n-grams up, from the table of another; nothing can be added. */
  static of(slots: Int32Array): NgramTree {
    const tree = new NgramTree();
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
      this.parents = enlarged(this.parents);
      this.lastWords = enlarged(this.lastWords);
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
      // Last in, first out: what is still to be found is never behind a slot that is already free.
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
