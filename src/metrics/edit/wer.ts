/** WER: insertions, deletions and substitutions per reference word. Nießen, Och, Leusch and Ney, LREC 2000. */
import { type MetricBody, defineMetric } from '../../core/index.ts';
import { EditDistance } from '../../text/index.ts';
import { divisorOption, emptyTexts, errorRate, severalReferences } from '../shared/errorRate.ts';
import { wordNeeds, wordOptions, wordView } from '../shared/wordOptions.ts';

const options = { ...wordOptions, divisor: divisorOption };

export default defineMetric({
  id: 'wer',
  summary: 'Words to insert, delete or substitute, per word of the reference; nothing may be moved.',
  cite: 'Nießen, Och, Leusch and Ney (2000): An evaluation tool for machine translation: Fast evaluation for MT research. LREC.',
  notes: [
    'The corpus score is all errors over all reference words. The mean of the rates of segments, which some tools print, is another number.',
    severalReferences,
    emptyTexts,
  ],
  example: 'wer(len=best)',
  options,
  needs: wordNeeds,
  create({ divisor, ...settings }, resources): MetricBody {
    return errorRate('WER', [wordView(settings, resources)], divisor, () => {
      const distance = new EditDistance();
      return { between: ([hypothesis], [reference]) => distance.between(hypothesis!, reference!) };
    });
  },
});
