/** LEPOR: length penalty, order penalty, and precision and recall of words, multiplied. Han, Wong and Chao, COLING 2012. */
import { type MetricBody, defineMetric } from '../../core/index.ts';
import { factorNeeds, factorNote } from '../shared/analysisOptions.ts';
import { leporBody, leporNotes, leporOptions } from '../shared/leporBody.ts';

export default defineMetric({
  id: 'lepor',
  summary: 'Precision and recall of words, times penalties for another length and for words in other places.',
  cite: 'Han, Wong and Chao (2012): LEPOR: a robust evaluation metric for machine translation with augmented factors. COLING.',
  notes: [
    'The score is the product of three factors, in percent; [`hlepor`](hlepor.md) is their weighted harmonic mean.',
    ...leporNotes,
    factorNote,
  ],
  example: 'lepor(alpha=1,beta=9)',
  options: leporOptions,
  needs: factorNeeds,
  create: (settings, resources): MetricBody =>
    leporBody('LEPOR', settings, resources, {
      combine: (length, order, mean) => length * order * mean,
      formula: 'LP * NPP * HPR',
    }),
});
