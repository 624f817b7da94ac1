/** TER: edits, including shifts of blocks, per reference word. Snover et al., AMTA 2006; tercom's search as in sacreBLEU 2.6. */
import {
  type Aligner,
  type AlignmentLink,
  type MetricBody,
  type Text,
  choice,
  defineMetric,
  flag,
  lowercaseFlag,
} from '../../core/index.ts';
import { ShiftSearch, analyserNeed, tercom, words } from '../../text/index.ts';
import { cutFactor, factorName, factorNote, factorOptions, withoutSource } from '../shared/analysisOptions.ts';
import { type ErrorWords, errorRate } from '../shared/errorRate.ts';
import { shiftedItems } from '../shared/shiftedItems.ts';

const options = {
  lowercase: lowercaseFlag(true),
  tokenizer: choice(['tercom'], {
    key: 'tok',
    default: 'tercom',
    sacrebleu: true,
    help: 'tercom is the only value; the next three options are its settings.',
  }),
  normalized: flag({
    key: 'norm',
    default: false,
    sacrebleu: true,
    help: 'Decode entities and separate punctuation from words.',
  }),
  punctuation: flag({ key: 'punct', default: true, sacrebleu: true, help: 'Keep punctuation.' }),
  asianSupport: flag({
    key: 'asian',
    default: false,
    sacrebleu: true,
    help: 'With norm=yes, split Chinese characters; with punct=no, also drop Asian punctuation. Otherwise it has no effect.',
  }),
  compat: choice(['none', 'sacrebleu'], {
    key: 'compat',
    default: 'none',
    help: 'How often references are tokenized: once, like the hypothesis (none), or twice (sacrebleu).',
  }),
  ...factorOptions,
};

export default defineMetric({
  id: 'ter',
  summary: 'Words to insert, delete, substitute or shift as a block, per reference word.',
  cite: 'Snover, Dorr, Schwartz, Micciulla and Makhoul (2006): A study of translation edit rate with targeted human annotation. AMTA.',
  notes: [
    'With several references the fewest edits to any of them count, divided by the mean reference length. Repeating a reference can therefore change the score.',
    'sacreBLEU tokenizes references twice, so that with norm=yes a text can differ from itself (“That is John’s.” scores 40). Here both sides are tokenized once; `compat=sacrebleu` gives sacreBLEU’s result.',
    'The search for shifts is greedy and has the limits of tercom: blocks of up to 10 words, shifted by up to 50 words, 1000 candidates, a beam of 25 words around the diagonal.',
    factorNote,
  ],
  example: 'ter(norm=yes)',
  options,
  needs: ({ factor, language, analyses }) => (factor === 'word' ? [] : [analyserNeed(language, analyses)]),
  create(settings, resources): MetricBody {
    const { normalized, punctuation, asianSupport, compat, factor } = settings;
    const cutting = cutFactor(settings, resources, tercom({ normalized, punctuation, asian: asianSupport }));
    const referencesTwice = compat === 'sacrebleu' && normalized && factor === 'word';
    const read = words(cutting.tokenizer, { lowercase: cutting.lowercase, referencesTwice });
    const view = factor === 'word' ? read : withoutSource(read);
    const edits = () => {
      const search = new ShiftSearch();
      return { between: ([hypothesis]: Text, [reference]: Text) => search.edits(hypothesis!, reference!) };
    };
    return {
      ...errorRate(factorName('TER', settings), [view], 'mean', edits, {
        what: 'edits',
        // Words of references that were tokenized twice are not those of the text.
        ...(!referencesTwice && { words: shiftedWords }),
      }),
      ...(!referencesTwice && { aligner }),
    };
  },
});

/** Every shift and every edit is one error. */
function shiftedWords(): ErrorWords {
  const search = new ShiftSearch();
  const costs = { shift: 1, insertion: 1, deletion: 1, link: ({ kind }: AlignmentLink) => (kind === 'exact' ? 0 : 1) };
  return (hypothesis, reference, r) => {
    search.edits(hypothesis[0]!, reference[0]!);
    return shiftedItems(hypothesis, reference, r, search.alignment(), costs);
  };
}

/** To the reference with the fewest edits, of equals the longest, as the counter chooses. */
function aligner(): Aligner {
  const search = new ShiftSearch();
  const edits = ([hypothesis]: Text, [reference]: Text) => search.edits(hypothesis!, reference!);
  const lengthOf = ([tokens]: Text) => tokens!.end - tokens!.start;
  return {
    align(hypothesis, references) {
      const found = references.map((reference) => edits(hypothesis, reference));
      const fewest = Math.min(...found);
      const [reference = 0] = [...references.keys()]
        .filter((r) => found[r] === fewest)
        .sort((a, b) => lengthOf(references[b]!) - lengthOf(references[a]!));
      edits(hypothesis, references[reference]!);
      return { reference, ...search.alignment() };
    },
  };
}
