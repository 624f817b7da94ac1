/** TER: edits, among them shifts of blocks, per reference word. Snover et al., AMTA 2006; tercom's search as in sacreBLEU 2.6. */
import {
  type Counter,
  type MetricBody,
  type Text,
  choice,
  defineMetric,
  flag,
  lowercaseFlag,
  errorPercent,
} from '../core/index.ts';
import { ShiftSearch, tercom, words } from '../text/index.ts';

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
    return {
      name: 'TER',
      range: errorPercent,
      decomposable: true,
      reads: [words(tokenizer, { lowercase, referencesTwice: compat === 'sacrebleu' && normalized })],
      statistics: ['edits', 'mean reference length'],
      lengths: { reference: 1 },
      counter: terCounter,
      score({ 0: edits = 0, 1: length = 0 }) {
        if (length > 0) return 100 * (edits / length);
        return edits > 0 ? 100 : 0;
      },
    };
  },
});

function terCounter(): Counter {
  const search = new ShiftSearch();
  let references: readonly Text[] = [];
  return {
    prepare(texts) {
      references = texts;
    },
    collect(hypothesis, rows, at) {
      let fewest = Infinity;
      let lengths = 0;
      for (let r = 0; r < references.length; r++) {
        const reference = references[r]![0]!;
        lengths += reference.end - reference.start;
        const edits = search.edits(hypothesis[0]!, reference);
        if (edits < fewest) fewest = edits;
      }
      rows[at] = fewest;
      rows[at + 1] = lengths / references.length;
    },
  };
}
