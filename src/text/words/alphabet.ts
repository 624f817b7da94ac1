/** Numbers the distinct tokens of a few texts from 0, so that tables by token stay small. */
import { type Tokens, enlarged } from '../../core/index.ts';

/** Ids below this are symbols themselves; the words of one segment have such ids, and so do letters of Western Europe. */
const mostDense = 256;

export class Alphabet {
  /** Symbols are 0 … size − 1; some may occur in no text. */
  size = 0;
  #dense = true;
  #symbolOf = new Int32Array(256); // by id, if not dense: symbol + 1, or 0
  #known = new Int32Array(64); // ids by symbol, for resetting

  /** Takes the tokens of these texts and drops those before. */
  set(texts: readonly Tokens[]): void {
    if (!this.#dense) {
      for (let symbol = 0; symbol < this.size; symbol++) this.#symbolOf[this.#known[symbol]!] = 0;
    }
    let highest = -1;
    for (let t = 0; t < texts.length; t++) {
      const { ids, start, end } = texts[t]!;
      for (let i = start; i < end; i++) if (ids[i]! > highest) highest = ids[i]!;
    }
    this.#dense = highest < mostDense;
    this.size = this.#dense ? highest + 1 : 0;
    if (!this.#dense) for (let t = 0; t < texts.length; t++) this.#add(texts[t]!);
  }

  /** The symbol of a token, or −1 if it is in no text; a dense one may have a symbol anyway. */
  symbol(id: number): number {
    if (this.#dense) return id < this.size ? id : -1;
    return id < this.#symbolOf.length ? this.#symbolOf[id]! - 1 : -1;
  }

  #add({ ids, start, end }: Tokens): void {
    for (let i = start; i < end; i++) {
      const id = ids[i]!;
      if (id >= this.#symbolOf.length) this.#symbolOf = enlarged(this.#symbolOf, id + 1);
      if (this.#symbolOf[id] !== 0) continue;
      if (this.size === this.#known.length) this.#known = enlarged(this.#known, this.size + 1);
      this.#known[this.size++] = id;
      this.#symbolOf[id] = this.size;
    }
  }
}
