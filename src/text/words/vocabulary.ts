/** Turns words into integers: interns slices of UTF-16 units without making strings. */
import { enlarged } from '../../core/index.ts';

/** The words of a vocabulary as plain data, for lookup: word id is pool[starts[id] … starts[id + 1]). */
export interface KnownWords {
  readonly pool: Uint16Array;
  readonly starts: Int32Array;
  /** The table they are found by. */
  readonly slots: Int32Array;
}

export class Vocabulary {
  /** Words seen; ids are 0 … size − 1. */
  size = 0;
  #slots: Int32Array = new Int32Array(1 << 11); // pairs of id + 1 (0 for a free slot) and hash; at most half full
  #starts: Int32Array = new Int32Array((1 << 9) + 1); // word id is pool[starts[id] … starts[id + 1])
  #pool: Uint16Array = new Uint16Array(1 << 12);

  /** The id of units[start … end), given the hash that the cutter has made. */
  intern(units: Uint16Array, start: number, end: number, hashed: number): number {
    const hash = spread(hashed, end - start);
    const slot = this.#slot(units, start, end, hash);
    const entry = this.#slots[slot]!;
    return entry === 0 ? this.#add(units, start, end, hash, slot) : entry - 1;
  }

  /** The id of units[start … end), or −1 if it was never interned. */
  find(units: Uint16Array, start: number, end: number, hashed: number): number {
    return this.#slots[this.#slot(units, start, end, spread(hashed, end - start))]! - 1;
  }

  /** All words so far, for another vocabulary that gives them the same ids. */
  known(): KnownWords {
    const starts = this.#starts.slice(0, this.size + 1);
    return { pool: this.#pool.slice(0, starts[this.size]), starts, slots: this.#slots };
  }

  /** All words so far, by id. */
  words(): string[] {
    return Array.from({ length: this.size }, (_, id) => {
      const word = this.#pool.subarray(this.#starts[id], this.#starts[id + 1]);
      let text = '';
      for (let at = 0; at < word.length; at += 1024) text += String.fromCharCode(...word.subarray(at, at + 1024));
      return text;
    });
  }

  /** A vocabulary for lookup; it shares the memory of the known words. */
  static of({ pool, starts, slots }: KnownWords): Vocabulary {
    const made = new Vocabulary();
    made.size = starts.length - 1;
    made.#pool = pool;
    made.#starts = starts;
    made.#slots = slots;
    return made;
  }

  /** Where the word is, or would be. */
  #slot(units: Uint16Array, start: number, end: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 2;
    let slot = (hash << 1) & mask;
    while (slots[slot] !== 0 && (slots[slot + 1] !== hash || !this.#equals(slots[slot]! - 1, units, start, end))) {
      slot = (slot + 2) & mask;
    }
    return slot;
  }

  #equals(id: number, units: Uint16Array, start: number, end: number): boolean {
    let at = this.#starts[id]!;
    if (this.#starts[id + 1]! - at !== end - start) return false;
    const pool = this.#pool;
    for (let i = start; i < end; i++) if (pool[at++] !== units[i]) return false;
    return true;
  }

  #add(units: Uint16Array, start: number, end: number, hash: number, slot: number): number {
    const id = this.size++;
    let to = this.#starts[id]!;
    if (to + end - start > this.#pool.length) this.#pool = enlarged(this.#pool, to + end - start);
    const pool = this.#pool;
    for (let i = start; i < end; i++) pool[to++] = units[i]!;
    this.#starts[id + 1] = to;
    this.#slots[slot] = id + 1;
    this.#slots[slot + 1] = hash;
    if (4 * this.size === this.#slots.length) this.#double();
    return id;
  }

  #double(): void {
    const old = this.#slots;
    const slots = new Int32Array(2 * old.length);
    const mask = slots.length - 2;
    for (let from = 0; from < old.length; from += 2) {
      if (old[from] === 0) continue;
      let slot = (old[from + 1]! << 1) & mask;
      while (slots[slot] !== 0) slot = (slot + 2) & mask;
      slots[slot] = old[from]!;
      slots[slot + 1] = old[from + 1]!;
    }
    this.#slots = slots;
    this.#starts = enlarged(this.#starts, slots.length / 4 + 1);
  }
}

function spread(hashed: number, length: number): number {
  const hash = Math.imul(hashed ^ length, 0x9e3779b1);
  return hash ^ (hash >>> 15);
}
