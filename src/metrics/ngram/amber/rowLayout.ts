/** What a row of AMBER contains for one text type, and where. */
import type { Matching, Settings } from './options.ts';

export interface RowSettings extends ItemSettings, Pick<Settings, 'tfIdf' | 'wordDifferences' | 'continuity'> {}

export class RowLayout {
  readonly items: ItemLayout;
  readonly names: readonly string[];
  readonly width: number;
  /** Counts of items: matches, then those of the hypothesis, then those of the reference. */
  readonly counts = 0;
  /** The same weighted by idf, if requested. */
  readonly weighted: number;
  /** Sum of min(|t|, |r|). */
  readonly shorter: number;
  /** Characters of the hypothesis, of the reference, and the smaller of the two. */
  readonly characters: number;
  /** Short words of hypothesis and reference, or the differences in short and in long words. */
  readonly shortWords: number;
  readonly chunks: number;
  /** By order, all matches except one in each segment; or the number of segments. */
  readonly continuity: number;
  /** NSCP and NKCP, each times the length of the reference. */
  readonly wordOrder: number;

  constructor(settings: RowSettings) {
    const { tfIdf, order } = settings;
    const items = new ItemLayout(settings);
    const counts = (how: string) =>
      ['matching', 'hypothesis', 'reference'].flatMap((which) => items.names.map((name) => `${how}${which} ${name}`));
    const names = counts('');
    const place = (...more: readonly string[]): number => names.push(...more) - more.length;
    this.items = items;
    this.weighted = tfIdf === 'no' ? -1 : place(...counts('tf-idf of '));
    this.shorter = place('words of the shorter text');
    this.characters = place('hypothesis characters', 'reference characters', 'characters of the shorter text');
    this.shortWords =
      settings.wordDifferences === 'totals'
        ? place('hypothesis short words', 'reference short words')
        : place('difference in short words', 'difference in long words');
    this.chunks = place('chunks');
    this.continuity =
      settings.continuity === 'printed'
        ? place('segments')
        : place(...Array.from({ length: order - 1 }, (_, n) => `matching ${n + 1}-grams that another could follow`));
    this.wordOrder = place('rank correlation of words', 'rising pairs of words');
    this.names = names;
    this.width = names.length;
  }
}

export interface ItemSettings extends Pick<Settings, 'order' | 'matching' | 'gap'> {
  /** The longest n-gram counted: N, or M if recall needs longer ones, and at least 2, because chunks are made of bigrams. */
  readonly longest: number;
}

/**
 * A list of counts has n-grams of 1 … longest words, then for each further kind items of 2 … order words:
 * items of one word are the same in all kinds.
 */
export class ItemLayout {
  readonly width: number;
  readonly names: readonly string[];
  /** By number of words − 1: where the counts of items are, for each kind that counts for precision. */
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
    this.places = Array.from({ length: order }, (_, n) =>
      n === 0 ? [0] : matching.map((kind) => this.at(kind, n + 1)),
    );
  }

  /** Where the count of items of n words is. */
  at(kind: Matching, n: number): number {
    return n === 1 ? 0 : this.#start.get(kind)! + n;
  }
}
