/** AMBER of the sums of one text type: its score, its penalties and their product. Chen and Kuhn (WMT 2011), section 2. */
import { type OptionsOf, pow } from '../../../core/index.ts';
import type { options } from './options.ts';
import {
  type PenaltyName,
  chunkPenalty,
  continuityAsPrinted,
  continuityPenalty,
  optionOf,
  penaltyNames,
  strictBrevity,
  strictRedundancy,
  wordDifference,
} from './penalties.ts';
import type { RowLayout } from './rowLayout.ts';
import { type ScoreParts, scoreParts } from './score.ts';

type Settings = OptionsOf<typeof options>;

export class Formula {
  readonly #layout: RowLayout;
  readonly #settings: Settings;
  /** Which penalties count, and how much. */
  readonly #weights: readonly (readonly [PenaltyName, number])[];

  constructor(layout: RowLayout, settings: Settings) {
    this.#layout = layout;
    this.#settings = settings;
    this.#weights = penaltyNames
      .filter((name) => !settings.without.includes(name))
      .map((name) => [name, settings[optionOf(name)]]);
  }

  /** Of sums that start at `at`; from 0 to 1. */
  of(sums: ArrayLike<number>, at: number): number {
    return this.#scoreParts(sums, at).score * this.#product(this.#penalties(sums, at));
  }

  /** The same with all that it is made of. */
  parts(sums: ArrayLike<number>, at: number): Record<string, number> {
    const scored = this.#scoreParts(sums, at);
    const penalties = this.#penalties(sums, at);
    const penalty = this.#product(penalties);
    return { AMBER: scored.score * penalty, ...scored, penalty, ...penalties };
  }

  /** The mean of that by counts and that by idf, if both are wanted. */
  #scoreParts(sums: ArrayLike<number>, at: number): ScoreParts {
    const { items, counts, weighted } = this.#layout;
    const { tfIdf } = this.#settings;
    const first = scoreParts(sums, at + (tfIdf === 'yes' ? weighted : counts), items, this.#settings);
    if (tfIdf !== 'both') return first;
    const second = scoreParts(sums, at + weighted, items, this.#settings);
    return {
      AvgP: (first.AvgP + second.AvgP) / 2,
      Fmean: (first.Fmean + second.Fmean) / 2,
      AvgF: (first.AvgF + second.AvgF) / 2,
      score: (first.score + second.score) / 2,
    };
  }

  #product(penalties: Readonly<Record<PenaltyName, number>>): number {
    let product = 1;
    for (let k = 0; k < this.#weights.length; k++) {
      const weight = this.#weights[k]!;
      product *= pow(penalties[weight[0]], weight[1]);
    }
    return product;
  }

  #penalties(sums: ArrayLike<number>, at: number): Record<PenaltyName, number> {
    const layout = this.#layout;
    const { order, gamma, beta, chunks, continuity, wordDifferences } = this.#settings;
    const { width } = layout.items;
    const hypothesis = sums[at + width]!;
    const reference = sums[at + 2 * width]!;
    const shorter = sums[at + layout.shorter]!;
    const characters = sums[at + layout.characters]!;
    const referenceCharacters = sums[at + layout.characters + 1]!;
    const fewer = sums[at + layout.characters + 2]!;
    const first = sums[at + layout.shortWords]!;
    const second = sums[at + layout.shortWords + 1]!;
    const byTotals = wordDifferences === 'totals';
    return {
      SBP: strictBrevity(shorter, reference),
      // max(a, b) = a + b − min(a, b)
      SRP: strictRedundancy(hypothesis + reference - shorter, reference),
      CSBP: strictBrevity(fewer, referenceCharacters),
      CSRP: strictRedundancy(characters + referenceCharacters - fewer, referenceCharacters),
      SWDP: wordDifference(byTotals ? Math.abs(first - second) : first, reference),
      // Words that are not short are long.
      LWDP: wordDifference(byTotals ? Math.abs(hypothesis - first - (reference - second)) : second, reference),
      CKP: chunkPenalty(sums[at + layout.chunks]!, sums[at]!, gamma, beta, chunks === 'printed'),
      CTP:
        continuity === 'printed'
          ? continuityAsPrinted(sums, at, sums[at + layout.continuity]!, order)
          : continuityPenalty(sums, at, at + layout.continuity, order),
      NSCP: reference > 0 ? sums[at + layout.wordOrder]! / reference : 1,
      NKCP: reference > 0 ? sums[at + layout.wordOrder + 1]! / reference : 1,
    };
  }
}
