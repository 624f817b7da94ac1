/**
 * A table of paraphrases in Meteor's text format: three lines for each, its probability, a phrase and what may stand for it.
 * Finds the pairs of phrases in two texts that the table links, either way.
 */
import { UsageError } from '../../../core/index.ts';
import type { TextFile, WordColumn } from '../../../text/index.ts';

/** Reports first word and number of words in the hypothesis, then in the reference. */
type Report = (hypothesis: number, hypothesisLength: number, reference: number, referenceLength: number) => void;

interface Ids {
  readonly ids: Int32Array;
  readonly start: number;
  readonly end: number;
}

export class PhraseTable implements WordColumn {
  readonly #words = new Map<string, number>();
  /** Phrases as paths from node 0: a hash table from a node and a word to the next node. */
  #nodeKeys = new Int32Array(1 << 12);
  #wordKeys = new Int32Array(1 << 12);
  #targets = new Int32Array(1 << 12);
  #nodes = 1;
  /** By node, its first and last paraphrase; by paraphrase, the next of the same phrase and where its words are. */
  #first = new Int32Array(1 << 11).fill(-1);
  #last = new Int32Array(1 << 11);
  #next = new Int32Array(1 << 11);
  #starts = new Int32Array(1 << 11);
  #pool = new Int32Array(1 << 12);
  #paraphrases = 0;
  /** Where words stand in the text that is searched, a chain for each word. */
  #places = new Int32Array(0);
  #nextPlace = new Int32Array(64);

  constructor({ name, lines }: TextFile) {
    let count = lines.length;
    while (count > 0 && lines[count - 1]!.trim() === '') count--;
    if (count === 0) throw new UsageError(`${name} is empty; a table of paraphrases has three lines for each.`);
    const wrong = (line: number, what: string) => new UsageError(`${name}, line ${line + 1}: ${what}`);
    for (let at = 0; at < count; at += 3) {
      const probability = lines[at]!.trim();
      if (!(Number(probability) > 0 && Number(probability) <= 1)) {
        throw wrong(
          at,
          `a probability, above 0 and at most 1, is expected, not "${shortened(probability)}". Each has three lines: probability, phrase, paraphrase.`,
        );
      }
      if (at + 2 >= count) throw wrong(count - 1, 'the table ends in the middle of a paraphrase.');
      const [phrase, paraphrase] = [this.#read(lines[at + 1]!), this.#read(lines[at + 2]!)];
      if (phrase.length === 0) throw wrong(at + 1, 'the phrase is empty.');
      if (paraphrase.length === 0) throw wrong(at + 2, 'the paraphrase is empty.');
      this.#add(phrase, paraphrase);
    }
    this.#places = new Int32Array(this.#words.size).fill(-1);
  }

  /** Words that are not in the table have −1. */
  number(word: string): number {
    return this.#words.get(word) ?? -1;
  }

  /** The texts hold numbers of words. Phrases of the reference are looked up first, then those of the hypothesis. */
  find(hypothesis: Ids, reference: Ids, report: Report): void {
    this.#search(reference, hypothesis, (j, jLength, i, iLength) => report(i, iLength, j, jLength));
    this.#search(hypothesis, reference, report);
  }

  /** Phrases of one text whose paraphrases are in another. */
  #search(text: Ids, other: Ids, report: Report): void {
    const length = other.end - other.start;
    if (this.#nextPlace.length < length) this.#nextPlace = new Int32Array(2 * length);
    for (let k = length - 1; k >= 0; k--) {
      const word = other.ids[other.start + k]!;
      if (word < 0) continue;
      this.#nextPlace[k] = this.#places[word]!;
      this.#places[word] = k;
    }
    for (let from = text.start; from < text.end; from++) {
      let node = 0;
      for (let to = from; to < text.end && text.ids[to]! >= 0; to++) {
        node = this.#targets[this.#slot(node, text.ids[to]!)]!;
        if (node === 0) break;
        for (let p = this.#first[node]!; p >= 0; p = this.#next[p]!) {
          const start = this.#starts[p]!;
          const size = this.#starts[p + 1]! - start;
          for (let k = this.#places[this.#pool[start]!]!; k >= 0; k = this.#nextPlace[k]!) {
            if (k + size > length) break;
            let same = 1;
            while (same < size && other.ids[other.start + k + same] === this.#pool[start + same]) same++;
            if (same === size) report(from - text.start, to + 1 - from, k, size);
          }
        }
      }
    }
    for (let k = other.start; k < other.end; k++) if (other.ids[k]! >= 0) this.#places[other.ids[k]!] = -1;
  }

  #read(line: string): number[] {
    const ids: number[] = [];
    for (const word of line.split(/\s+/)) {
      if (word === '') continue;
      let id = this.#words.get(word);
      if (id === undefined) this.#words.set(word, (id = this.#words.size));
      ids.push(id);
    }
    return ids;
  }

  #add(phrase: readonly number[], paraphrase: readonly number[]): void {
    let node = 0;
    for (const word of phrase) node = this.#follow(node, word);
    const at = this.#paraphrases++;
    if (at + 2 > this.#next.length) {
      this.#next = grown(this.#next);
      this.#starts = grown(this.#starts);
    }
    this.#next[at] = -1;
    if (this.#first[node] === -1) this.#first[node] = at;
    else this.#next[this.#last[node]!] = at;
    this.#last[node] = at;
    let end = this.#starts[at]!;
    while (end + paraphrase.length > this.#pool.length) this.#pool = grown(this.#pool);
    for (const word of paraphrase) this.#pool[end++] = word;
    this.#starts[at + 1] = end;
  }

  /** The node after this word, made if it is not there. */
  #follow(node: number, word: number): number {
    const slot = this.#slot(node, word);
    if (this.#targets[slot] !== 0) return this.#targets[slot]!;
    const made = this.#nodes++;
    if (made >= this.#first.length) {
      this.#first = grown(this.#first, -1);
      this.#last = grown(this.#last);
    }
    this.#nodeKeys[slot] = node;
    this.#wordKeys[slot] = word;
    this.#targets[slot] = made;
    if (2 * this.#nodes > this.#targets.length) this.#rehash();
    return made;
  }

  /** Where the node after this word is kept, or could be; no way leads back to node 0, so 0 is an empty place. */
  #slot(node: number, word: number): number {
    const mask = this.#targets.length - 1;
    let hash = Math.imul(node, 0x9e3779b1) ^ Math.imul(word + 1, 0x85ebca6b);
    hash ^= hash >>> 15;
    let slot = hash & mask;
    while (this.#targets[slot] !== 0 && (this.#nodeKeys[slot] !== node || this.#wordKeys[slot] !== word)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #rehash(): void {
    const [nodes, words, targets] = [this.#nodeKeys, this.#wordKeys, this.#targets];
    this.#nodeKeys = new Int32Array(2 * targets.length);
    this.#wordKeys = new Int32Array(2 * targets.length);
    this.#targets = new Int32Array(2 * targets.length);
    for (let old = 0; old < targets.length; old++) {
      if (targets[old] === 0) continue;
      const slot = this.#slot(nodes[old]!, words[old]!);
      this.#nodeKeys[slot] = nodes[old]!;
      this.#wordKeys[slot] = words[old]!;
      this.#targets[slot] = targets[old]!;
    }
  }
}

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

function grown(column: Int32Array, rest = 0): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * column.length).fill(rest, column.length);
  larger.set(column);
  return larger;
}
