/** Sets of senses, numbered. */
import { enlarged } from '../../core/index.ts';

/** The sets of senses met so far. Few of the words of WordNet ever occur in a text, so entries are made when they are asked for. */
export class SenseSets {
  readonly #numbers = new Map<string, number>();
  #senses = new Int32Array(1024);
  #starts = new Int32Array(256);
  #size = 0;

  numberOf(set: ReadonlySet<number>): number {
    if (set.size === 0) return -1;
    const senses = Int32Array.from(set).sort();
    const key = senses.join();
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const entry = this.#size++;
    const start = this.#starts[entry]!;
    const end = start + senses.length;
    if (end > this.#senses.length) this.#senses = enlarged(this.#senses, end);
    if (entry + 1 === this.#starts.length) this.#starts = enlarged(this.#starts);
    this.#senses.set(senses, start);
    this.#starts[entry + 1] = end;
    this.#numbers.set(key, entry);
    return entry;
  }

  senses(entry: number): Int32Array {
    if (entry < 0) return new Int32Array(0);
    return this.#senses.subarray(this.#starts[entry], this.#starts[entry + 1]);
  }

  share(a: number, b: number): boolean {
    if (a < 0 || b < 0) return false;
    if (a === b) return true;
    const senses = this.#senses;
    const starts = this.#starts;
    let i = starts[a]!;
    let j = starts[b]!;
    const iEnd = starts[a + 1]!;
    const jEnd = starts[b + 1]!;
    while (i < iEnd && j < jEnd) {
      const difference = senses[i]! - senses[j]!;
      if (difference === 0) return true;
      if (difference < 0) i++;
      else j++;
    }
    return false;
  }
}
