/** BLEU: clipped n-gram precision times a brevity penalty. Papineni et al., ACL 2002; arithmetic as in sacreBLEU 2.6. */
import { type MetricBody, defineMetric, flag, integer } from '../../core/index.ts';
import { factorName, factorNeeds, factorNote, factorOptions, factorView } from '../shared/analysisOptions.ts';
import { bleuBlockCounter, bleuCounter, bleuExplainer, bleuLengths, bleuStatistics } from '../shared/bleuCounter.ts';
import { bleuPrecisions, bleuScore, smoothingOption } from '../shared/bleuScore.ts';
import { referenceLengthOption } from '../shared/referenceLength.ts';
import type { TokenizerName } from '../../text/index.ts';
import { wordOptions } from '../shared/wordOptions.ts';

export { type BleuSmoothing } from '../shared/bleuScore.ts';

const options = {
  lowercase: wordOptions.lowercase,
  effectiveOrder: flag({
    key: 'eff',
    default: false,
    sacrebleu: true,
    help: 'Ignore orders longer than the hypothesis. Single segments are always scored this way.',
  }),
  tokenizer: wordOptions.tokenizer,
  smoothing: smoothingOption({ help: 'How to smooth orders without a match.' }),
  order: integer({ key: 'n', default: 4, min: 1, max: 16, help: 'Longest n-gram.' }),
  model: wordOptions.model,
  referenceLength: referenceLengthOption('closest', { unprinted: true }),
  ...factorOptions,
};

/** spBLEU by the models of its papers: Goyal et al., TACL 2022, and NLLB, 2022; the third is that of sacreBLEU. */
const spBleus: Readonly<Record<string, TokenizerName>> = {
  spbleu: 'flores101',
  'spbleu-101': 'flores101',
  'spbleu-200': 'flores200',
  'spbleu-1k': 'spBLEU-1K',
};

export default defineMetric({
  id: 'bleu',
  summary: 'Precision of word n-grams against one or more references, times a brevity penalty.',
  cite: 'Papineni, Roukos, Ward and Zhu (2002): Bleu: a method for automatic evaluation of machine translation. ACL.',
  notes: [
    'An n-gram counts at most as often as in the reference that has it most often. The reference length is the one closest to the hypothesis; ties go to the shorter. `reflen=shortest` gives the score of NIST’s mteval up to version 12. With `reflen=average` a text equal to one of the references can score below 100.',
    'Single segments are scored with effective order, as sacreBLEU does for sentences; without it every segment of fewer than four words scores 0.',
    'In addition to sacreBLEU’s smoothing methods there are `lin-och` (adds one match and one n-gram for each order from bigrams on, the same as add-k[1]; 0 if nothing matches), `chiang` (does so for unigrams, too, so only an empty text scores 0), `chiang-bp` (also adds one word to both lengths in the brevity penalty) and `mteval`. These methods count all orders, so effective order has no effect.',
    '`smooth=mteval` gives the segment scores of mteval-v13a.pl. It differs from exp in texts shorter than the longest n-gram, whose missing orders count as perfect, and in texts without any match, which score more than 0: a single wrong word scores 84.',
    'spBLEU is BLEU of the pieces of a SentencePiece model: `spbleu` and `spbleu-101` stand for `bleu(tok=flores101)`, `spbleu-200` for `bleu(tok=flores200)`, and `spbleu-1k` for `bleu(tok=spBLEU-1K)`. The model is the file that `model=FILE` names, or the one in `~/.sacrebleu/models`, where sacreBLEU keeps it, or in the folder `models` of `ASSAY_DATA`.',
    'The BLEU of several segments is not an average of segment scores, and need not lie between them.',
    factorNote,
  ],
  example: 'bleu(tok=intl,case=lc)',
  options,
  readName(name) {
    const known = name.toLowerCase();
    const tokenizer = Object.hasOwn(spBleus, known) ? spBleus[known] : undefined;
    return tokenizer === undefined ? undefined : { tokenizer };
  },
  needs: factorNeeds,
  forSegments: { effectiveOrder: true },
  create(settings, resources): MetricBody {
    const { order, referenceLength } = settings;
    return {
      name: factorName('BLEU', settings),
      decomposable: false,
      reads: [factorView(settings, resources)],
      statistics: bleuStatistics(order),
      lengths: bleuLengths,
      counter: () => bleuCounter(order, referenceLength),
      ...(settings.factor === 'word' && { blockCounter: () => bleuBlockCounter(order, referenceLength, settings) }),
      explainer: () => bleuExplainer(order, referenceLength),
      ...bleuScore(settings),
      precisions: bleuPrecisions(settings),
      expectedForm: {
        orders: [order],
        write([counts], row) {
          const { own, expected, matches } = counts!;
          row[0] = own[0]!;
          row[1] = expected[0]!;
          row.set(matches, 2);
          row.set(own, 2 + order);
        },
      },
    };
  },
});
