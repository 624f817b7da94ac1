/** Numbers sequences of words in order of first appearance, so that a repeated text is recognized without making a string of it. */
import { IdList, enlarged } from '../../core/index.ts';

export class WordSequences {
  count = 0;
  readonly #words = new IdList();
  #starts = new Int32Array(1024);
  #segments = new Int32Array(1024);
  /** By hash, with open addressing: number + 1, or 0 if free. At most half full. */
  #table = new Int32Array(2048);

  /** The number of words[0 … length) as a text of the segment; `count` grows if it is new. */
  number(segment: number, words: Int32Array, length: number): number {
    const mask = this.#table.length - 1;
    let at = hash(segment, words, 0, length) & mask;
    for (; this.#table[at] !== 0; at = (at + 1) & mask) {
      if (this.#equals(this.#table[at]! - 1, segment, words, length)) return this.#table[at]! - 1;
    }
    return this.#add(at, segment, words, length);
  }

  segmentOf(number: number): number {
    return this.#segments[number]!;
  }

  wordsOf(number: number): Int32Array {
    return this.#words.values.subarray(this.#starts[number], this.#starts[number + 1]);
  }

  #equals(number: number, segment: number, words: Int32Array, length: number): boolean {
    const start = this.#starts[number]!;
    if (this.#segments[number] !== segment || this.#starts[number + 1]! - start !== length) return false;
    const { values } = this.#words;
    for (let i = 0; i < length; i++) if (values[start + i] !== words[i]) return false;
    return true;
  }

  #add(at: number, segment: number, words: Int32Array, length: number): number {
    const number = this.count++;
    this.#words.reserve(length);
    for (let i = 0; i < length; i++) this.#words.push(words[i]!);
    this.#table[at] = number + 1;
    this.#segments[number] = segment;
    this.#starts[number + 1] = this.#words.length;
    if (this.count + 1 === this.#starts.length) this.#grow();
    return number;
  }

  #grow(): void {
    const starts = (this.#starts = enlarged(this.#starts));
    const segments = (this.#segments = enlarged(this.#segments));
    this.#table = new Int32Array(2 * this.#table.length);
    const mask = this.#table.length - 1;
    for (let number = 0; number < this.count; number++) {
      let at = hash(segments[number]!, this.#words.values, starts[number]!, starts[number + 1]!) & mask;
      while (this.#table[at] !== 0) at = (at + 1) & mask;
      this.#table[at] = number + 1;
    }
  }
}

/** FNV-1a over whole words, with the upper bits mixed into the lower at the end. */
function hash(segment: number, words: Int32Array, from: number, to: number): number {
  let h = Math.imul(0x811c9dc5 ^ segment, 0x01000193);
  for (let i = from; i < to; i++) h = Math.imul(h ^ words[i]!, 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  return h ^ (h >>> 13);
}
