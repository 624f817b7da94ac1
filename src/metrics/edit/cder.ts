/** CDER: edits per reference word, with long jumps in the hypothesis. Leusch, Ueffing and Ney, EACL 2006. */
import { type MetricBody, choice, defineMetric } from '../../core/index.ts';
import { CoverDistance, spelledWords } from '../../text/index.ts';
import { coverItems, spelledCoverItems } from '../shared/coverItems.ts';
import { type ErrorWords, type Errors, divisorOption, errorRate, severalReferences } from '../shared/errorRate.ts';
import { coverErrors, ofSpelledWords } from '../shared/spelledCounter.ts';
import { wordNeeds, wordOptions, wordTokenizer, wordView } from '../shared/wordOptions.ts';

const options = {
  ...wordOptions,
  divisor: divisorOption,
  substitution: choice(['word', 'letters'], {
    key: 'sub',
    default: 'word',
    help: 'Cost of a substituted word: 1 (word), or the share of its letters that change (letters).',
  }),
};

export default defineMetric({
  id: 'cder',
  summary:
    'Edits per reference word, where blocks of the hypothesis may be read in any order and each jump costs one edit.',
  cite: 'Leusch, Ueffing and Ney (2006): CDER: Efficient MT evaluation using block movements. EACL.',
  notes: [
    'Every reference word is covered once; hypothesis words may be skipped or reused, so repeating them costs little.',
    'As in Moses and EED, a jump before the first word is allowed. With several references Moses takes the first; here the best one counts.',
    'With `sub=letters` a substitution costs the edit distance of the two words divided by the length of its edit path; characters are code points in NFC.',
    severalReferences,
    'An empty hypothesis makes every reference word an error. Against an empty reference any text is one error, the jump to its end; this adds no words to the corpus, and the segment scores 100.',
  ],
  example: 'cder(sub=letters)',
  options,
  needs: wordNeeds,
  create({ divisor, substitution, ...settings }, resources): MetricBody {
    if (substitution === 'letters') {
      const spelled = spelledWords(wordTokenizer(settings, resources), settings);
      return ofSpelledWords(errorRate('CDER', [spelled], divisor, coverErrors, { words: () => spelledCoverItems }));
    }
    const errors = (): Errors => {
      const distance = new CoverDistance();
      return { between: ([hypothesis], [reference]) => distance.between(hypothesis!, reference!) };
    };
    const words: ErrorWords = (hypothesis, reference, r) => coverItems(hypothesis, reference, r);
    return errorRate('CDER', [wordView(settings, resources)], divisor, errors, { words: () => words });
  },
});
