/** wpF: the mean of the F1 of word n-grams and of those of their parts of speech. Popović and Ney, WMT 2009. */
import { type MetricBody, choice, defineMetric, exp, integer, log, percent } from '../../core/index.ts';
import { NgramMatcher } from '../../text/index.ts';
import { analysedWords, analysisNeeds, analysisOptions } from '../shared/analysisOptions.ts';
import { type RowRule, bestRowCounter } from '../shared/bestReference.ts';
import { namedByOrder, perOrder } from '../shared/bleuCounter.ts';

const options = {
  ...analysisOptions,
  order: integer({ key: 'n', default: 4, min: 1, max: 16, help: 'Longest n-gram.' }),
  mean: choice(['arithmetic', 'geometric'], {
    key: 'mean',
    default: 'arithmetic',
    help: 'How the orders of words and tags are averaged; with geometric, one without a match makes the score 0.',
  }),
};

export default defineMetric({
  id: 'wpf',
  summary: 'F1 of n-grams of words and of n-grams of their parts of speech, averaged over all orders.',
  cite: 'Popović and Ney (2009): Syntax-oriented evaluation measures for machine translation output. WMT.',
  notes: [
    'For each order F1 is twice the n-grams in common with the reference, per n-gram of both, over the whole text; the score is the mean of the F1 of words and of tags of all orders. The arithmetic mean fits the values printed for WMT 2009, the geometric mean does not. Tags that tell case, number or tense apart say more than coarse ones.',
    'Tags come from what analyses English here, or from files named by `analyses`. They do not depend on `case`.',
    'Each segment counts against the reference that gives it the highest score; if several do, the one nearest in length to the hypothesis counts, then the shorter. An order longer than hypotheses and references is left out. An empty reference does not count, nor does a segment without another one.',
  ],
  example: 'wpf(case=lc)',
  options,
  needs: analysisNeeds,
  create(settings, resources): MetricBody {
    const { order, mean, lowercase } = settings;
    const texts = analysedWords(settings, resources);
    const score = (sums: ArrayLike<number>) => meanOf(sums, order, mean === 'geometric');
    const lengths = { hypothesis: 2 * order, reference: 3 * order };
    return {
      name: 'wpF',
      range: percent,
      decomposable: false,
      reads: [texts.view('word', { lowercase }), texts.view('tag')],
      statistics: [
        ...perOrder('words in common', order),
        ...perOrder('tags in common', order),
        ...perOrder('hypothesis n-grams', order),
        ...perOrder('reference n-grams', order),
      ],
      lengths,
      counter: () => bestRowCounter({ width: 4 * order, lengths, prefers: 'greater', score, ...wpfRows(order) }),
      score: (sums) => 100 * score(sums),
      parts(sums) {
        const f1s = (what: number) => Array.from({ length: order }, (_, n) => 100 * f1(sums, what, n, order));
        return { ...namedByOrder('F1 of words', f1s(0)), ...namedByOrder('F1 of tags', f1s(1)) };
      },
    };
  },
});

/** F1 of the n-grams of one length, n counted from 0, of words (0) or tags (1). */
function f1(row: ArrayLike<number>, what: number, n: number, order: number): number {
  const both = row[2 * order + n]! + row[3 * order + n]!;
  return both > 0 ? (2 * row[what * order + n]!) / both : 0;
}

/** The mean over words and tags of all orders that either side has. */
function meanOf(row: ArrayLike<number>, order: number, geometric: boolean): number {
  let terms = 0;
  let sum = 0;
  for (let n = 0; n < order; n++) {
    const both = row[2 * order + n]! + row[3 * order + n]!;
    if (both === 0) break;
    terms += 2;
    for (let what = 0; what < 2; what++) {
      const term = f1(row, what, n, order);
      if (geometric && term === 0) return 0;
      sum += geometric ? log(term) : term;
    }
  }
  if (terms === 0) return 0;
  return geometric ? exp(sum / terms) : sum / terms;
}

function wpfRows(order: number): Pick<RowRule, 'prepare' | 'count'> {
  const matchers: NgramMatcher[][] = []; // by reference: of words, of tags
  return {
    prepare(texts) {
      for (let r = 0; r < texts.length; r++) {
        const pair = (matchers[r] ??= [new NgramMatcher(order), new NgramMatcher(order)]);
        pair.forEach((matcher, what) => matcher.setReferences([texts[r]![what]!]));
      }
    },
    count(hypothesis, reference, row, r) {
      for (let what = 0; what < 2; what++) matchers[r]![what]!.match(hypothesis[what]!, row, what * order);
      const [length, referenceLength] = [
        hypothesis[0]!.end - hypothesis[0]!.start,
        reference[0]!.end - reference[0]!.start,
      ];
      for (let n = 0; n < order; n++) {
        row[2 * order + n] = Math.max(0, length - n);
        row[3 * order + n] = Math.max(0, referenceLength - n);
      }
    },
  };
}
