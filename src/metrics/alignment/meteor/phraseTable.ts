/**
 * A paraphrase table in Meteor's text format: three lines per entry, its probability, a phrase and its paraphrase.
 * Finds the pairs of phrases in two texts that the table links, in either direction.
 */
import { type Tokens, UsageError, enlarged } from '../../../core/index.ts';
import { NgramTree, type TextFile, type WordColumn } from '../../../text/index.ts';

/** Reports first word and number of words in the hypothesis, then in the reference. */
type Report = (hypothesis: number, hypothesisLength: number, reference: number, referenceLength: number) => void;

export class PhraseTable implements WordColumn {
  readonly #words = new Map<string, number>();
  readonly #phrases = new NgramTree();
  /** By node, its first and last paraphrase; by paraphrase, the next one of the same phrase and where its words are. */
  #first = new Int32Array(1 << 11).fill(-1);
  #last = new Int32Array(1 << 11);
  #next = new Int32Array(1 << 11);
  #starts = new Int32Array(1 << 11);
  #pool = new Int32Array(1 << 12);
  #paraphrases = 0;
  /** Positions of words in the searched text, a chain for each word. */
  #places = new Int32Array(0);
  #nextPlace = new Int32Array(64);

  constructor({ name, lines }: TextFile) {
    let count = lines.length;
    while (count > 0 && lines[count - 1]!.trim() === '') count--;
    if (count === 0)
      throw new UsageError(
        `${name} is empty. A paraphrase table has three lines per entry: probability, phrase, paraphrase.`,
      );
    const wrong = (line: number, what: string) => new UsageError(`${name}, line ${line + 1}: ${what}`);
    for (let at = 0; at < count; at += 3) {
      const probability = lines[at]!.trim();
      if (!(Number(probability) > 0 && Number(probability) <= 1)) {
        throw wrong(
          at,
          `expected a probability above 0 and at most 1, not "${shortened(probability)}". Each entry has three lines: probability, phrase, paraphrase.`,
        );
      }
      if (at + 2 >= count) throw wrong(count - 1, 'the table ends in the middle of an entry.');
      const [phrase, paraphrase] = [this.#read(lines[at + 1]!), this.#read(lines[at + 2]!)];
      if (phrase.length === 0) throw wrong(at + 1, 'the phrase is empty.');
      if (paraphrase.length === 0) throw wrong(at + 2, 'the paraphrase is empty.');
      this.#add(phrase, paraphrase);
    }
    this.#places = new Int32Array(this.#words.size).fill(-1);
  }

  /** −1 for words that are not in the table. */
  number(word: string): number {
    return this.#words.get(word) ?? -1;
  }

  /** The texts hold word ids. Phrases of the reference are looked up first, then those of the hypothesis. */
  find(hypothesis: Tokens, reference: Tokens, report: Report): void {
    this.#search(reference, hypothesis, (j, jLength, i, iLength) => report(i, iLength, j, jLength));
    this.#search(hypothesis, reference, report);
  }

  /** Phrases of one text whose paraphrases are in the other. */
  #search(text: Tokens, other: Tokens, report: Report): void {
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
        node = this.#phrases.find(node, text.ids[to]!);
        if (node < 0) break;
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
    for (const word of phrase) node = this.#phrases.add(node, word);
    while (this.#phrases.size > this.#first.length) {
      const known = this.#first.length;
      this.#first = enlarged(this.#first).fill(-1, known);
      this.#last = enlarged(this.#last);
    }
    const at = this.#paraphrases++;
    if (at + 2 > this.#next.length) {
      this.#next = enlarged(this.#next);
      this.#starts = enlarged(this.#starts);
    }
    this.#next[at] = -1;
    if (this.#first[node] === -1) this.#first[node] = at;
    else this.#next[this.#last[node]!] = at;
    this.#last[node] = at;
    let end = this.#starts[at]!;
    while (end + paraphrase.length > this.#pool.length) this.#pool = enlarged(this.#pool);
    for (const word of paraphrase) this.#pool[end++] = word;
    this.#starts[at + 1] = end;
  }
}

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
