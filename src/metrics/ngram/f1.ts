/** F1 of single words: precision and recall with equal weight, ignoring word order. Melamed, Green and Turian, HLT-NAACL 2003. */
import { type MetricBody, defineMetric } from '../../core/index.ts';
import { CommonTokens } from '../../text/index.ts';
import { factorName, factorNeeds, factorNote, factorOptions, factorView } from '../shared/analysisOptions.ts';
import { inReference } from '../shared/errorRate.ts';
import { ngramItems, sumOf } from '../shared/ngramItems.ts';
import { overlapBody } from '../shared/overlap.ts';
import { wordOptions } from '../shared/wordOptions.ts';

export default defineMetric({
  id: 'f1',
  summary: 'F1 of single words: twice the words in common with the reference, per word of both; ignores word order.',
  cite: 'Melamed, Green and Turian (2003): Precision and recall of machine translation. HLT-NAACL.',
  notes: [
    'A word counts as often as both texts have it. The score of a whole text is computed from the sums of common words and lengths. It equals `gtm(e=1)`.',
    'Each segment is scored against the reference that gives the highest score. Ties go to the reference closest in length to the hypothesis, then to the shorter one. An empty hypothesis has no words in common with any reference. Empty references are ignored.',
    factorNote,
  ],
  example: 'f1(case=lc)',
  options: { ...wordOptions, ...factorOptions },
  needs: factorNeeds,
  create: (settings, resources): MetricBody => ({
    name: factorName('F1', settings),
    reads: [factorView(settings, resources)],
    ...overlapBody(
      'common words',
      () => {
        const tokens = new CommonTokens();
        return (hypothesis, reference) => tokens.count(hypothesis, reference);
      },
      (steps, hypothesis, reference, r) => {
        const items = inReference(ngramItems(hypothesis, [reference], { n: 1 }), r);
        steps.counted('m', 'common words', sumOf(items), { items });
      },
    ),
  }),
});
