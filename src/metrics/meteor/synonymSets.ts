/** Synonyms from a file of the user's: a set of words on each line. Two words are synonyms if some line has both. */
import { UsageError } from '../../core/index.ts';
import type { TextFile, WordColumn } from '../../text/index.ts';

export class SynonymSets implements WordColumn {
  readonly #words = new Map<string, number>();
  /** By word, the lines that have it, ascending. */
  readonly #lines: number[][] = [];

  constructor({ name, lines }: TextFile, lowercase: boolean) {
    for (const [number, line] of lines.entries()) {
      const words = new Set((lowercase ? line.toLowerCase() : line).split(/\s+/).filter((word) => word !== ''));
      if (words.size === 1) {
        throw new UsageError(
          `${name}, line ${number + 1}: a set of synonyms has at least two words, with spaces between.`,
        );
      }
      for (const word of words) {
        let id = this.#words.get(word);
        if (id === undefined) {
          this.#words.set(word, (id = this.#words.size));
          this.#lines.push([]);
        }
        this.#lines[id]!.push(number);
      }
    }
    if (this.#words.size === 0)
      throw new UsageError(`${name} has no synonyms; a set of words is expected on each line.`);
  }

  number(word: string): number {
    return this.#words.get(word) ?? -1;
  }

  share(a: number, b: number): boolean {
    const [one, other] = [this.#lines[a]!, this.#lines[b]!];
    let i = 0;
    let j = 0;
    while (i < one.length && j < other.length) {
      if (one[i] === other[j]) return true;
      if (one[i]! < other[j]!) i++;
      else j++;
    }
    return false;
  }
}
