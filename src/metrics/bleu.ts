/** BLEU: clipped n-gram precision times a brevity penalty. Papineni et al., ACL 2002; arithmetic as in sacreBLEU 2.6. */
import {
  type Counter,
  type MetricBody,
  type Tokens,
  UsageError,
  choice,
  defineMetric,
  exp,
  file,
  flag,
  lowercaseFlag,
  integer,
  log,
  option,
} from '../core/index.ts';
import { NgramMatcher, tokenizerNamed, tokenizerNames, tokenizerNeeds, words } from '../text/index.ts';

/** How zero counts are smoothed; `floor` and `add-k` carry their value. Chen and Cherry (WMT 2014), methods 3, 1 and 2. */
export type BleuSmoothing = 'none' | 'exp' | 'floor' | 'add-k' | `floor[${number}]` | `add-k[${number}]`;

const smoothingDefaults: Readonly<Record<string, number>> = { floor: 0.1, 'add-k': 1 };

/** `floor` → `['floor', 0.1]`. */
function splitSmoothing(smoothing: string): [method: string, value: number] | undefined {
  const [, method = '', value] = /^(none|exp|floor|add-k)(?:\[(.+)\])?$/.exec(smoothing) ?? [];
  const number = value === undefined ? (smoothingDefaults[method] ?? 0) : Number(value);
  const takesValue = method in smoothingDefaults;
  if (method === '' || !(number >= 0) || number === Infinity || (value !== undefined && !takesValue)) return undefined;
  return [method, number];
}

const smoothingAccepts = 'none, exp, floor or add-k, the last two with a value if wanted: floor[0.1], add-k[1]';

const options = {
  lowercase: lowercaseFlag(false),
  effectiveOrder: flag({
    key: 'eff',
    default: false,
    sacrebleu: true,
    help: 'Leave out orders longer than the hypothesis. Single segments are always scored so.',
  }),
  tokenizer: choice(tokenizerNames, {
    key: 'tok',
    default: '13a',
    sacrebleu: true,
    help: 'How texts are cut into words.',
    // sacreBLEU prints the version of MeCab and its dictionary with the name.
    alias: (typed) => typed.replace(/^(ja-mecab|ko-mecab)-.*$/, '$1'),
  }),
  smoothing: option<BleuSmoothing>({
    key: 'smooth',
    default: 'exp',
    sacrebleu: true,
    accepts: smoothingAccepts,
    help: 'What an order without a match counts as.',
    parse(value) {
      const parts = splitSmoothing(String(value));
      if (!parts) throw new UsageError(`smooth must be ${smoothingAccepts}, not "${String(value)}".`);
      const [method, number] = parts;
      return (method in smoothingDefaults ? `${method}[${number}]` : method) as BleuSmoothing;
    },
    print(value) {
      const [method, number] = splitSmoothing(value)!;
      if (!(method in smoothingDefaults)) return method;
      const rounded = number.toFixed(2);
      return `${method}[${Number(rounded) === number ? rounded : number}]`;
    },
  }),
  order: integer({ key: 'n', default: 4, min: 1, max: 16, help: 'Longest n-gram.' }),
  model: file({ key: 'model', accepts: 'a SentencePiece model file', help: 'The model of the tokenizer spm.' }),
};

