/** Words by number, and their letters as symbols of an alphabet. */
import { type Tokens, enlarged } from '../core/index.ts';
import type { Alphabet } from './alphabet.ts';
import { space } from './spelling.ts';

export class LetterWords {
  count = 0;
  /** Of all words, without spaces. Letters that the alphabet lacks have its size for a symbol. */
  symbols = new Int32Array(256);
  #starts = new Int32Array(65); // by word; one more for the end

  /** Takes letters with spaces between words, in place of all words before. */
  take({ ids, start, end }: Tokens, alphabet: Alphabet): void {
    this.count = 0;
    for (let at = start; at < end;) {
      const until = wordEnd(ids, at, end);
      this.add(ids, at, until, alphabet);
      at = until + 1;
    }
  }

  /** Adds the word with these letters. */
  add(ids: Int32Array, start: number, end: number, alphabet: Alphabet): void {
    if (this.count + 1 === this.#starts.length) this.#starts = enlarged(this.#starts);
    let at = this.#starts[this.count]!;
    if (at + end - start > this.symbols.length) this.symbols = enlarged(this.symbols, at + end - start);
    const { symbols } = this;
    const { size } = alphabet;
    for (let k = start; k < end; k++) {
      const symbol = alphabet.symbol(ids[k]!);
      symbols[at++] = symbol < 0 ? size : symbol;
    }
    this.#starts[++this.count] = at;
  }

  start(word: number): number {
    return this.#starts[word]!;
  }

  end(word: number): number {
    return this.#starts[word + 1]!;
  }
}

/** Where the word that starts at ids[at] ends, in a text with spaces between words. */
export function wordEnd(ids: Int32Array, at: number, end: number): number {
  let until = at;
  while (until < end && ids[until] !== space) until++;
  return until;
}
