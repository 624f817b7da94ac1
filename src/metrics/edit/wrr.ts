/** WRR: word recognition rate, 1 − WER. McCowan et al., IDIAP 2005; Chiang, DeNeefe, Chan and Ng, EMNLP 2008, formula (5). */
import { type MetricBody, defineMetric } from '../../core/index.ts';
import { EditDistance } from '../../text/index.ts';
import { recognitionNotes, recognitionRate } from '../shared/recognitionRate.ts';
import { wordNeeds, wordOptions, wordView } from '../shared/wordOptions.ts';

export default defineMetric({
  id: 'wrr',
  summary: 'Words recognized minus words inserted, per reference word: one minus WER.',
  cite: 'McCowan et al. (2005): On the use of information retrieval measures for speech recognition evaluation. IDIAP. — Chiang, DeNeefe, Chan and Ng (2008): Decomposability of translation metrics for improved evaluation and efficient algorithms. EMNLP.',
  notes: [
    'It is 4-GRR for single words: `4grr(k=1)`. With one reference it is 100 − WER; with several, that still holds for each segment, but segments are weighted as described below.',
    ...recognitionNotes,
  ],
  example: 'wrr(tok=none)',
  options: wordOptions,
  needs: wordNeeds,
  create(settings, resources): MetricBody {
    const automaton = { order: 1, insertion: 1, deletion: 0 };
    return recognitionRate('WRR', wordView(settings, resources), automaton, () => {
      const distance = new EditDistance();
      return (hypothesis, reference) => reference.end - reference.start - distance.between(hypothesis, reference);
    });
  },
});
