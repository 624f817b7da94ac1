/** The common body of overlap metrics: F1 of how much a hypothesis and its best reference have in common. */
import { type MetricBody, Steps, type Tokens, percent } from '../../core/index.ts';
import { BestReference, type RowRule, bestRowCounter } from './bestReference.ts';

/** How much two texts have in common, in words. */
export type Common = (hypothesis: Tokens, reference: Tokens) => number;

/** Adds the step `m`, how much two texts have in common, and those before it; `r` is the number of the reference. */
export type CommonSteps = (steps: Steps, hypothesis: Tokens, reference: Tokens, r: number) => void;

const lengths = { hypothesis: 1, reference: 2 };

/** The words of both texts. */
const wordsOf = (row: ArrayLike<number>): number => row[1]! + row[2]!;

const f1 = (row: ArrayLike<number>): number => (wordsOf(row) > 0 ? (2 * row[0]!) / wordsOf(row) : 0);

/** With the same F1 and length they have the same in common. Empty references are ignored, and so are segments that have no other reference. */
const ruleFor = (common: Common): RowRule => ({
  width: 3,
  lengths,
  prefers: 'greater',
  count([hypothesis], [reference], row) {
    row[0] = common(hypothesis!, reference!);
    row[1] = hypothesis!.end - hypothesis!.start;
    row[2] = reference!.end - reference!.start;
  },
  score: f1,
});

/** A metric that adds up what segments have in common; `common` makes the function that counts it, and `explainCommon` shows the words. */
export const overlapBody = (
  what: string,
  common: () => Common,
  explainCommon: CommonSteps,
): Pick<
  MetricBody,
  'range' | 'decomposable' | 'statistics' | 'lengths' | 'counter' | 'score' | 'parts' | 'explain' | 'explainer'
> => ({
  range: percent,
  decomposable: false,
  statistics: [what, 'hypothesis length', 'reference length'],
  lengths,
  counter: () => bestRowCounter(ruleFor(common())),
  score: (sums) => 100 * f1(sums),
  parts: (sums) => ({
    precision: sums[1]! > 0 ? (100 * sums[0]!) / sums[1]! : 0,
    recall: sums[2]! > 0 ? (100 * sums[0]!) / sums[2]! : 0,
  }),
  explain(sums, segment) {
    const steps = new Steps(segment);
    steps.counted('m', what, sums[0]!);
    steps.counted('c', 'words in the output', sums[1]!);
    steps.counted('r', 'words in the reference', sums[2]!);
    if (wordsOf(sums) === 0) steps.computed('score', 'score', '0', { note: 'there are no words to compare' });
    else {
      steps.computed('score', 'score', '100 * (2 * m / (c + r))', {
        note: 'F1, the harmonic mean of precision, m / c, and recall, m / r',
      });
    }
    return steps.list;
  },
  explainer() {
    const best = new BestReference(ruleFor(common()));
    return {
      explain(hypothesis, references) {
        const r = best.find(hypothesis, references);
        if (r < 0) return [];
        const steps = new Steps();
        explainCommon(steps, hypothesis[0]!, references[r]![0]!, r);
        steps.counted('c', 'words in the output', best.row[1]!);
        steps.counted('r', 'words in the reference', best.row[2]!, {
          ...(references.length > 1 && { note: `reference ${r + 1}, which gives the highest score` }),
        });
        return steps.list;
      },
    };
  },
});
