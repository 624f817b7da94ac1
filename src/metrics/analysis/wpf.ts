/** wpF: the mean of the F1 of word n-grams and of those of their parts of speech. Popović and Ney, WMT 2009. */
import {
  type Counter,
  type MetricBody,
  type Text,
  type Tokens,
  choice,
  defineMetric,
  exp,
  integer,
  log,
  percent,
} from '../../core/index.ts';
import { NgramMatcher } from '../../text/index.ts';
import { analysedWords, analysisNeeds, analysisOptions } from '../shared/analysisOptions.ts';
import { perOrder } from '../shared/bleuCounter.ts';

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
    const score = (sums: ArrayLike<number>) => 100 * meanOf(sums, 0, order, mean === 'geometric');
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
      lengths: { hypothesis: 2 * order, reference: 3 * order },
      counter: () => wpfCounter(order, mean === 'geometric'),
      score,
      parts: (sums) => ({
        ...Object.fromEntries(perOrder('F1 of words', order).map((name, n) => [name, 100 * f1(sums, 0, 0, n, order)])),
        ...Object.fromEntries(perOrder('F1 of tags', order).map((name, n) => [name, 100 * f1(sums, 0, 1, n, order)])),
      }),
    };
  },
});

/** F1 of the n-grams of one length, n counted from 0, of words (0) or tags (1), from the row at rows[at …]. */
function f1(rows: ArrayLike<number>, at: number, what: number, n: number, order: number): number {
  const both = rows[at + 2 * order + n]! + rows[at + 3 * order + n]!;
  return both > 0 ? (2 * rows[at + what * order + n]!) / both : 0;
}

/** The mean over words and tags of all orders that either side has. */
function meanOf(rows: ArrayLike<number>, at: number, order: number, geometric: boolean): number {
  let terms = 0;
  let sum = 0;
  for (let n = 0; n < order; n++) {
    const both = rows[at + 2 * order + n]! + rows[at + 3 * order + n]!;
    if (both === 0) break;
    terms += 2;
    for (let what = 0; what < 2; what++) {
      const term = f1(rows, at, what, n, order);
      if (geometric && term === 0) return 0;
      sum += geometric ? log(term) : term;
    }
  }
  if (terms === 0) return 0;
  return geometric ? exp(sum / terms) : sum / terms;
}

function wpfCounter(order: number, geometric: boolean): Counter {
  const width = 4 * order;
  const matchers: NgramMatcher[][] = []; // by reference: of words, of tags
  let references: readonly Text[] = [];
  let found = new Float64Array(width);
  let best = new Float64Array(width);

  const lengthOf = (text: Tokens) => text.end - text.start;
  /** Whether `found`, of another reference, is to count in place of `best`. */
  const isBetter = (score: number, bestScore: number, length: number): boolean => {
    if (score !== bestScore) return score > bestScore;
    const [other, known] = [found[3 * order]!, best[3 * order]!];
    const farther = Math.abs(other - length) - Math.abs(known - length);
    if (farther !== 0) return farther < 0;
    if (other !== known) return other < known;
    // Equal in all that matters, so the counts decide, to leave the order of references without effect.
    for (let k = 0; k < 2 * order; k++) if (found[k] !== best[k]) return found[k]! > best[k]!;
    return false;
  };

  return {
    prepare(texts) {
      references = texts;
      for (let r = 0; r < texts.length; r++) {
        const pair = (matchers[r] ??= [new NgramMatcher(order), new NgramMatcher(order)]);
        pair.forEach((matcher, what) => matcher.setReferences([texts[r]![what]!]));
      }
    },
    collect(hypothesis, rows, at) {
      const length = lengthOf(hypothesis[0]!);
      let bestScore = -1;
      best.fill(0);
      for (let r = 0; r < references.length; r++) {
        const referenceLength = lengthOf(references[r]![0]!);
        if (referenceLength === 0) continue;
        found.fill(0, 0, 2 * order);
        for (let what = 0; what < 2; what++) matchers[r]![what]!.match(hypothesis[what]!, found, what * order);
        for (let n = 0; n < order; n++) {
          found[2 * order + n] = Math.max(0, length - n);
          found[3 * order + n] = Math.max(0, referenceLength - n);
        }
        const score = meanOf(found, 0, order, geometric);
        if (bestScore >= 0 && !isBetter(score, bestScore, length)) continue;
        bestScore = score;
        [found, best] = [best, found];
      }
      rows.set(best, at);
    },
  };
}
