/** chrF: F-score of character n-grams, with word n-grams added (chrF+, chrF++). Popović, WMT 2015 and 2017; as in sacreBLEU 2.6. */
import {
  type BlockCounter,
  type Counter,
  type ExpectedCounts,
  type Explainer,
  type MetricBody,
  type Step,
  Steps,
  type Text,
  UsageError,
  type View,
  choice,
  defineMetric,
  flag,
  lowercaseFlag,
  integer,
  percent,
} from '../../core/index.ts';
import { NgramKernel, NgramMatcher, characters, isHard, tokenizerChrf, words } from '../../text/index.ts';
import { ngramItems } from '../shared/ngramItems.ts';

const options = {
  lowercase: lowercaseFlag(false),
  effectiveOrder: flag({
    key: 'eff',
    default: true,
    sacrebleu: true,
    help: 'Average over the orders that both sides have. Otherwise all orders count and empty ones are smoothed by 1e-16, as in chrF++.py.',
  }),
  charOrder: integer({ key: 'nc', default: 6, min: 0, max: 64, sacrebleu: true, help: 'Longest character n-gram.' }),
  wordOrder: integer({
    key: 'nw',
    default: 0,
    min: 0,
    max: 16,
    sacrebleu: true,
    help: 'Longest word n-gram: 0 for chrF, 1 for chrF+, 2 for chrF++.',
  }),
  whitespace: flag({ key: 'space', default: false, sacrebleu: true, help: 'Count white space as characters.' }),
  beta: integer({
    key: 'beta',
    default: 2,
    min: 0,
    max: 1000,
    help: 'The weight of recall relative to precision.',
  }),
  compat: choice(['none', 'sacrebleu'], {
    key: 'compat',
    default: 'none',
    help: 'Which of several equally good references counts: the one closest in length (none) or the first (sacrebleu).',
  }),
};

const nameOf = ({ beta, wordOrder }: { readonly beta: number; readonly wordOrder: number }): string =>
  `chrF${beta}${'+'.repeat(wordOrder)}`;

export default defineMetric({
  id: 'chrf',
  summary: 'F-score of character n-grams, and of word n-grams for chrF+ and chrF++; needs no tokenizer.',
  cite: 'Popović (2015): chrF: character n-gram F-score for automatic MT evaluation. WMT. — Popović (2017): chrF++: words helping character n-grams. WMT.',
  notes: [
    'Each segment is scored against the reference that gives the highest score. Ties go to the reference closest in length to the hypothesis, then to the shorter one. In sacreBLEU they go to the first reference, so the score depends on the order of references; `compat=sacrebleu` restores that.',
    '`eff=no` gives the results of chrF++.py, NLTK and Moses.',
  ],
  example: 'chrf(word_order=2)',
  options,
  readName(name) {
    const [, beta, plus] = /^chrf(\d*)(\+*)$/i.exec(name) ?? [];
    if (beta === undefined || plus === undefined) return undefined;
    return { ...(beta !== '' && { beta: options.beta.parse(beta) }), wordOrder: options.wordOrder.parse(plus.length) };
  },
  nameOf,
  create({ lowercase, effectiveOrder, charOrder, wordOrder, whitespace, beta, compat }): MetricBody {
    const orders = charOrder + wordOrder;
    const score = (sums: ArrayLike<number>, at = 0): number =>
      effectiveOrder ? averageF(sums, at, orders, beta) : smoothedF(sums, at, orders, beta);
    if (orders === 0) throw new UsageError('nc and nw must not both be 0.');
    const orderOf = [charOrder, wordOrder].filter((order) => order > 0);
    const views: View[] = [];
    if (charOrder > 0) views.push(characters({ lowercase, whitespace }));
    if (wordOrder > 0) views.push(words(tokenizerChrf, { lowercase }));
    return {
      name: nameOf({ beta, wordOrder }),
      range: percent,
      decomposable: false,
      reads: views,
      statistics: [...triples('character', charOrder), ...triples('word', wordOrder)],
      counter: () => chrfCounter(orderOf, score, compat === 'sacrebleu'),
      blockCounter: () =>
        chrfBlockCounter({ lowercase, whitespace, charOrder, wordOrder }, score, compat === 'sacrebleu'),
      score: (sums) => score(sums),
      explain: (sums, segment) => explainChrf(sums, segment, { charOrder, wordOrder, beta, effectiveOrder }),
      explainer: () => chrfExplainer({ charOrder, wordOrder }, chrfCounter(orderOf, score, compat === 'sacrebleu')),
      expectedForm: { orders: orderOf, write: writeExpected },
    };
  },
});

