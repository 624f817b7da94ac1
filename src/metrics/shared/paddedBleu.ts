/** BLEU with boundary markers and smoothing, as bleusp and bleusp4114 (RWTH) took part in WMT 2009. */
import {
  type Counter,
  type MetricBody,
  type OptionsOf,
  type PrecisionFactors,
  type Resources,
  type Tokens,
  exp,
  log,
  percent,
} from '../../core/index.ts';
import { NgramMatcher } from '../../text/index.ts';
import { bleuLengths, bleuStatistics, namedByOrder, takeWords } from './bleuCounter.ts';
import { brevityPenalty } from './bleuScore.ts';
import { effectiveLength } from './referenceLength.ts';
import { type wordOptions, wordView } from './wordOptions.ts';

export const paddedBleuCite =
  'Leusch and Ney (2008): BLEUSP, PINVWER, CDER: three improved MT evaluation measures. Metrics-MATR workshop, AMTA.';

/** Rulings that both metrics share. */
export const paddedBleuNotes = [
  'For n-grams, n − 1 markers stand before the text and n − 1 others after it, so that the first and last words count as often as the rest. From bigrams on, one match and one n-gram are added to the counts of the corpus, or of the segment. The brevity penalty takes the lengths without markers.',
  'No program survives. The depth of the markers and the weights of bleusp4114 are those that come closest to the scores printed for WMT 2009.',
  'With several references counts are clipped as in BLEU, and the reference length is the one closest to the hypothesis, the shorter of two equally close ones. An empty text has no n-grams, padded or not, and an empty hypothesis scores 0.',
  'Single segments are scored as a corpus is. One without a common word scores 0.',
];

/** The body of a metric with these weights of orders 1, 2, …, which add up to 1. */
export function paddedBleu(
  name: string,
  weights: readonly number[],
  settings: OptionsOf<typeof wordOptions>,
  resources: Resources,
): MetricBody {
  const order = weights.length;
  const precisionOf = (sums: ArrayLike<number>, n: number): number => {
    const added = n > 0 ? 1 : 0;
    const total = sums[2 + order + n]! + added;
    return total > 0 ? (sums[2 + n]! + added) / total : 0;
  };
  const factors = (sums: ArrayLike<number>): PrecisionFactors => ({
    precisions: weights.map((_, n) => 100 * precisionOf(sums, n)),
    brevityPenalty: brevityPenalty(sums[0]!, sums[1]!),
  });
  return {
    name,
    range: percent,
    decomposable: false,
    reads: [wordView(settings, resources)],
    statistics: bleuStatistics(order),
    lengths: bleuLengths,
    counter: () => paddedCounter(order),
    score(sums) {
      if (precisionOf(sums, 0) === 0) return 0;
      let logs = 0;
      for (let n = 0; n < order; n++) logs += weights[n]! * log(precisionOf(sums, n));
      return 100 * brevityPenalty(sums[0]!, sums[1]!) * exp(logs);
    },
    parts(sums) {
      const { precisions, brevityPenalty: penalty } = factors(sums);
      return { ...namedByOrder('precision', precisions), 'brevity penalty': penalty };
    },
    ...(weights.every((weight) => weight === weights[0]) && { factors }),
  };
}

/** Ids of the markers; those of words follow. */
const before = 0;
const after = 1;
const words = 2;

/**
 * All texts are padded for the longest n-gram. For shorter ones that is too much by n-grams of markers alone: one for each length it is
 * shorter by, on either side, in every text. They always match, and are taken off again.
 */
function paddedCounter(order: number): Counter {
  const matcher = new NgramMatcher(order);
  const references: Tokens[] = [];
  const pool: PaddedText[] = [];
  const padded: PaddedText[] = []; // the references that are not empty
  const hypothesis = new PaddedText(order - 1);
  return {
    prepare(texts) {
      padded.length = 0;
      for (const tokens of takeWords(texts, references)) {
        if (tokens.start === tokens.end) continue;
        if (padded.length === pool.length) pool.push(new PaddedText(order - 1));
        const free = pool[padded.length]!;
        free.set(tokens);
        padded.push(free);
      }
      matcher.setReferences(padded);
    },
    collect(text, rows, at) {
      const tokens = text[0]!;
      const length = tokens.end - tokens.start;
      rows[at] = length;
      rows[at + 1] = effectiveLength.closest(references, length);
      const hasNgrams = length > 0;
      const canMatch = hasNgrams && padded.length > 0;
      for (let n = 0; n < order; n++) {
        rows[at + 2 + n] = canMatch ? 2 * (n + 1 - order) : 0;
        rows[at + 2 + order + n] = hasNgrams ? length + n : 0;
      }
      if (!canMatch) return;
      hypothesis.set(tokens);
      matcher.match(hypothesis, rows, at + 2);
    },
  };
}

/** A text with markers around it. */
class PaddedText implements Tokens {
  ids = new Int32Array(64);
  readonly start = 0;
  end = 0;
  readonly #depth: number;

  constructor(depth: number) {
    this.#depth = depth;
  }

  set({ ids, start, end }: Tokens): void {
    const depth = this.#depth;
    const last = depth + end - start;
    this.end = last + depth;
    if (this.end > this.ids.length) this.ids = new Int32Array(2 * this.end);
    this.ids.fill(before, 0, depth);
    for (let i = start; i < end; i++) this.ids[depth + i - start] = words + ids[i]!;
    this.ids.fill(after, last, this.end);
  }
}
