/** wcd6p4er: 0.6 CDER with substitutions by letters + 0.4 PER, of WMT09. Leusch and Ney, Machine Translation 23, 2009. */
import { type MetricBody, defineMetric } from '../../core/index.ts';
import { CommonTokens, spelledWords } from '../../text/index.ts';
import { bagErrors, divisorOption, emptyTexts, errorRate, severalReferences } from '../shared/errorRate.ts';
import { coverErrors, spelledCounter } from '../shared/spelledCounter.ts';
import { wordNeeds, wordOptions, wordTokenizer } from '../shared/wordOptions.ts';

const options = { ...wordOptions, divisor: divisorOption };

export default defineMetric({
  id: 'wcd6p4er',
  summary: 'CDER, with substitutions that cost as much as letters change, and PER, in the proportion of 6 to 4.',
  cite: 'Leusch and Ney (2009): Edit distances with block movements and error rate confidence estimates. Machine Translation 23.',
  notes: [
    'No program of the authors is at hand. That substitutions cost the edit distance of the letters, and not what follows a common prefix or always 1, was found by the values printed for WMT09; that it is divided by the length of the edit path makes too little difference to be told from other divisors. Of several ways with the fewest edits the one that keeps most letters counts.',
    'Both errors are those of a segment and are summed over the corpus. Only the letters of a substitution are composed (NFC) before they are compared; words count as equal if they are typed alike.',
    severalReferences,
    emptyTexts,
  ],
  example: 'wcd6p4er',
  options,
  needs: wordNeeds,
  create({ divisor, ...settings }, resources): MetricBody {
    const spelled = spelledWords(wordTokenizer(settings, resources), settings);
    const body = errorRate('wcd6p4er', [spelled], divisor, () => {
      const cover = coverErrors();
      const common = new CommonTokens();
      return {
        prepare: cover.prepare,
        between: (hypothesis, reference, r) =>
          0.6 * cover.between(hypothesis, reference, r) + 0.4 * bagErrors(common, hypothesis[0]!, reference[0]!),
      };
    });
    return { ...body, counter: () => spelledCounter(body.counter()) };
  },
});
