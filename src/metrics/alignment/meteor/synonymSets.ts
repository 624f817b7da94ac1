/** Synonyms from a file of the user's: a set of words on each line. Two words are synonyms if some line has both. */
import { UsageError } from '../../../core/index.ts';
import { NumberedSets, type TextFile, type WordColumn } from '../../../text/index.ts';

export class SynonymSets implements WordColumn {
  /** By word, the lines that have it. */
  readonly #linesOf = new Map<string, Set<number>>();
  readonly #sets = new NumberedSets();

  constructor({ name, lines }: TextFile, lowercase: boolean) {
    for (const [number, line] of lines.entries()) {
      const words = new Set((lowercase ? line.toLowerCase() : line).split(/\s+/).filter((word) => word !== ''));
      if (words.size === 1) {
        throw new UsageError(
          `${name}, line ${number + 1}: a set of synonyms has at least two words, with spaces between.`,
        );
      }
      for (const word of words) {
        const known = this.#linesOf.get(word);
        if (known) known.add(number);
        else this.#linesOf.set(word, new Set([number]));
      }
    }
    if (this.#linesOf.size === 0)
      throw new UsageError(`${name} has no synonyms; a set of words is expected on each line.`);
  }

  number(word: string): number {
    return this.#sets.numberOf(this.#linesOf.get(word) ?? new Set());
  }

  share(a: number, b: number): boolean {
    return this.#sets.share(a, b);
  }
}
