/**
 * How unlike two words are by their letters, from 0 to 1: edit distance over the length of the edit path, that is insertions, deletions,
 * substitutions and letters kept. Leusch and Ney (2009). Of several ways with the fewest edits the one that keeps most letters counts.
 */
import type { Tokens } from '../core/index.ts';
import { unit } from './coverDistance.ts';
import { SpelledWords } from './spelling.ts';

/** As few edits as possible, then as many steps, as one integer of 32 bits. */
const edit = 1 << 15;
/** Where longer words differ they count as wholly unlike; none are words. */
const mostLetters = edit / 2;

export class LetterCost {
  readonly #hypothesis = new LetterSets();
  readonly #reference = new LetterSets();
  #row = new Int32Array(64);

  /** Takes two texts as spelled words. */
  set(hypothesis: Tokens, reference: Tokens): void {
    this.#hypothesis.take(hypothesis);
    this.#reference.take(reference);
  }

  /** Cost of word j of the reference in place of word i of the hypothesis; something no lower if it is not below the limit. */
  of(i: number, j: number, limit: number): number {
    const least = this.#least(i, j) / unit;
    return least < limit ? this.#cost(i, j) : least;
  }

  least(j: number, costs: Int32Array, count: number): void {
    const { letters, repeated, sizes } = this.#hypothesis;
    const set = this.#reference.letters[j]!;
    const more = this.#reference.repeated[j]!;
    const size = this.#reference.sizes[j]!;
    for (let i = 0; i < count; i++) {
      const most = countBits(letters[i]! & set) + lower(repeated[i]!, more);
      const longest = -lower(-sizes[i]!, -size);
      costs[i] = leastCosts[(longest << 6) + most]!;
    }
  }

  #least(i: number, j: number): number {
    const a = this.#hypothesis;
    const b = this.#reference;
    const shared = a.letters[i]! & b.letters[j]!;
    if (shared === 0) return unit;
    const most = countBits(shared) + Math.min(a.repeated[i]!, b.repeated[j]!);
    return leastCosts[(Math.max(a.sizes[i]!, b.sizes[j]!) << 6) + most]!;
  }

  #cost(word: number, other: number): number {
    const a = this.#hypothesis.words.ids;
    const b = this.#reference.words.ids;
    let start = this.#hypothesis.words.start(word);
    let end = this.#hypothesis.words.end(word);
    let from = this.#reference.words.start(other);
    let to = this.#reference.words.end(other);
    let kept = 0; // a common beginning and a common end are part of a best path
    for (; start < end && from < to && a[start] === b[from]; start++, from++) kept++;
    for (; start < end && from < to && a[end - 1] === b[to - 1]; end--, to--) kept++;
    const target = to - from;
    const length = end - start;
    if (length === 0 || target === 0) return length + target === 0 ? 0 : (length + target) / (kept + length + target);
    if (length > mostLetters || target > mostLetters) return 1;
    if (target + 1 > this.#row.length) this.#row = new Int32Array(2 * (target + 1));
    const row = this.#row;
    for (let j = 0; j <= target; j++) row[j] = j * (edit - 1);
    for (let i = start; i < end; i++) {
      const letter = a[i]!;
      let diagonal = row[0]!;
      let left = (row[0] = diagonal + edit - 1);
      for (let j = 1; j <= target; j++) {
        const above = row[j]!;
        const isEqual = ((b[from + j - 1]! ^ letter) - 1) >>> 31;
        left = lower(lower(diagonal + edit - 1 - (isEqual << 15), above + edit - 1), left + edit - 1);
        row[j] = left;
        diagonal = above;
      }
    }
    const distance = Math.ceil(row[target]! / edit);
    return distance / (kept + distance * edit - row[target]!);
  }
}

const longWord = 32;
const leastCosts = Int32Array.from({ length: (longWord + 1) * 64 + 1 }, (_, index) => {
  const size = index >> 6;
  const common = index & 63;
  return common === 0 ? unit : common >= size ? 0 : Math.floor((unit * (size - common)) / size) - 1;
});
const lower = (a: number, b: number): number => b + ((a - b) & ((a - b) >> 31));

class LetterSets {
  readonly words = new SpelledWords();
  letters = new Int32Array(64);
  repeated = new Int32Array(64);
  sizes = new Int32Array(64);

  take(text: Tokens): void {
    const { words } = this;
    words.take(text);
    const { count, ids } = words;
    if (count > this.letters.length) {
      this.letters = new Int32Array(2 * count);
      this.repeated = new Int32Array(2 * count);
      this.sizes = new Int32Array(2 * count);
    }
    for (let word = 0; word < count; word++) {
      const start = words.start(word);
      const end = words.end(word);
      let letters = 0;
      for (let at = start; at < end; at++) letters |= 1 << ids[at]!;
      this.letters[word] = letters;
      this.sizes[word] = end - start;
      this.repeated[word] = end - start - countBits(letters);
      if (end - start > longWord) {
        this.letters[word] = -1;
        this.sizes[word] = this.repeated[word] = longWord;
      }
    }
  }
}

function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
