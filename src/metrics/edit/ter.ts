/** TER: edits, among them shifts of blocks, per reference word. Snover et al., AMTA 2006; tercom's search as in sacreBLEU 2.6. */
import { type MetricBody, type Text, choice, defineMetric, flag, lowercaseFlag } from '../../core/index.ts';
import { ShiftSearch, tercom, words } from '../../text/index.ts';
import { errorRate } from '../shared/errorRate.ts';

const options = {
  lowercase: lowercaseFlag(true),
  tokenizer: choice(['tercom'], {
    key: 'tok',
    default: 'tercom',
    sacrebleu: true,
    help: 'tercom is the only one; the next three options are its settings.',
  }),
  normalized: flag({
    key: 'norm',
    default: false,
    sacrebleu: true,
    help: 'Undo entities and cut punctuation off words.',
  }),
  punctuation: flag({ key: 'punct', default: true, sacrebleu: true, help: 'Keep punctuation.' }),
  asianSupport: flag({
    key: 'asian',
    default: false,
    sacrebleu: true,
    help: 'With norm=yes, cut Chinese characters apart; with punct=no, drop Asian punctuation, too. Else it changes nothing.',
  }),
  compat: choice(['none', 'sacrebleu'], {
    key: 'compat',
    default: 'none',
    help: 'How often references are tokenized: once like the hypothesis (none) or twice (sacrebleu).',
  }),
};

export default defineMetric({
  id: 'ter',
  summary: 'Words to insert, delete, substitute or move as a block, per word of the reference.',
  cite: 'Snover, Dorr, Schwartz, Micciulla and Makhoul (2006): A study of translation edit rate with targeted human annotation. AMTA.',
  notes: [
    'With several references the fewest edits to any of them count, divided by their mean length. So repeating a reference may change the score, by moving that mean.',
    'sacreBLEU tokenizes references twice, which with norm=yes makes a text differ from itself (“That is John’s.” scores 40). Here both sides are tokenized once; `compat=sacrebleu` gives its number.',
    'The search for shifts is greedy and limited as in tercom: blocks of up to 10 words, moved up to 50 words, 1000 candidates, a beam of 25 words around the diagonal.',
  ],
  example: 'ter(norm=yes)',
  options,
  create({ lowercase, normalized, punctuation, asianSupport, compat }): MetricBody {
    const tokenizer = tercom({ normalized, punctuation, asian: asianSupport });
    const view = words(tokenizer, { lowercase, referencesTwice: compat === 'sacrebleu' && normalized });
    const edits = () => {
      const search = new ShiftSearch();
      return { between: ([hypothesis]: Text, [reference]: Text) => search.edits(hypothesis!, reference!) };
    };
    return { ...errorRate('TER', [view], 'mean', edits), statistics: ['edits', 'mean reference length'] };
  },
});