const triples = (unit: string, order: number): string[] =>
  Array.from({ length: order }, (_, n) =>
    ['hypothesis', 'reference', 'matching'].map((which) => `${which} ${unit} ${n + 1}-grams`),
  ).flat();

/** Rows contain, for each order, n-grams of the hypothesis, of the reference, and matches. `orderOf` is by view. */
function chrfCounter(
  orderOf: readonly number[],
  score: (row: Float64Array, at: number) => number,
  firstWins: boolean,
): Counter {
  interface Prepared {
    readonly matchers: readonly NgramMatcher[];
    readonly lengths: number[];
  }
  const prepared: Prepared[] = [];
  const width = 3 * orderOf.reduce((sum, order) => sum + order, 0);
  const matches = new Float64Array(Math.max(...orderOf));
  let count = 0;

  const best = bestReference(width, score, firstWins, (hypothesis: Text, r, rows, start) => {
    const { matchers, lengths } = prepared[r]!;
    let at = start;
    for (let view = 0; view < orderOf.length; view++) {
      const tokens = hypothesis[view]!;
      matches.fill(0);
      matchers[view]!.match(tokens, matches, 0);
      at = writeOrders(rows, at, orderOf[view]!, tokens.end - tokens.start, lengths[view]!, matches, 0);
    }
  });

  return {
    prepare(references) {
      count = references.length;
      while (prepared.length < count)
        prepared.push({ matchers: orderOf.map((order) => new NgramMatcher(order)), lengths: orderOf.map(() => 0) });
      for (let r = 0; r < count; r++) {
        const { matchers, lengths } = prepared[r]!;
        for (let view = 0; view < orderOf.length; view++) {
          const tokens = references[r]![view]!;
          lengths[view] = tokens.end - tokens.start;
          matchers[view]!.setReferences([tokens]);
        }
      }
    },
    collect: (hypothesis, rows, at) => best(hypothesis, count, rows, at),
  };
}

/** Writes the row against the reference that gives the highest score; `write` writes that against one of them. */
function bestReference<Hypothesis>(
  width: number,
  score: (row: Float64Array, at: number) => number,
  firstWins: boolean,
  write: (hypothesis: Hypothesis, reference: number, rows: Float64Array, at: number) => void,
): (hypothesis: Hypothesis, references: number, rows: Float64Array, at: number) => void {
  const trial = new Float64Array(width);
  return (hypothesis, references, rows, at) => {
    write(hypothesis, 0, rows, at);
    if (references === 1) return;
    let best = score(rows, at);
    for (let r = 1; r < references; r++) {
      write(hypothesis, r, trial, 0);
      const found = score(trial, 0);
      if (found > best || (found === best && !firstWins && isNearer(trial, rows, at, width))) {
        best = found;
        rows.set(trial, at);
      }
    }
  };
}

/** Writes n-grams of the hypothesis, of the reference, and matches, by order; returns where they end. */
function writeOrders(
  rows: Float64Array,
  start: number,
  order: number,
  length: number,
  referenceLength: number,
  matches: ArrayLike<number>,
  from: number,
): number {
  let at = start;
  for (let n = 0; n < order; n++) {
    const inReference = referenceLength > n ? referenceLength - n : 0;
    // An order that the reference lacks is ignored.
    rows[at++] = inReference > 0 && length > n ? length - n : 0;
    rows[at++] = inReference;
    rows[at++] = matches[from + n]!;
  }
  return at;
}

/** The same for many segments at once. */
function chrfBlockCounter(
  settings: {
    readonly lowercase: boolean;
    readonly whitespace: boolean;
    readonly charOrder: number;
    readonly wordOrder: number;
  },
  score: (row: Float64Array, at: number) => number,
  firstWins: boolean,
): BlockCounter | undefined {
  const { lowercase, whitespace, charOrder, wordOrder } = settings;
  const parts = [
    { tokens: whitespace ? 'characters:space' : 'characters', order: charOrder } as const,
    { tokens: 'edge-marks', order: wordOrder } as const,
  ]
    .filter(({ order }) => order > 0)
    .map(({ tokens, order }) => ({
      order,
      kernel: NgramKernel.of(tokens, order, true),
      counts: new Uint32Array(0) as Uint32Array,
    }));
  if (parts.some(({ kernel }) => !kernel)) return undefined;
  const width = 3 * (charOrder + wordOrder);
  let references = 0;
  let systems = 0;
  /** Where in the counts of a part the reference and the system are. */
  const lengthAt = (order: number, segment: number): number => segment * references * (1 + systems * (order + 1));
  const countsAt = (order: number, segment: number, r: number, s: number): number =>
    lengthAt(order, segment) + references + (r * systems + s) * (order + 1);
  const place = { segment: 0, system: 0 };
  const best = bestReference(width, score, firstWins, ({ segment, system }: typeof place, r, rows, start) => {
    let at = start;
    for (const { order, counts } of parts) {
      const from = countsAt(order, segment, r, system);
      at = writeOrders(rows, at, order, counts[from]!, counts[lengthAt(order, segment) + r]!, counts, from + 1);
    }
  });
  const isLeft = (segment: number): boolean =>
    parts.some(({ order, counts }) => {
      if (counts[lengthAt(order, segment)] === isHard) return true;
      for (let r = 0; r < references; r++) {
        for (let s = 0; s < systems; s++) if (counts[countsAt(order, segment, r, s)] === isHard) return true;
      }
      return false;
    });
  return {
    count(given, rows, at, apart) {
      const block = lowercase ? given.lower() : given;
      references = block.references.length;
      systems = block.hypotheses.length;
      for (const part of parts) {
        const counts = part.kernel!.count(block);
        if (!counts) return Array(block.size).keys();
        part.counts = counts;
      }
      const left: number[] = [];
      for (let i = 0; i < block.size; i++) {
        if (isLeft(i)) {
          left.push(i);
          continue;
        }
        place.segment = i;
        for (let s = 0; s < systems; s++) {
          place.system = s;
          best(place, references, rows, (at + s * apart + i) * width);
        }
      }
      return left;
    },
  };
}

