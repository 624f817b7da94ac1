/** bleusp: smoothed BLEU on text with boundary markers. Leusch and Ney, Metrics-MATR 2008; reconstructed from WMT 2009. */
import { defineMetric } from '../../core/index.ts';
import { paddedBleu, paddedBleuCite, paddedBleuNotes } from '../shared/paddedBleu.ts';
import { wordNeeds, wordOptions } from '../shared/wordOptions.ts';

export default defineMetric({
  id: 'bleusp',
  summary: 'BLEU with markers at both ends of the text and smoothed counts.',
  cite: paddedBleuCite,
  notes: paddedBleuNotes,
  example: 'bleusp(case=lc)',
  options: wordOptions,
  needs: wordNeeds,
  create: (settings, resources) => paddedBleu('bleusp', [0.25, 0.25, 0.25, 0.25], settings, resources),
});
