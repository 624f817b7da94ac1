/** CDER: edits per reference word, with long jumps in the hypothesis. Leusch, Ueffing and Ney, EACL 2006. */
import { type MetricBody, choice, defineMetric } from '../../core/index.ts';
import { CoverDistance, spelledWords } from '../../text/index.ts';
import { divisorOption, errorRate, severalReferences } from '../shared/errorRate.ts';
import { coverErrors, spelledCounter } from '../shared/spelledCounter.ts';
import { wordNeeds, wordOptions, wordTokenizer, wordView } from '../shared/wordOptions.ts';

const options = {
  ...wordOptions,
  divisor: divisorOption,
  substitution: choice(['word', 'letters'], {
    key: 'sub',
    default: 'word',
    help: 'What a substituted word costs: 1 (word), or the share of its letters that change (letters).',
  }),
};

export default defineMetric({
  id: 'cder',
  summary:
    'Edits per word of the reference, where the hypothesis may be read in blocks in any order, each jump for one edit.',
  cite: 'Leusch, Ueffing and Ney (2006): CDER: Efficient MT evaluation using block movements. EACL.',
  notes: [
    'Every word of the reference is covered once; words of the hypothesis may be left out or used again, so that repeating them costs little.',
    'As in Moses and EED, a jump is allowed before the first word, too. Moses takes the first reference where there are several; here the best counts.',
    'With `sub=letters` a substitution costs the edit distance of the two words, over the length of its edit path; characters are code points in NFC.',
    severalReferences,
    'An empty hypothesis makes every word of the reference an error. Against an empty reference any text is one error, the jump to its end; that adds no words to the corpus, and the segment scores 100.',
  ],
  example: 'cder(sub=letters)',
  options,
  needs: wordNeeds,
  create({ divisor, substitution, ...settings }, resources): MetricBody {
    if (substitution === 'word') {
      return errorRate('CDER', [wordView(settings, resources)], divisor, () => {
        const distance = new CoverDistance();
        return { between: ([hypothesis], [reference]) => distance.between(hypothesis!, reference!) };
      });
    }
    const spelled = spelledWords(wordTokenizer(settings, resources), settings);
    const body = errorRate('CDER', [spelled], divisor, coverErrors);
    return { ...body, counter: () => spelledCounter(body.counter()) };
  },
});
