/** What AMBER matches: n-grams and three kinds of n words with gaps between them, and how their counts are laid out. */

export const matchings = ['ngram', 'fixed', 'flexible', 'skip'] as const;
export type Matching = (typeof matchings)[number];

export interface ItemSettings {
  /** N of the paper: the most words in an item. */
  readonly order: number;
  /** The longest n-gram counted: N, M if recall asks for longer ones, and at least 2, since chunks are made of bigrams. */
  readonly longest: number;
  /** Which kinds count for precision. */
  readonly matching: readonly Matching[];
  /** Most words that a skip n-gram leaves out between two of its words. */
  readonly gap: number;
}

/**
 * A list of counts holds those of n-grams of 1 … longest words, then for each further kind those of 2 … order words:
 * items of one word are the same in all kinds.
 */
export class ItemLayout {
  readonly width: number;
  readonly names: readonly string[];
  /** By number of words − 1: where the counts of items lie, for each kind that counts for precision. */
  readonly places: readonly (readonly number[])[];
  readonly #start = new Map<Matching, number>();

  constructor({ order, longest, matching }: ItemSettings) {
    const names = Array.from({ length: longest }, (_, n) => `${n + 1}-grams`);
    this.#start.set('ngram', -1);
    for (const kind of matching) {
      if (kind === 'ngram') continue;
      this.#start.set(kind, names.length - 2);
      for (let n = 2; n <= order; n++) names.push(`${kind} ${n}-grams`);
    }
    this.names = names;
    this.width = names.length;
    this.places = Array.from({ length: order }, (_, n) => matching.map((kind) => this.at(kind, n + 1)));
  }

  /** Where the count of items of n words lies. */
  at(kind: Matching, n: number): number {
    return n === 1 ? 0 : this.#start.get(kind)! + n;
  }
}
