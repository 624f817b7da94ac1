/** F1 of single words: as much precision as recall, no order. Melamed, Green and Turian, HLT-NAACL 2003. */
import { type MetricBody, defineMetric } from '../../core/index.ts';
import { CommonTokens } from '../../text/index.ts';
import { overlapBody } from '../shared/overlap.ts';
import { wordNeeds, wordOptions, wordView } from '../shared/wordOptions.ts';

export default defineMetric({
  id: 'f1',
  summary: 'F1 of single words: twice those in common with the reference, per word of both; order does not count.',
  cite: 'Melamed, Green and Turian (2003): Precision and recall of machine translation. HLT-NAACL.',
  notes: [
    'A word counts as often as it stands in both texts. The score of a whole text is from the sums of common words and lengths. It equals `gtm(e=1)`.',
    'Each segment counts against the reference that gives it the highest score; if several do, the one nearest in length to the hypothesis counts, then the shorter. An empty hypothesis has nothing in common with anything; an empty reference does not count.',
  ],
  example: 'f1(case=lc)',
  options: wordOptions,
  needs: wordNeeds,
  create: (settings, resources): MetricBody => ({
    name: 'F1',
    reads: [wordView(settings, resources)],
    ...overlapBody('common words', () => {
      const tokens = new CommonTokens();
      return (hypothesis, reference) => tokens.count(hypothesis, reference);
    }),
  }),
});
