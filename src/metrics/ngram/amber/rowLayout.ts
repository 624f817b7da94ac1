/** What a row of AMBER holds for one text type, and where. */
import { ItemLayout, type ItemSettings } from './items.ts';

export const tfIdfs = ['no', 'yes', 'both'] as const;
export const wordDifferences = ['totals', 'segments'] as const;

export interface RowSettings extends ItemSettings {
  readonly tfIdf: (typeof tfIdfs)[number];
  readonly wordDifferences: (typeof wordDifferences)[number];
  readonly continuityAsPrinted: boolean;
}

export class RowLayout {
  readonly items: ItemLayout;
  readonly names: readonly string[];
  readonly width: number;
  /** Counts of items: matches, then those of the hypothesis, then those of the reference. */
  readonly counts = 0;
  /** The same weighted by idf, if wanted. */
  readonly weighted: number;
  /** Sum of min(|t|, |r|). */
  readonly shorter: number;
  /** Characters of the hypothesis, of the reference, and the lesser of both. */
  readonly characters: number;
  /** Short words of hypothesis and reference, or the differences of short and of long words. */
  readonly shortWords: number;
  readonly chunks: number;
  /** By order, all matches but one in each segment; or the number of segments. */
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
    this.continuity = settings.continuityAsPrinted
      ? place('segments')
      : place(...Array.from({ length: order - 1 }, (_, n) => `matching ${n + 1}-grams that another could follow`));
    this.wordOrder = place('rank correlation of words', 'rising pairs of words');
    this.names = names;
    this.width = names.length;
  }
}
