/** GTM: F1 of common words, those in longer common runs weighing more. Turian, Shen and Melamed, MT Summit 2003; as in GTM 1.4. */
import { type MetricBody, defineMetric, number, pow } from '../../core/index.ts';
import { CommonRuns } from '../../text/index.ts';
import { type Common, overlapBody } from '../shared/overlap.ts';
import { wordNeeds, wordOptions, wordView } from '../shared/wordOptions.ts';

const options = {
  ...wordOptions,
  exponent: number({
    key: 'e',
    default: 1.2,
    // Below, the score of a long text exceeds all bounds.
    min: 0.1,
    max: 100,
    help: 'How much long runs are favoured: 1 for not at all; below 1 scattered words are, and scores exceed 100.',
  }),
};

const nameOf = ({ exponent }: { readonly exponent: number }): string => `GTM-${exponent}`;

export default defineMetric({
  id: 'gtm',
  summary: 'F1 of the words in common with the reference, more for those that stand together in both.',
  cite: 'Turian, Shen and Melamed (2003): Evaluation of machine translation and its evaluation. MT Summit IX. — Melamed, Green and Turian (2003): Precision and recall of machine translation. HLT-NAACL.',
  notes: [
    'The longest run of words that both texts have is taken out of them, again and again; of equally long ones the first in the hypothesis, then the first in the reference. The match size is (Σ runᵉ)^(1/e); divided by the length of the hypothesis it is precision, by that of the reference recall. Their F1 is the score, that of a whole text from the sums of match sizes and lengths.',
    'The exponent is part of the name: `gtm-2` is `gtm(e=2)`. With 1 it is the F1 of single words, `f1`.',
    'With an exponent below 1, such as the .5 of some WMT submissions, runs count less than scattered words: a perfect translation has 100, but other texts have more, without a limit. Such scores only rank.',
    'Each segment counts against the reference that gives it the highest score; if several do, the one nearest in length to the hypothesis counts, then the shorter. What GTM 1.4 does with several references is not known. An empty hypothesis has nothing in common with anything; an empty reference does not count.',
  ],
  example: 'gtm(e=2)',
  options,
  readName(name) {
    const [, exponent] = /^gtm-?(\d*\.?\d+)$/i.exec(name) ?? [];
    return exponent === undefined ? undefined : { exponent: options.exponent.parse(exponent) };
  },
  nameOf,
  needs: wordNeeds,
  create(settings, resources): MetricBody {
    const { exponent } = settings;
    return {
      name: nameOf(settings),
      ...(exponent < 1 && {
        caution: `${nameOf(settings)}: with an exponent below 1 a perfect translation has 100, and others may have more; such scores only rank.`,
      }),
      reads: [wordView(settings, resources)],
      ...overlapBody('match size', () => matchSize(exponent)),
      ...(exponent < 1 && { range: { worst: 0, best: Infinity, unit: 100 } }),
    };
  },
});

/** (Σ runᵉ)^(1/e), as longest · (Σ (run / longest)ᵉ)^(1/e), which stays small and is exact for a single run. */
function matchSize(exponent: number): Common {
  const runs = new CommonRuns();
  return (hypothesis, reference) => {
    const count = runs.take(hypothesis, reference);
    const { lengths } = runs;
    if (count === 0) return 0;
    let sum = 0;
    if (exponent === 1) {
      for (let k = 0; k < count; k++) sum += lengths[k]!;
      return sum;
    }
    const longest = lengths[0]!;
    let length = longest;
    let power = 1;
    for (let k = 0; k < count; k++) {
      if (lengths[k] !== length) {
        length = lengths[k]!;
        power = pow(length / longest, exponent);
      }
      sum += power;
    }
    return longest * pow(sum, 1 / exponent);
  };
}
