/** Numbers the distinct tokens of a few texts from 0, so that tables by token stay small. Ids may be any size. */
import type { Tokens } from '../core/index.ts';

export class Alphabet {
  /** Distinct tokens so far. */
  size = 0;
  #symbolOf = new Int32Array(256); // by id: symbol + 1, or 0
  #known = new Int32Array(64); // ids by symbol, to forget them by

  clear(): void {
    for (let symbol = 0; symbol < this.size; symbol++) this.#symbolOf[this.#known[symbol]!] = 0;
    this.size = 0;
  }

  add({ ids, start, end }: Tokens): void {
    for (let i = start; i < end; i++) {
      const id = ids[i]!;
      if (id >= this.#symbolOf.length) this.#symbolOf = grown(this.#symbolOf, id + 1);
      if (this.#symbolOf[id] !== 0) continue;
      if (this.size === this.#known.length) this.#known = grown(this.#known, this.size + 1);
      this.#known[this.size++] = id;
      this.#symbolOf[id] = this.size;
    }
  }

  /** The symbol of a token, or −1 if no text added has it. */
  symbol(id: number): number {
    return id < this.#symbolOf.length ? this.#symbolOf[id]! - 1 : -1;
  }
}

function grown(from: Int32Array, least: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(Math.max(least, 2 * from.length));
  to.set(from);
  return to;
}
