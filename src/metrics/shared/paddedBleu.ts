/** BLEU with boundary markers and smoothing, as in bleusp and bleusp4114 (RWTH), which took part in WMT 2009. */
import {
  type Counter,
  type Explainer,
  type MetricBody,
  type OptionsOf,
  type PrecisionFactors,
  type Resources,
  type Span,
  Steps,
  type Tokens,
  exp,
  log,
  percent,
} from '../../core/index.ts';
import { NgramMatcher } from '../../text/index.ts';
import { bleuLengths, bleuStatistics, countLengths, namedByOrder, takeWords } from './bleuCounter.ts';
import { brevityPenalty, explainBrevity } from './bleuScore.ts';
import { ngramItems, sumOf } from './ngramItems.ts';
import { effectiveLength } from './referenceLength.ts';
import { type wordOptions, wordView } from './wordOptions.ts';

export const paddedBleuCite =
  'Leusch and Ney (2008): BLEUSP, PINVWER, CDER: three improved MT evaluation measures. Metrics-MATR workshop, AMTA.';

/** Notes that both metrics share. */
export const paddedBleuNotes = [
  'For n-grams, n − 1 markers are added before the text and n − 1 others after it, so that the first and last words count as often as the rest. From bigrams on, one match and one n-gram are added to the counts of the corpus or segment. The brevity penalty uses the lengths without markers.',
  'No program survives. The number of markers and the weights of bleusp4114 are those that come closest to the scores printed for WMT 2009.',
  'With several references counts are clipped as in BLEU. The reference length is the one closest to the hypothesis; ties go to the shorter. An empty text has no n-grams, padded or not, and an empty hypothesis scores 0.',
  'Single segments are scored like a corpus. A segment without a common word scores 0.',
];

/** The body of a metric with these weights for orders 1, 2, …, which add up to 1. */
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
    explain(sums, segment) {
      const steps = new Steps(segment);
      steps.counted('c', 'words in the output', sums[0]!);
      steps.counted('r', 'words in the reference', sums[1]!);
      const isZero = precisionOf(sums, 0) === 0;
      for (let n = 1; n <= order; n++) {
        steps.counted(`m${n}`, `${n}-grams matched`, sums[1 + n]!);
        steps.counted(`t${n}`, ngramsName(n), sums[1 + order + n]!);
        const name = `precision of ${n}-grams`;
        if (isZero) continue;
        if (n === 1) steps.computed('p1', name, 'm1 / t1');
        else steps.computed(`p${n}`, name, `(m${n} + 1) / (t${n} + 1)`, { note: 'smoothed: 1 is added to both' });
      }
      explainBrevity(steps, sums[0]!, sums[1]!);
      if (isZero) steps.computed('score', 'score', '0', { note: 'no word matches' });
      else {
        const logs = weights.map((weight, n) => `${weight} * ln(p${n + 1})`).join(' + ');
        steps.computed('score', 'score', `100 * BP * exp(${logs})`);
      }
      return steps.list;
    },
    explainer: () => paddedExplainer(order),
  };
}

const ngramsName = (n: number): string => `${n}-grams in the output${n > 1 ? ', with markers' : ''}`;

/** N-grams of a text with n − 1 markers on both sides. */
function paddedExplainer(order: number): Explainer {
  return {
    explain([tokens], texts) {
      const references = takeWords(texts, []);
      const length = tokens!.end - tokens!.start;
      const steps = new Steps();
      const chosen = countLengths(steps, length, references, 'closest');
      for (let n = 1; n <= order; n++) {
        const pad = (text: Tokens): Tokens => {
          const padded = new PaddedText(n - 1);
          if (text.end > text.start) padded.set(text);
          return padded;
        };
        /** The words of an n-gram, without markers. */
        const unpad = <S extends Span>(span: S, { start, end }: Tokens): S => ({
          ...span,
          from: Math.max(0, span.from - (n - 1)),
          to: Math.min(end - start, span.to - (n - 1)),
        });
        const items = ngramItems(pad(tokens!), references.map(pad), { n, wanted: [chosen] }).map((item) => {
          const { from = 0 } = item.hypothesis?.[0] ?? item.references?.[0] ?? {};
          const text = item.hypothesis ? tokens! : references[chosen]!;
          const atStart = Math.max(0, n - 1 - from);
          const atEnd = Math.max(0, from + n - (n - 1) - (text.end - text.start));
          const where = [...(atStart > 0 ? [`${atStart} before the text`] : []), ...(atEnd > 0 ? [`${atEnd} after the text`] : [])]; // prettier-ignore
          return {
            ...item,
            ...(item.hypothesis && { hypothesis: item.hypothesis.map((span) => unpad(span, tokens!)) }),
            ...(item.references && { references: item.references.map((span) => unpad(span, references[span.reference]!)) }), // prettier-ignore
            ...(where.length > 0 && { note: `with markers: ${where.join(', ')}` }),
          };
        });
        steps.counted(`m${n}`, `${n}-grams matched`, sumOf(items), { items });
        steps.counted(`t${n}`, ngramsName(n), length > 0 ? length + n - 1 : 0);
      }
      return steps.list;
    },
  };
}

/** Ids of the markers; those of words follow. */
const before = 0;
const after = 1;
const words = 2;

/**
 * All texts are padded for the longest n-gram. Shorter n-grams then have some of markers only: on either side of every text, one for each
 * word that they are shorter by. Those always match, and are subtracted again.
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
