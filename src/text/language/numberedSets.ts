/** Sets of integers, such as the senses of a word, numbered. */
import { enlarged } from '../../core/index.ts';

/** The sets met so far. Few of the words of WordNet occur in a text, so entries are made on demand. */
export class NumberedSets {
  readonly #numbers = new Map<string, number>();
  #members = new Int32Array(1024);
  #starts = new Int32Array(256);
  #size = 0;

  /** −1 for the empty set. */
  numberOf(set: ReadonlySet<number>): number {
    if (set.size === 0) return -1;
    const members = Int32Array.from(set).sort();
    const key = members.join();
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const entry = this.#size++;
    const start = this.#starts[entry]!;
    const end = start + members.length;
    if (end > this.#members.length) this.#members = enlarged(this.#members, end);
    if (entry + 1 === this.#starts.length) this.#starts = enlarged(this.#starts);
    this.#members.set(members, start);
    this.#starts[entry + 1] = end;
    this.#numbers.set(key, entry);
    return entry;
  }

  members(entry: number): Int32Array {
    if (entry < 0) return new Int32Array(0);
    return this.#members.subarray(this.#starts[entry], this.#starts[entry + 1]);
  }

  /** Whether two sets have a member in common. */
  share(a: number, b: number): boolean {
    if (a < 0 || b < 0) return false;
    if (a === b) return true;
    const members = this.#members;
    const starts = this.#starts;
    let i = starts[a]!;
    let j = starts[b]!;
    const iEnd = starts[a + 1]!;
    const jEnd = starts[b + 1]!;
    while (i < iEnd && j < jEnd) {
      const difference = members[i]! - members[j]!;
      if (difference === 0) return true;
      if (difference < 0) i++;
      else j++;
    }
    return false;
  }
}