/** Such a row against an average reference. */
function writeExpected(views: readonly ExpectedCounts[], row: Float64Array): void {
  let at = 0;
  for (const { own, expected, matches } of views) {
    for (let n = 0; n < own.length; n++) {
      row[at++] = expected[n]! > 0 ? own[n]! : 0;
      row[at++] = expected[n]!;
      row[at++] = matches[n]!;
    }
  }
}

/** Ties between references: closer in length to the hypothesis, then shorter, then smaller in the first number that differs. */
function isNearer(trial: Float64Array, rows: Float64Array, at: number, width: number): boolean {
  const distance = Math.abs(trial[0]! - trial[1]!) - Math.abs(rows[at]! - rows[at + 1]!);
  if (distance !== 0) return distance < 0;
  for (let k = 1; k < width; k++) {
    if (trial[k] !== rows[at + k]) return trial[k]! < rows[at + k]!;
  }
  return false;
}

/** F of average precision and average recall over the orders that both sides have, in percent. */
function averageF(sums: ArrayLike<number>, at: number, orders: number, beta: number): number {
  let precision = 0;
  let recall = 0;
  let effective = 0;
  for (let n = 0; n < orders; n++) {
    const hypothesis = sums[at + 3 * n]!;
    const reference = sums[at + 3 * n + 1]!;
    const match = sums[at + 3 * n + 2]!;
    if (hypothesis > 0 && reference > 0) {
      precision += match / hypothesis;
      recall += match / reference;
      effective++;
    }
  }
  if (effective === 0) return 0;
  precision /= effective;
  recall /= effective;
  if (precision + recall === 0) return 0;
  const factor = beta * beta;
  return 100 * (((1 + factor) * precision * recall) / (factor * precision + recall));
}

/** Average F over orders, where an empty order counts as 1e-16, in percent. */
function smoothedF(sums: ArrayLike<number>, at: number, orders: number, beta: number): number {
  const epsilon = 1e-16;
  const factor = beta * beta;
  let total = 0;
  for (let n = 0; n < orders; n++) {
    const hypothesis = sums[at + 3 * n]!;
    const reference = sums[at + 3 * n + 1]!;
    const match = sums[at + 3 * n + 2]!;
    const precision = hypothesis > 0 ? match / hypothesis : epsilon;
    const recall = reference > 0 ? match / reference : epsilon;
    const denominator = factor * precision + recall;
    total += denominator > 0 ? ((1 + factor) * precision * recall) / denominator : epsilon;
  }
  return (100 * total) / orders;
}

interface ExplainedOrders {
  readonly charOrder: number;
  readonly wordOrder: number;
}

/** By order: its symbol, such as `c2` or `w1`, what its n-grams are of, and the view that reads them. */
const explainedOrders = ({ charOrder, wordOrder }: ExplainedOrders) => [
  ...Array.from({ length: charOrder }, (_, n) => ({ symbol: `c${n + 1}`, unit: `character ${n + 1}-grams`, n: n + 1, view: 0 })),
  ...Array.from({ length: wordOrder }, (_, n) => ({ symbol: `w${n + 1}`, unit: `word ${n + 1}-grams`, n: n + 1, view: charOrder > 0 ? 1 : 0 })),
]; // prettier-ignore

