/** bleusp4114: bleusp with four times the weight on unigrams and 4-grams. Leusch and Ney, Metrics-MATR 2008; reconstructed from WMT 2009. */
import { defineMetric } from '../../core/index.ts';
import { paddedBleu, paddedBleuCite, paddedBleuNotes } from '../shared/paddedBleu.ts';
import { wordNeeds, wordOptions } from '../shared/wordOptions.ts';

export default defineMetric({
  id: 'bleusp4114',
  summary: 'bleusp with weights 0.4, 0.1, 0.1 and 0.4 for unigrams to 4-grams.',
  cite: paddedBleuCite,
  notes: paddedBleuNotes,
  example: 'bleusp4114(case=lc)',
  options: wordOptions,
  needs: wordNeeds,
  create: (settings, resources) => paddedBleu('bleusp4114', [0.4, 0.1, 0.1, 0.4], settings, resources),
});
