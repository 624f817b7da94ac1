/** wcd6p4er: 0.6 CDER with letter-based substitution costs + 0.4 PER, of WMT09. Leusch and Ney, Machine Translation 23, 2009. */
import { type MetricBody, defineMetric } from '../../core/index.ts';
import { CommonTokens, spelledWords } from '../../text/index.ts';
import { bagItems } from '../shared/bagItems.ts';
import { spelledCoverItems } from '../shared/coverItems.ts';
import {
  type ErrorWords,
  type Errors,
  bagErrors,
  divisorOption,
  emptyTexts,
  errorRate,
  inReference,
  severalReferences,
} from '../shared/errorRate.ts';
import { coverErrors, ofSpelledWords } from '../shared/spelledCounter.ts';
import { wordNeeds, wordOptions, wordTokenizer } from '../shared/wordOptions.ts';

const options = { ...wordOptions, divisor: divisorOption };

export default defineMetric({
  id: 'wcd6p4er',
  summary: 'A weighted sum of CDER with letter-based substitution costs (0.6) and PER (0.4).',
  cite: 'Leusch and Ney (2009): Edit distances with block movements and error rate confidence estimates. Machine Translation 23.',
  notes: [
    'The authors’ program is not available. The values printed for WMT09 show that a substitution costs the edit distance of the letters, not 1 and not the letters after a common prefix. They do not settle the divisor; the length of the edit path fits as well as others. Among paths with the fewest edits, the one that keeps most letters counts.',
    'Both kinds of errors are counted per segment and summed over the corpus. Only the letters of a substitution are normalized (NFC) before they are compared; words are equal only if they are written the same.',
    severalReferences,
    emptyTexts,
  ],
  example: 'wcd6p4er',
  options,
  needs: wordNeeds,
  create({ divisor, ...settings }, resources): MetricBody {
    const spelled = spelledWords(wordTokenizer(settings, resources), settings);
    const errors = (): Required<Errors> => {
      const cover = coverErrors();
      const common = new CommonTokens();
      return {
        prepare: cover.prepare,
        between: (hypothesis, reference, r) =>
          0.6 * cover.between(hypothesis, reference, r) + 0.4 * bagErrors(common, hypothesis[0]!, reference[0]!),
      };
    };
    return ofSpelledWords(errorRate('wcd6p4er', [spelled], divisor, errors, { words: () => bothErrors }));
  },
});

const bothErrors: ErrorWords = (hypothesis, reference, r, steps) => {
  const cover = coverErrors();
  cover.prepare([reference]);
  steps.counted('C', 'errors of CDER', cover.between(hypothesis, reference, 0), {
    items: spelledCoverItems(hypothesis, reference, r),
  });
  const [own, theirs] = [hypothesis[0]!, reference[0]!];
  steps.counted('P', 'errors of PER', bagErrors(new CommonTokens(), own, theirs), {
    items: inReference(bagItems(own, theirs), r),
  });
  return '0.6 * C + 0.4 * P';
};
