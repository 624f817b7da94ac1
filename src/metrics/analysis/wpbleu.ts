/** wpBLEU: the mean of BLEU of words and BLEU of their parts of speech. Popović and Ney, WMT 2009. */
import { type MetricBody, type View, defineMetric } from '../../core/index.ts';
import bleu from '../ngram/bleu.ts';
import { analysedWords, analysisNeeds, analysisOptions } from '../shared/analysisOptions.ts';
import { bleuCounter, bleuExplainer, bleuLengths, bleuStatistics } from '../shared/bleuCounter.ts';
import { bleuScore } from '../shared/bleuScore.ts';
import { composite } from '../shared/composite.ts';

const options = {
  lowercase: analysisOptions.lowercase,
  effectiveOrder: bleu.options.effectiveOrder,
  tokenizer: analysisOptions.tokenizer,
  smoothing: bleu.options.smoothing,
  order: bleu.options.order,
  model: analysisOptions.model,
  language: analysisOptions.language,
  analyses: analysisOptions.analyses,
};

export default defineMetric({
  id: 'wpbleu',
  summary: 'BLEU of words and BLEU of their parts of speech, weighted equally.',
  cite: 'Popović and Ney (2009): Syntax-oriented evaluation measures for machine translation output. WMT.',
  notes: [
    'BLEU is computed on the words and again on their tags, each over the whole text; the score is the mean of the two. Fine tags, which distinguish case, number or tense, are more informative than coarse ones.',
    'Tags come from the built-in English analyser, or from files named by `analyses`. They do not depend on `case`.',
    'Several references, empty texts and single segments are treated as in BLEU.',
  ],
  example: 'wpbleu(case=lc)',
  options,
  needs: analysisNeeds,
  forSegments: { effectiveOrder: true },
  create(settings, resources): MetricBody {
    const { order, lowercase } = settings;
    const texts = analysedWords(settings, resources);
    const ofView = (name: string, view: View) => ({
      name,
      reads: [view],
      statistics: bleuStatistics(order),
      lengths: bleuLengths,
      counter: () => bleuCounter(order, 'closest'),
      explainer: () => bleuExplainer(order, 'closest'),
      ...bleuScore(settings),
    });
    const ofWords = ofView('words', texts.view('word', { lowercase }));
    const { scoresOf, explainParts, ...rows } = composite([ofWords, ofView('tags', texts.view('tag'))]);
    return {
      name: 'wpBLEU',
      range: ofWords.range,
      decomposable: false,
      ...rows,
      score(sums) {
        const [words, tags] = scoresOf(sums);
        return (words! + tags!) / 2;
      },
      parts(sums) {
        const [words, tags] = scoresOf(sums);
        return { BLEU: words!, 'BLEU of tags': tags! };
      },
      explain(sums, segment) {
        const { steps, scores } = explainParts(sums, segment);
        steps.computed('score', 'score', `(${scores.join(' + ')}) / 2`, { note: 'mean of both BLEU scores' });
        return steps.list;
      },
    };
  },
});
