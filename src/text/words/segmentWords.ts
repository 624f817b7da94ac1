/**
 * Numbers the words of one segment from 0, in order of first appearance. The texts of the segment stay in one buffer,
 * so a word is a position in it and nothing is copied.
 */
import { type IdList, enlarged } from '../../core/index.ts';
import { Units } from './cut.ts';

export class SegmentWords {
  readonly units = new Units();
  #size = 0;
  /** Entries up to this belong to earlier segments: raising it forgets them. */
  #base = 0;
  // Small at first, so that it stays in the processor's fastest cache.
  #slots = new Int32Array(1 << 11); // pairs of entry, which is base + id + 1, and hash; at most half full
  #starts = new Int32Array(1 << 9); // by id
  #ends = new Int32Array(1 << 9);

  /** Forgets all words and texts but keeps the memory. */
  forget(): void {
    this.units.end = 0;
    this.#base += this.#size;
    this.#size = 0;
    if (this.#base > 1 << 30) {
      this.#slots.fill(0);
      this.#base = 0;
    }
  }

  /** The id of units[start … end), given the hash that the cutter has made. */
  intern(start: number, end: number, hashed: number): number {
    let hash = Math.imul(hashed ^ (end - start), 0x9e3779b1);
    hash ^= hash >>> 15;
    const slots = this.#slots;
    const mask = slots.length - 2;
    const base = this.#base;
    let slot = (hash << 1) & mask;
    for (let entry = slots[slot]!; entry > base; entry = slots[slot]!) {
      if (slots[slot + 1] === hash && this.#equals(entry - base - 1, start, end)) return entry - base - 1;
      slot = (slot + 2) & mask;
    }
    const id = this.#size++;
    slots[slot] = base + id + 1;
    slots[slot + 1] = hash;
    this.#starts[id] = start;
    this.#ends[id] = end;
    if (4 * this.#size === slots.length) this.#double();
    return id;
  }

  /** Appends the ids of the words that a tokenizer has found in the last text. */
  internAll({ values: bounds, length }: IdList, ids: IdList): void {
    ids.reserve(length / 3);
    const out = ids.values;
    let at = ids.length;
    for (let i = 0; i < length; i += 3) out[at++] = this.intern(bounds[i]!, bounds[i + 1]!, bounds[i + 2]!);
    ids.length = at;
  }

  #equals(id: number, start: number, end: number): boolean {
    let at = this.#starts[id]!;
    if (this.#ends[id]! - at !== end - start) return false;
    const values = this.units.values;
    for (let i = start; i < end; i++) if (values[at++] !== values[i]) return false;
    return true;
  }

  #double(): void {
    const old = this.#slots;
    const slots = new Int32Array(2 * old.length);
    const mask = slots.length - 2;
    for (let from = 0; from < old.length; from += 2) {
      if (old[from]! <= this.#base) continue;
      let slot = (old[from + 1]! << 1) & mask;
      while (slots[slot] !== 0) slot = (slot + 2) & mask;
      slots[slot] = old[from]!;
      slots[slot + 1] = old[from + 1]!;
    }
    this.#slots = slots;
    this.#starts = enlarged(this.#starts);
    this.#ends = enlarged(this.#ends);
  }
}

/** Numbers the characters of one segment from 0, in order of first appearance. */
export class SegmentCharacters {
  #size = 0;
  /** Entries up to this belong to earlier segments: raising it forgets them. */
  #base = 0;
  readonly #entries = new Int32Array(1 << 16); // by UTF-16 unit: base + id + 1
  readonly #pairs = new Map<number, number>(); // ids of the rare characters of two units

  forget(): void {
    this.#base += this.#size;
    this.#size = 0;
    if (this.#pairs.size > 0) this.#pairs.clear();
    if (this.#base > 1 << 30) {
      this.#entries.fill(0);
      this.#base = 0;
    }
  }

  intern(unit: number): number {
    const entry = this.#entries[unit]!;
    if (entry > this.#base) return entry - this.#base - 1;
    const id = this.#size++;
    this.#entries[unit] = this.#base + id + 1;
    return id;
  }

  internPair(high: number, low: number): number {
    const key = (high << 16) | low;
    const known = this.#pairs.get(key);
    if (known !== undefined) return known;
    const id = this.#size++;
    this.#pairs.set(key, id);
    return id;
  }
}
