/** A learned metric for tests over all metrics, with made-up weights such that a perfect translation is best. */
import type { LoadedModel } from '../combined/learned.ts';
import { newModel } from '../combined/learned/model.ts';
import bleu from '../ngram/bleu.ts';
import chrf from '../ngram/chrf.ts';

export const madeUpModel: LoadedModel = {
  model: newModel({
    kind: 'pairwise',
    intercept: 0.5,
    features: [
      { metric: 'chrf', mean: 50, scale: 20, weight: 1 },
      { metric: 'bleu', part: 'precision 1', mean: 40, scale: 10, weight: 0.25 },
      { metric: 'bleu', mean: 20, scale: 15, weight: 0.5 },
    ],
  }),
  metrics: [chrf(), bleu()],
  places: [0, 1, 1],
};
