/** The matches of all kinds of items: unweighted, from pairs of equal words; for idf, skip n-grams and repetitive texts, from numbered n-grams. */
import type { Tokens } from '../../../core/index.ts';
import { NgramReaches, WordPairs } from '../../../text/index.ts';
import { FlexibleGaps } from './flexibleGaps.ts';
import { ClippedMatches, NumberedTexts } from './numberedTexts.ts';
import { PairedGaps } from './pairedGaps.ts';
import { PairedNgrams } from './pairedNgrams.ts';
import type { Matching } from './options.ts';
import type { ItemLayout, ItemSettings } from './rowLayout.ts';
import { SkipMatches } from './skipMatches.ts';
import type { Weights } from './weights.ts';

export class ItemMatches {
  readonly #order: number;
  readonly #longest: number;
  readonly #width: number; // of a list of counts
  /** The pairs of the hypothesis, unless there are too many. */
  readonly pairs = new WordPairs();
  arePaired = false;
  /** What these say about the n-grams at each word of the hypothesis. */
  readonly reaches = new NgramReaches();
  readonly #pairedNgrams: PairedNgrams;
  readonly #pairedGaps: PairedGaps;
  readonly #texts: NumberedTexts;
  readonly #ngrams = new ClippedMatches(false);
  readonly #fixed = new ClippedMatches(true);
  readonly #flexible: FlexibleGaps;
  readonly #skips: SkipMatches;
  /** By kind, if it is requested: where in a list of counts those of n words are, minus n. */
  readonly #base: { readonly [kind in Matching]?: number };
  #references: readonly Tokens[] = [];
  #hypothesis: Tokens = { ids: new Int32Array(0), start: 0, end: 0 };
  // The texts are numbered when first needed.
  #areReferencesNumbered = false;
  #isHypothesisNumbered = false;

  constructor({ order, longest, matching, gap }: ItemSettings, layout: ItemLayout) {
    this.#order = order;
    this.#longest = longest;
    this.#width = layout.width;
    this.#pairedNgrams = new PairedNgrams(longest);
    this.#pairedGaps = new PairedGaps(order);
    this.#texts = new NumberedTexts(longest, matching.includes('fixed'));
    this.#flexible = new FlexibleGaps(order);
    this.#skips = new SkipMatches(order, gap);
    const gapped = order === 1 ? [] : matching.filter((kind) => kind !== 'ngram');
    this.#base = Object.fromEntries(gapped.map((kind) => [kind, layout.at(kind, 2) - 2]));
  }

  /** The references must not change until the last hypothesis. */
  setReferences(references: readonly Tokens[]): void {
    this.#references = references;
    this.#areReferencesNumbered = false;
    this.pairs.setReferences(references);
  }

  setHypothesis(hypothesis: Tokens): void {
    this.#hypothesis = hypothesis;
    this.#isHypothesisNumbered = false;
    this.arePaired = this.pairs.setHypothesis(hypothesis);
    if (this.arePaired) this.reaches.set(this.pairs, 0, this.pairs.places);
  }

  /** Writes the matches to a list of counts at rows[at …]. */
  match(weights: Weights, known: Tokens | undefined, rows: Float64Array, at: number): void {
    const { fixed, flexible, skip } = this.#base;
    const isPaired = weights.isEqual && this.arePaired;
    if (!isPaired || skip !== undefined) rows.fill(0, at, at + this.#width);
    if (isPaired) {
      this.#pairedNgrams.match(this.pairs, this.reaches);
      this.#pairedNgrams.write(rows, at - 1);
      if (fixed !== undefined) this.#pairedNgrams.writeGapped(this.#order, rows, at + fixed);
      if (flexible !== undefined)
        this.#pairedGaps.match(this.pairs, this.#pairedNgrams.taken, this.reaches, rows, at + flexible);
      if (skip === undefined) return;
    }
    this.#number();
    const texts = this.#texts;
    weights.setTexts(texts, known);
    if (!isPaired) {
      this.#ngrams.match(texts, weights.ngram, 1, this.#longest, rows, at - 1);
      if (fixed !== undefined) this.#fixed.match(texts, weights.words, 2, this.#order, rows, at + fixed);
      if (flexible !== undefined) this.#flexible.match(texts, weights.words, weights.isEqual, rows, at + flexible);
    }
    if (skip !== undefined) this.#skips.match(texts, weights.words, rows, at + skip);
  }

  #number(): void {
    if (!this.#areReferencesNumbered) this.#texts.setReferences(this.#references);
    if (!this.#isHypothesisNumbered) this.#texts.setHypothesis(this.#hypothesis);
    this.#areReferencesNumbered = true;
    this.#isHypothesisNumbered = true;
  }
}