export default defineMetric({
  id: 'bleu',
  summary: 'Precision of word n-grams against one or more references, times a penalty for brevity.',
  cite: 'Papineni, Roukos, Ward and Zhu (2002): Bleu: a method for automatic evaluation of machine translation. ACL.',
  notes: [
    'An n-gram counts as often as in the reference that has it most often; the reference length is the one closest to the hypothesis, the shorter of two equally close ones.',
    'Single segments are scored with effective order, as sacreBLEU does for sentences: without it every segment of fewer than four words scores 0.',
    'With several segments BLEU is not an average of segment scores, nor does the score of a whole lie between those of its parts.',
  ],
  example: 'bleu(tok=intl,case=lc)',
  options,
  needs: ({ tokenizer, model }) => tokenizerNeeds(tokenizer, model),
  forSegments: { effectiveOrder: true },
  create({ lowercase, tokenizer, order, model, effectiveOrder, smoothing }, resources): MetricBody {
    if (model !== '' && tokenizer !== 'spm') throw new UsageError('model is only for tok=spm.');
    const [method, value] = splitSmoothing(smoothing)!;
    return {
      name: 'BLEU',
      higherIsBetter: true,
      reads: [words(tokenizerNamed(tokenizer, model, resources), { lowercase })],
      statistics: [
        'hypothesis length',
        'reference length',
        ...perOrder('matches', order),
        ...perOrder('n-grams', order),
      ],
      counter: () => bleuCounter(order),
      score(sums) {
        const { precisions, effective, brevity } = decompose(sums, order, method, value, effectiveOrder);
        if (precisions[0] === 0 && precisions.every((precision) => precision === 0)) return 0;
        let logs = 0;
        for (let n = 0; n < effective; n++) logs += precisions[n]! > 0 ? log(precisions[n]!) : -9999999999;
        return brevity * exp(logs / effective);
      },
      parts(sums) {
        const { precisions, brevity } = decompose(sums, order, method, value, effectiveOrder);
        const named = Object.fromEntries(precisions.map((precision, n) => [`precision ${n + 1}`, precision]));
        return { ...named, 'brevity penalty': brevity, 'length ratio': sums[1]! > 0 ? sums[0]! / sums[1]! : 0 };
      },
    };
  },
});

const perOrder = (name: string, order: number) => Array.from({ length: order }, (_, n) => `${name} ${n + 1}`);

function bleuCounter(order: number): Counter {
  const matcher = new NgramMatcher(order);
  const references: Tokens[] = [];
  return {
    prepare(texts) {
      references.length = 0;
      for (const text of texts) references.push(text[0]!);
      matcher.setReferences(references);
    },
    collect(hypothesis, rows, at) {
      const tokens = hypothesis[0]!;
      const length = tokens.end - tokens.start;
      rows[at] = length;
      rows[at + 1] = closest(references, length);
      const matches = at + 2;
      const totals = matches + order;
      for (let n = 0; n < order; n++) {
        rows[matches + n] = 0;
        rows[totals + n] = length > n ? length - n : 0;
      }
      matcher.match(tokens, rows, matches);
    },
  };
}

/** The reference length nearest to `target`; of two equally near ones the shorter. */
function closest(references: readonly Tokens[], target: number): number {
  let best = Infinity;
  for (const { start, end } of references) {
    const length = end - start;
    const gain = Math.abs(best - target) - Math.abs(length - target);
    if (gain > 0 || (gain === 0 && length < best)) best = length;
  }
  return best;
}

/**
 * Precisions in percent, smoothed; how many orders count; and the brevity penalty.
 * In sacreBLEU's order of operations, so that the last digits agree.
 */
function decompose(sums: ArrayLike<number>, order: number, method: string, value: number, effectiveOrder: boolean) {
  const hypothesis = sums[0]!;
  const reference = sums[1]!;
  const brevity = hypothesis >= reference ? 1 : hypothesis > 0 ? exp(1 - reference / hypothesis) : 0;
  const precisions = new Array<number>(order).fill(0);
  let effective = order;
  let any = false;
  for (let n = 0; n < order; n++) any ||= sums[2 + n]! > 0;
  if (!any) return { precisions, effective, brevity };

  let halving = 1;
  for (let n = 0; n < order; n++) {
    const add = method === 'add-k' && n > 0 ? value : 0;
    const matches = sums[2 + n]! + add;
    const total = sums[2 + order + n]! + add;
    if (total === 0) break;
    if (effectiveOrder) effective = n + 1;
    if (matches > 0) precisions[n] = (100 * matches) / total;
    else if (method === 'exp') precisions[n] = 100 / ((halving *= 2) * total);
    else if (method === 'floor') precisions[n] = (100 * value) / total;
  }
  return { precisions, effective, brevity };
}
