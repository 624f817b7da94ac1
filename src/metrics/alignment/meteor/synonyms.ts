/** Synonyms that are not looked up as WordNet itself does: those of a file, and those that Meteor 1.5 finds. */
import { UsageError } from '../../../core/index.ts';
import { NumberedSets, type TextFile, type WordColumn, type WordNet } from '../../../text/index.ts';

/** Synonyms from a file of the user's: a set of words on each line. Two words are synonyms if a line has both. */
export class SynonymSets implements WordColumn {
  /** By word, the lines that have it. */
  readonly #linesOf = new Map<string, Set<number>>();
  readonly #sets = new NumberedSets();

  constructor({ name, lines }: TextFile, lowercase: boolean) {
    for (const [number, line] of lines.entries()) {
      const words = new Set((lowercase ? line.toLowerCase() : line).split(/\s+/).filter((word) => word !== ''));
      if (words.size === 1) {
        throw new UsageError(
          `${name}, line ${number + 1}: a set of synonyms has at least two words, separated by spaces.`,
        );
      }
      for (const word of words) {
        const known = this.#linesOf.get(word);
        if (known) known.add(number);
        else this.#linesOf.set(word, new Set([number]));
      }
    }
    if (this.#linesOf.size === 0)
      throw new UsageError(`${name} has no synonyms. Expected a set of words on each line.`);
  }

  number(word: string): number {
    return this.#sets.numberOf(this.#linesOf.get(word) ?? new Set());
  }

  share(a: number, b: number): boolean {
    return this.#sets.share(a, b);
  }
}

/** Endings and their replacements in the base form, in the order in which they are tried, for all parts of speech. */
const endings = 's: ses:s xes:x zes:z ches:ch shes:sh men:man ies:y es:e es: ed:e ed: ing:e ing: er: est: er:e est:e'
  .split(' ')
  .map((each) => each.split(':') as [ending: string, base: string]);

/** Senses are numbered within a part of speech by these bits. */
const place = (1 << 28) - 1;

/** One per WordNet, because metrics share what a view reads and must agree on numbers. */
const known = new WeakMap<WordNet, Synonyms15>();

export function synonyms15Of(wordNet: WordNet): Synonyms15 {
  const synonyms = known.get(wordNet) ?? new Synonyms15(wordNet);
  known.set(wordNet, synonyms);
  return synonyms;
}

/**
 * Looks up synonyms as Meteor 1.5 does: the senses of the word and those of its base form, which is that of an irregular form or the first
 * known word that an ending leads to, whatever its part of speech. Meteor identifies senses by their offsets in WordNet's files without
 * the name of the file, so a noun and a verb can coincide by chance.
 */
class Synonyms15 implements WordColumn {
  readonly #wordNet: WordNet;
  readonly #places = new NumberedSets();

  constructor(wordNet: WordNet) {
    this.#wordNet = wordNet;
  }

  number(word: string): number {
    return this.#places.numberOf(this.#placesOf(word));
  }

  share(a: number, b: number): boolean {
    return this.#places.share(a, b);
  }

  #placesOf(word: string): Set<number> {
    const wordNet = this.#wordNet;
    const senses = [...wordNet.senses(wordNet.entry(word, 'exceptions'))];
    if (!wordNet.isIrregular(word)) senses.push(...wordNet.senses(this.#baseOf(word)));
    return new Set(senses.map((sense) => sense & place));
  }

  #baseOf(word: string): number {
    if (word.endsWith('ss') || word.length <= 2) return -1;
    for (const [ending, base] of endings) {
      if (!word.endsWith(ending)) continue;
      const entry = this.#wordNet.entry(word.slice(0, word.length - ending.length) + base, 'word');
      if (entry >= 0) return entry;
    }
    return -1;
  }
}
