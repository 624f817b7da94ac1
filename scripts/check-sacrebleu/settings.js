/** Settings under which scores are compared: ours, and the same in sacreBLEU's words. */

function bleuSettings({ tokenizer, lowercase, order, effectiveOrder, smoothing = 'exp' }) {
  const [, method, value] = /^([a-z-]+)(?:\[(.+)\])?$/.exec(smoothing);
  return {
    ...(tokenizer && { tokenize: tokenizer }),
    ...(lowercase && { lowercase }),
    ...(order && { max_ngram_order: order }),
    ...(effectiveOrder && { effective_order: effectiveOrder }),
    smooth_method: method,
    ...(value && { smooth_value: Number(value) }),
  };
}

const chrfSettings = ({ charOrder = 6, wordOrder = 0, beta = 2, lowercase, whitespace, effectiveOrder = true }) => ({
  char_order: charOrder,
  word_order: wordOrder,
  beta,
  lowercase: lowercase === true,
  whitespace: whitespace === true,
  eps_smoothing: !effectiveOrder,
});

const terSettings = ({ lowercase = true, normalized = false, punctuation = true, asianSupport = false }) => ({
  case_sensitive: !lowercase,
  normalized,
  no_punct: !punctuation,
  asian_support: asianSupport,
});

/** Assay's metrics are set to break ties and tokenize references as sacreBLEU does. */
const of = {
  bleu: (options) => ({
    metric: 'bleu',
    options,
    settings: bleuSettings(options),
    segmentSettings: { effective_order: true },
  }),
  chrf: (options) => ({
    metric: 'chrf',
    options: { ...options, compat: 'sacrebleu' },
    settings: chrfSettings(options),
    segmentSettings: {},
  }),
  ter: (options) => ({
    metric: 'ter',
    options: { ...options, compat: 'sacrebleu' },
    settings: terSettings(options),
    segmentSettings: {},
  }),
};

const flags = [false, true];

export const allSettings = [
  ...['13a', 'none', 'intl', 'char', 'zh'].map((tokenizer) => of.bleu({ tokenizer })),
  ...['none', 'floor', 'floor[0.3]', 'add-k', 'add-k[0.5]'].map((smoothing) => of.bleu({ smoothing })),
  ...[1, 2, 3, 6].map((order) => of.bleu({ order })),
  of.bleu({ effectiveOrder: true }),
  of.bleu({ effectiveOrder: true, smoothing: 'none' }),
  of.bleu({ lowercase: true }),
  of.bleu({ lowercase: true, tokenizer: 'intl', smoothing: 'floor' }),
  ...[0, 1, 2, 3].map((wordOrder) => of.chrf({ wordOrder })),
  ...[1, 3].map((beta) => of.chrf({ beta })),
  ...[1, 3, 10].map((charOrder) => of.chrf({ charOrder })),
  of.chrf({ lowercase: true }),
  of.chrf({ whitespace: true }),
  of.chrf({ effectiveOrder: false }),
  of.chrf({ effectiveOrder: false, wordOrder: 2, beta: 3 }),
  of.chrf({ whitespace: true, lowercase: true, wordOrder: 2 }),
  ...flags.flatMap((normalized) =>
    flags.flatMap((punctuation) =>
      flags.flatMap((asianSupport) =>
        flags.map((lowercase) => of.ter({ normalized, punctuation, asianSupport, lowercase })),
      ),
    ),
  ),
];

/** For real outputs, the settings people report. */
export const usualSettings = [of.bleu({}), of.bleu({ lowercase: true }), of.chrf({}), of.chrf({ wordOrder: 2 })];
export const usualTer = of.ter({});

export const tokenizerSettings = [
  ...['none', '13a', 'intl', 'char', 'zh'].map((tokenizer) => ({
    name: tokenizer,
    metric: 'bleu',
    settings: { tokenize: tokenizer },
    tokenizer,
    lowercase: false,
  })),
  {
    name: '13a, lower case',
    metric: 'bleu',
    settings: { tokenize: '13a', lowercase: true },
    tokenizer: '13a',
    lowercase: true,
  },
  ...flags.flatMap((normalized) =>
    flags.flatMap((punctuation) =>
      flags.map((asian) => ({
        name: ['tercom', normalized && 'normalized', !punctuation && 'no punctuation', asian && 'asian']
          .filter(Boolean)
          .join(', '),
        metric: 'ter',
        settings: terSettings({ normalized, punctuation, asianSupport: asian }),
        tercom: { normalized, punctuation, asian },
        lowercase: true,
      })),
    ),
  ),
];