/** The n-grams behind a row, against the reference that counts: the one that makes the same row alone. */
function chrfExplainer(orders: ExplainedOrders, counter: Counter): Explainer {
  const explained = explainedOrders(orders);
  const width = 3 * explained.length;
  const rowOf = (hypothesis: Text, references: readonly Text[]): Float64Array => {
    const row = new Float64Array(width);
    counter.prepare(references, undefined);
    counter.collect(hypothesis, row, 0);
    return row;
  };
  return {
    explain(hypothesis, references) {
      const row = rowOf(hypothesis, references);
      const chosen = references.findIndex((reference) => rowOf(hypothesis, [reference]).every((value, k) => value === row[k])); // prettier-ignore
      const note = references.length > 1 && { note: `reference ${chosen + 1} gives the highest score` };
      const steps = new Steps();
      explained.forEach(({ symbol, unit, n, view }, k) => {
        const tokens = [hypothesis[view]!, references[chosen]![view]!] as const;
        const items = ngramItems(tokens[0], [tokens[1]], { n, view }).map((item) =>
          item.references ? { ...item, references: item.references.map((span) => ({ ...span, reference: chosen })) } : item,
        ); // prettier-ignore
        steps.counted(`h_${symbol}`, `${unit} in the output`, row[3 * k]!);
        steps.counted(`r_${symbol}`, `${unit} in the reference`, row[3 * k + 1]!, { ...note });
        steps.counted(`m_${symbol}`, `${unit} in both`, row[3 * k + 2]!, { items });
      });
      return steps.list;
    },
  };
}

function explainChrf(
  sums: ArrayLike<number>,
  segment: readonly Step[] | undefined,
  { charOrder, wordOrder, beta, effectiveOrder }: ExplainedOrders & { readonly beta: number; readonly effectiveOrder: boolean }, // prettier-ignore
): readonly Step[] {
  const steps = new Steps(segment);
  const orders = explainedOrders({ charOrder, wordOrder });
  orders.forEach(({ symbol, unit }, k) => {
    steps.counted(`h_${symbol}`, `${unit} in the output`, sums[3 * k]!);
    steps.counted(`r_${symbol}`, `${unit} in the reference`, sums[3 * k + 1]!);
    steps.counted(`m_${symbol}`, `${unit} in both`, sums[3 * k + 2]!);
  });
  const factor = beta * beta;
  const f = (precision: string, recall: string) => `(1 + ${factor}) * ${precision} * ${recall} / (${factor} * ${precision} + ${recall})`; // prettier-ignore
  if (!effectiveOrder) {
    const epsilon = 1e-16;
    for (const [k, { symbol, unit }] of orders.entries()) {
      const [own, theirs] = [sums[3 * k]!, sums[3 * k + 1]!];
      const empty = (of: string) => ({ note: `the ${of} has none; counts as 1e-16` });
      const p = steps.computed(`P_${symbol}`, `precision of ${unit}`, own > 0 ? `m_${symbol} / h_${symbol}` : '1e-16', own > 0 ? {} : empty('output')); // prettier-ignore
      const r = steps.computed(`R_${symbol}`, `recall of ${unit}`, theirs > 0 ? `m_${symbol} / r_${symbol}` : '1e-16', theirs > 0 ? {} : empty('reference')); // prettier-ignore
      const isDefined = factor * p + r > 0;
      steps.computed(`F_${symbol}`, `F${beta} of ${unit}`, isDefined ? f(`P_${symbol}`, `R_${symbol}`) : String(epsilon)); // prettier-ignore
    }
    steps.computed('score', 'score', `100 * (${orders.map(({ symbol }) => `F_${symbol}`).join(' + ')}) / ${orders.length}`); // prettier-ignore
    return steps.list;
  }
  const counting = orders.filter((_, k) => sums[3 * k]! > 0 && sums[3 * k + 1]! > 0);
  if (counting.length === 0) {
    steps.computed('score', 'score', '0', { note: 'no order has n-grams on both sides' });
    return steps.list;
  }
  for (const { symbol, unit } of counting) {
    steps.computed(`P_${symbol}`, `precision of ${unit}`, `m_${symbol} / h_${symbol}`);
    steps.computed(`R_${symbol}`, `recall of ${unit}`, `m_${symbol} / r_${symbol}`);
  }
  const mean = (letter: string) => `(${counting.map(({ symbol }) => `${letter}_${symbol}`).join(' + ')}) / ${counting.length}`; // prettier-ignore
  const precision = steps.computed('P', 'mean precision', mean('P'));
  const recall = steps.computed('R', 'mean recall', mean('R'));
  if (precision + recall === 0) steps.computed('score', 'score', '0', { note: 'nothing matches' });
  else steps.computed('score', 'score', `100 * (${f('P', 'R')})`, { note: `F${beta}: recall counts ${factor} times as much as precision` }); // prettier-ignore
  return steps.list;
}
