/** wpBLEU: the mean of BLEU of words and BLEU of their parts of speech. Popović and Ney, WMT 2009. */
import { type MetricBody, defineMetric } from '../core/index.ts';
import bleu from './bleu.ts';
import { analysedWords, analysisNeeds, analysisOptions } from './shared/analysisOptions.ts';
import { bleuCounter, bleuLengths, bleuStatistics } from './shared/bleuCounter.ts';
import { bleuScore } from './shared/bleuScore.ts';
import { countEachView } from './shared/eachView.ts';

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
  summary: 'BLEU of words and BLEU of their parts of speech, half each.',
  cite: 'Popović and Ney (2009): Syntax-oriented evaluation measures for machine translation output. WMT.',
  notes: [
    'BLEU is counted of the words and again of their tags, each over the whole text; the score is the mean of the two. Tags that tell case, number or tense apart say more than coarse ones.',
    'Tags come from what analyses English here, or from files named by `analyses`. They do not depend on `case`.',
    'Several references, empty texts and single segments are as in BLEU.',
  ],
  example: 'wpbleu(case=lc)',
  options,
  needs: analysisNeeds,
  forSegments: { effectiveOrder: true },
  create(settings, resources): MetricBody {
    const { order, lowercase } = settings;
    const texts = analysedWords(settings, resources);
    const names = bleuStatistics(order);
    const width = names.length;
    const { range, score } = bleuScore(settings);
    const ofWords = (sums: ArrayLike<number>) => score(sums);
    const ofTags = (sums: ArrayLike<number>) => score(Array.from(names, (_, k) => sums[width + k]!));
    return {
      name: 'wpBLEU',
      range,
      decomposable: false,
      reads: [texts.view('word', { lowercase }), texts.view('tag')],
      statistics: ['words', 'tags'].flatMap((what) => names.map((name) => `${what}: ${name}`)),
      lengths: bleuLengths,
      counter: () => countEachView(2, width, () => bleuCounter(order, 'closest')),
      score: (sums) => (ofWords(sums) + ofTags(sums)) / 2,
      parts: (sums) => ({ BLEU: ofWords(sums), 'BLEU of tags': ofTags(sums) }),
    };
  },
});
