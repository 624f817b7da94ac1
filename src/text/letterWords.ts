/** The words of a text by number, and their letters as symbols of an alphabet. */
import type { Tokens } from '../core/index.ts';
import type { Alphabet } from './alphabet.ts';
import { grown } from './grown.ts';
import { space } from './spelling.ts';

export class LetterWords {
  count = 0;
  /** Of all words, without spaces. */
  symbols = new Int32Array(256);
  #starts = new Int32Array(65); // by word; one more for the end

  /** Takes letters with spaces between words. */
  take({ ids, start, end }: Tokens, alphabet: Alphabet): void {
    if (end - start > this.symbols.length) this.symbols = new Int32Array(2 * (end - start));
    const { symbols } = this;
    let words = 0;
    let letters = 0;
    for (let at = start; at < end; at++) {
      if (ids[at] !== space) symbols[letters++] = alphabet.symbol(ids[at]!);
      else this.#end(words++, letters);
    }
    if (end > start) this.#end(words++, letters);
    this.count = words;
  }

  start(word: number): number {
    return this.#starts[word]!;
  }

  end(word: number): number {
    return this.#starts[word + 1]!;
  }

  #end(word: number, letters: number): void {
    if (word + 1 === this.#starts.length) this.#starts = grown(this.#starts);
    this.#starts[word + 1] = letters;
  }
}
