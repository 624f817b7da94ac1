/** WER: insertions, deletions and substitutions per reference word. Nießen, Och, Leusch and Ney, LREC 2000. */
import { type MetricBody, type Text, defineMetric } from '../../core/index.ts';
import { EditDistance } from '../../text/index.ts';
import { factorName, factorNeeds, factorNote, factorOptions, factorView } from '../shared/analysisOptions.ts';
import { editItems } from '../shared/editItems.ts';
import {
  type ErrorWords,
  divisorOption,
  emptyTexts,
  errorRate,
  inReference,
  severalReferences,
} from '../shared/errorRate.ts';
import { wordOptions } from '../shared/wordOptions.ts';

const options = { ...wordOptions, divisor: divisorOption, ...factorOptions };

export default defineMetric({
  id: 'wer',
  summary: 'Words to insert, delete or substitute, per reference word; without shifts.',
  cite: 'Nießen, Och, Leusch and Ney (2000): An evaluation tool for machine translation: Fast evaluation for MT research. LREC.',
  notes: [
    'The corpus score is all errors divided by all reference words. Some tools print the mean of the segment rates instead, which is a different number.',
    severalReferences,
    emptyTexts,
    factorNote,
  ],
  example: 'wer(len=best)',
  options,
  needs: factorNeeds,
  create({ divisor, ...settings }, resources): MetricBody {
    const errors = () => {
      const distance = new EditDistance();
      return { between: ([hypothesis]: Text, [reference]: Text) => distance.between(hypothesis!, reference!) };
    };
    const edits: ErrorWords = ([hypothesis], [reference], r) => inReference(editItems(hypothesis!, reference!), r);
    return errorRate(factorName('WER', settings), [factorView(settings, resources)], divisor, errors, {
      words: () => edits,
    });
  },
});
