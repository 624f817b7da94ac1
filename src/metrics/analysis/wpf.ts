/** wpF: the mean F1 of word n-grams and part-of-speech n-grams. Popović and Ney, WMT 2009. */
import {
  type Explainer,
  type MetricBody,
  type Step,
  Steps,
  choice,
  defineMetric,
  exp,
  integer,
  log,
  percent,
} from '../../core/index.ts';
import { NgramMatcher } from '../../text/index.ts';
import { analysedWords, analysisNeeds, analysisOptions } from '../shared/analysisOptions.ts';
import { BestReference, type RowRule, bestRowCounter } from '../shared/bestReference.ts';
import { namedByOrder, perOrder } from '../shared/bleuCounter.ts';
import { inReference } from '../shared/errorRate.ts';
import { ngramItems } from '../shared/ngramItems.ts';

const options = {
  ...analysisOptions,
  order: integer({ key: 'n', default: 4, min: 1, max: 16, help: 'Longest n-gram.' }),
  mean: choice(['arithmetic', 'geometric'], {
    key: 'mean',
    default: 'arithmetic',
    help: 'How the orders of words and tags are averaged; with geometric, an order without a match makes the score 0.',
  }),
};

export default defineMetric({
  id: 'wpf',
  summary: 'F1 of word n-grams and part-of-speech n-grams, averaged over all orders.',
  cite: 'Popović and Ney (2009): Syntax-oriented evaluation measures for machine translation output. WMT.',
  notes: [
    'For each order, F1 is twice the number of n-grams in common with the reference, divided by the n-grams of both, over the whole text. The score is the mean F1 over words and tags and all orders. The arithmetic mean fits the values printed for WMT 2009; the geometric mean does not. Fine tags, which distinguish case, number or tense, are more informative than coarse ones.',
    'Tags come from the built-in English analyser, or from files named by `analyses`. They do not depend on `case`.',
    'Each segment is scored against the reference that gives the highest score. Ties go to the reference closest in length to the hypothesis, then to the shorter one. Orders longer than the hypotheses and references are ignored. Empty references are ignored, and so are segments that have no other reference.',
  ],
  example: 'wpf(case=lc)',
  options,
  needs: analysisNeeds,
  create(settings, resources): MetricBody {
    const { order, mean, lowercase } = settings;
    const texts = analysedWords(settings, resources);
    const score = (sums: ArrayLike<number>) => meanOf(sums, order, mean === 'geometric');
    const lengths = { hypothesis: 2 * order, reference: 3 * order };
    const rule = (): RowRule => ({ width: 4 * order, lengths, prefers: 'greater', score, ...wpfRows(order) });
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
      counter: () => bestRowCounter(rule()),
      score: (sums) => 100 * score(sums),
      parts(sums) {
        const f1s = (what: number) => Array.from({ length: order }, (_, n) => 100 * f1(sums, what, n, order));
        return { ...namedByOrder('F1 of words', f1s(0)), ...namedByOrder('F1 of tags', f1s(1)) };
      },
      explain: (sums, segment) => explainWpf(sums, segment, order, mean === 'geometric'),
      explainer: () => wpfExplainer(rule(), order),
    };
  },
});

/** F1 of the n-grams of one length (n counted from 0), of words (0) or tags (1). */
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

/** By view: the letter in ids, and what its n-grams are of. */
const kinds = [
  { letter: 'w', what: 'word' },
  { letter: 'g', what: 'tag' },
] as const;

function explainWpf(
  sums: ArrayLike<number>,
  segment: readonly Step[] | undefined,
  order: number,
  geometric: boolean,
): readonly Step[] {
  const steps = new Steps(segment);
  const terms: string[] = [];
  let isZero = false;
  for (let n = 1; n <= order; n++) {
    const [own, theirs] = [sums[2 * order + n - 1]!, sums[3 * order + n - 1]!];
    kinds.forEach(({ letter, what }, k) => steps.counted(`${letter}${n}`, `${what} ${n}-grams in common`, sums[k * order + n - 1]!)); // prettier-ignore
    steps.counted(`t${n}`, `${n}-grams in the output`, own);
    steps.counted(`r${n}`, `${n}-grams in the reference`, theirs);
    if (own + theirs === 0) continue;
    for (const { letter, what } of kinds) {
      const f = steps.computed(`F${letter}${n}`, `F1 of ${what} ${n}-grams`, `2 * ${letter}${n} / (t${n} + r${n})`);
      terms.push(`F${letter}${n}`);
      isZero ||= f === 0;
    }
  }
  if (terms.length === 0) steps.computed('score', 'score', '0', { note: 'there are no words to compare' });
  else if (!geometric) steps.computed('score', 'score', `100 * ((${terms.join(' + ')}) / ${terms.length})`);
  else if (isZero) steps.computed('score', 'score', '0', { note: 'an F1 is 0, so their geometric mean is 0' });
  else {
    const logs = terms.map((term) => `ln(${term})`).join(' + ');
    steps.computed('score', 'score', `100 * exp((${logs}) / ${terms.length})`);
  }
  return steps.list;
}

function wpfExplainer(rule: RowRule, order: number): Explainer {
  const best = new BestReference(rule);
  return {
    explain(hypothesis, references) {
      rule.prepare!(references);
      const r = best.find(hypothesis, references);
      if (r < 0) return [];
      const note = references.length > 1 && { note: `reference ${r + 1}, which gives the highest score` };
      const steps = new Steps();
      for (let n = 1; n <= order; n++) {
        kinds.forEach(({ letter, what }, view) => {
          const items = inReference(ngramItems(hypothesis[view]!, [references[r]![view]!], { n, view }), r);
          steps.counted(`${letter}${n}`, `${what} ${n}-grams in common`, best.row[view * order + n - 1]!, { items });
        });
        steps.counted(`t${n}`, `${n}-grams in the output`, best.row[2 * order + n - 1]!);
        steps.counted(`r${n}`, `${n}-grams in the reference`, best.row[3 * order + n - 1]!, { ...note });
      }
      return steps.list;
    },
  };
}
