/** The grid of BLEU variants, such as RAC1: its parts exchanged or removed one by one. Song, Cohn and Specia, IJCLA 2013. */
import {
  type Counter,
  type Explainer,
  type MetricBody,
  type OptionsOf,
  type Step,
  type StepItem,
  Steps,
  type Text,
  type Tokens,
  UsageError,
  choice,
  defineMetric,
  exp,
  flag,
  integer,
  log,
  percent,
  resolveOptions,
} from '../../core/index.ts';
import { SharedNgrams } from '../../text/index.ts';
import { bleuLengths, countLengths, namedByOrder, perOrder, takeWords } from '../shared/bleuCounter.ts';
import { brevityPenalty, explainBrevity, levelOption, segmentLevel } from '../shared/bleuScore.ts';
import { ngramItems } from '../shared/ngramItems.ts';
import { type ReferenceLength, effectiveLength, referenceLengthOption } from '../shared/referenceLength.ts';
import { wordNeeds, wordOptions, wordView } from '../shared/wordOptions.ts';

const mostGridOrder = 9;

const options = {
  ...wordOptions,
  base: choice(['precision', 'recall', 'f'], {
    key: 'base',
    default: 'precision',
    help: 'What is averaged over the orders; f gives recall nine times the weight of precision.',
  }),
  mean: choice(['geometric', 'arithmetic'], { key: 'mean', default: 'geometric', help: 'How it is averaged.' }),
  brevity: flag({ key: 'bp', default: true, help: 'Multiply by the brevity penalty.' }),
  clip: flag({
    key: 'clip',
    default: true,
    help: 'Count an n-gram at most as often as the other side has it. Otherwise every occurrence counts if the other side has the n-gram at all.',
  }),
  order: integer({ key: 'n', default: 4, min: 1, max: mostGridOrder, help: 'Longest n-gram.' }),
  smoothing: choice(['add-one', 'none'], {
    key: 'smooth',
    default: 'add-one',
    help: 'How single segments are smoothed; a corpus is not. add-one adds one match and one n-gram for each order.',
  }),
  smoothedBrevity: flag({
    key: 'smooth-bp',
    default: false,
    help: 'For single segments, add one word to both lengths in the brevity penalty.',
  }),
  referenceLength: referenceLengthOption('closest'),
  level: levelOption,
};

const bases = { P: 'precision', R: 'recall', F: 'f' } as const;
const means = { A: 'arithmetic', G: 'geometric' } as const;
const letterOf = (letters: Readonly<Record<string, string>>, meant: string): string =>
  Object.keys(letters).find((letter) => letters[letter] === meant)!;

type Settings = OptionsOf<typeof options>;

function nameOf({ base, mean, brevity, clip, order, smoothing, smoothedBrevity }: Settings): string {
  const letters = [letterOf(bases, base), letterOf(means, mean), brevity ? 'B' : '', clip ? 'C' : ''].join('');
  const marks = `${smoothing === 'none' ? 'u' : ''}${smoothedBrevity ? 'b' : ''}`;
  return `${letters}${order}${marks === '' ? '' : `^${marks}`}`;
}

/** All 24 variants with up to 4-grams; BLEU is the first. */
function componentVariants(smoothing: Settings['smoothing']) {
  return (['geometric', 'arithmetic'] as const).flatMap((mean) =>
    [true, false].flatMap((brevity) =>
      [true, false].flatMap((clip) =>
        (['precision', 'recall', 'f'] as const).map((base) => {
          const changed = { base, mean, brevity, clip, smoothing };
          return { name: nameOf({ ...resolveOptions(options, {}), ...changed }), options: changed };
        }),
      ),
    ),
  );
}

/** `RAC` with up to n-grams. */
function orderVariant(name: string, order: number) {
  const [letters = '', marks] = name.split('^');
  const changed: Partial<Settings> = {
    base: bases[letters[0] as keyof typeof bases],
    mean: means[letters[1] as keyof typeof means],
    brevity: letters.includes('B'),
    clip: letters.includes('C'),
    smoothing: marks === 'u' ? 'none' : 'add-one',
    order,
  };
  return { name: nameOf({ ...resolveOptions(options, {}), ...changed }), options: changed };
}

/**
 * Rows of Table 4, as printed and without P, R or F as typed here. The row of geometric means is marked as unsmoothed, too. Footnote 1 says
 * that this is not reported, and its values are near those of Table 3, so only its brevity penalty can differ from there.
 */
export const rowsOfTable4: readonly (readonly [printed: string, typed: string])[] = [
  ['ABC4^u', 'ABC4^u'],
  ['GBC4^{u,b}', 'GBC4^b'],
  ['AC4^u', 'AC4^u'],
];

const spelledRows = rowsOfTable4.map(
  ([printed, typed]) => `row ${printed} is ${['P', 'R', 'F'].map((base) => `\`${base}${typed}\``).join(', ')}`,
);

export default defineMetric({
  id: 'bleu-grid',
  summary:
    'Variants of BLEU by name, such as RAC1: precision, recall or F of n-grams, type of mean, brevity penalty, clipping and order.',
  cite: 'Song, Cohn and Specia (2013): BLEU deconstructed: designing a better MT evaluation metric. International Journal of Computational Linguistics and Applications 4(2).',
  notes: [
    'A variant is named by P, R or F for precision, recall or F; A or G for the arithmetic or geometric mean over orders; B with a brevity penalty; C with clipped counts; and the longest n-gram from 1 to 9. PGBC4 is BLEU. In the paper RAC1 agrees best with people on segments, PABC4 on documents.',
    'Single segments are smoothed by adding one match and one n-gram for each order, including unigrams. ^u turns this off: `PABC4^u`; then an order without a match makes a geometric mean 0, and an order that the text is too short for counts as 0. ^b smooths the brevity penalty of single segments: `PGBC4^b`, `PGBC4^ub`. Corpora are never smoothed.',
    `In Table 4 of the paper ${spelledRows.join('; ')}. The second is marked as unsmoothed in the table; but the paper says that it does not report unsmoothed PGBC4, and the values are near those with smoothed counts, so only the brevity penalty can be meant. \`PGBC4^ub\` smooths the brevity penalty and not the counts.`,
    'Without clipping, precision counts each n-gram of the hypothesis that occurs in a reference, and recall each n-gram of the reference that occurs in the hypothesis, so neither exceeds 100. F is computed for each order: 10 P R / (9 P + R).',
    'The paper has one reference. With several, precision is that of BLEU: counts are clipped by the reference that has the n-gram most often. Recall uses one reference, because no translation can be expected to have the words of all: the one closest in length to the hypothesis; ties go to the shorter one, then to the one with more in common. A text equal to a reference therefore has full recall.',
    'An empty hypothesis scores 0; an order that a whole corpus is too short for counts as 0.',
    'Rows contain what every variant needs, up to 9-grams, and are the same for all names: a measurement made under one name can be scored by any other with the same tokens and `reflen`.',
  ],
  example: 'bleu-grid(base=recall,mean=arithmetic,bp=no,n=1)',
  options,
  studies: [
    { title: 'components, smoothed (Table 3)', variants: componentVariants('add-one') },
    { title: 'components, not smoothed (Table 4)', variants: componentVariants('none') },
    {
      title: 'longest n-gram (Table 5)',
      variants: ['PGBC', 'PGB', 'PABC^u', 'RAC'].flatMap((name) =>
        [4, 3, 2, 1].map((order) => orderVariant(name, order)),
      ),
    },
  ],
  readName(name) {
    // The paper puts marks in braces; upper and lower case mean the same.
    const typed = name
      .replace(/^[^^]*/, (letters) => letters.toUpperCase())
      .replace(/\^.*$/s, (marks) => marks.toLowerCase().replace(/^\^\{(.*)\}$/, '^$1'));
    const [, base, mean, brevity, clip, order, marks = ''] =
      /^([PRF])([AG])(B?)(C?)([1-9])(?:\^(u|b|u,?b|b,?u))?$/.exec(typed) ?? [];
    if (base === undefined || mean === undefined) {
      if (!/^[PRF][AGBC]{1,4}\d*(\^|$)/.test(typed)) return undefined;
      throw new UsageError(
        'The name of a BLEU variant is P, R or F, then A or G, then optionally B and C, then an order from 1 to 9, then optionally ^u, ^b or ^ub: PGBC4, RAC1, PABC4^u.',
      );
    }
    return {
      base: bases[base as keyof typeof bases],
      mean: means[mean as keyof typeof means],
      brevity: brevity !== '',
      clip: clip !== '',
      order: Number(order),
      smoothing: marks.includes('u') ? ('none' as const) : ('add-one' as const),
      smoothedBrevity: marks.includes('b'),
    };
  },
  nameOf,
  needs: wordNeeds,
  forSegments: segmentLevel,
  create(settings, resources): MetricBody {
    const { brevity, smoothedBrevity, referenceLength } = settings;
    if (smoothedBrevity && !brevity) {
      throw new UsageError('^b (smooth-bp=yes) smooths the brevity penalty, so it works only with B (bp=yes).');
    }
    const view = wordView(settings, resources);
    return {
      name: nameOf(settings),
      range: percent,
      decomposable: false,
      reads: [view],
      rowKey: `bleu-grid:${view.key}:${referenceLength}`,
      statistics: gridStatistics,
      lengths: bleuLengths,
      counter: () => gridCounter(referenceLength),
      ...gridScore(settings),
      explain: (sums, segment) => explainGrid(sums, segment, settings),
      explainer: () => gridExplainer(settings),
    };
  },
});

/** Where the numbers of orders 1 … 9 start in a row. */
const at = { clipped: 2, found: 11, recalledClipped: 20, recalled: 29, ofHypothesis: 38, ofReference: 47 } as const;

const gridStatistics: readonly string[] = [
  'hypothesis length',
  'reference length',
  ...perOrder('clipped hypothesis n-grams found', mostGridOrder),
  ...perOrder('hypothesis n-grams found', mostGridOrder),
  ...perOrder('clipped reference n-grams found', mostGridOrder),
  ...perOrder('reference n-grams found', mostGridOrder),
  ...perOrder('hypothesis n-grams', mostGridOrder),
  ...perOrder('reference n-grams', mostGridOrder),
];

/** How sums of rows are scored: one measurement can be scored under every name. */
function gridScore(settings: Settings): Pick<MetricBody, 'score' | 'parts' | 'factors'> {
  const { base, mean, brevity, clip, order, smoothing, smoothedBrevity, level } = settings;
  const isSegment = level === 'segment';
  const added = isSegment && smoothing === 'add-one' ? 1 : 0;
  const addedWords = isSegment && smoothedBrevity ? 1 : 0;
  const brevityOf = (sums: ArrayLike<number>) => brevityPenalty(sums[0]!, sums[1]!, addedWords);
  const termOf = (sums: ArrayLike<number>, n: number): number => {
    const share = (part: number, whole: number): number => {
      const total = sums[whole + n]! + added;
      return total > 0 ? (sums[part + n]! + added) / total : 0;
    };
    const precision = base === 'recall' ? 0 : share(clip ? at.clipped : at.found, at.ofHypothesis);
    if (base === 'precision') return precision;
    const recall = share(clip ? at.recalledClipped : at.recalled, at.ofReference);
    if (base === 'recall') return recall;
    return precision + recall > 0 ? (10 * precision * recall) / (9 * precision + recall) : 0;
  };
  const termsOf = (sums: ArrayLike<number>) => Array.from({ length: order }, (_, n) => 100 * termOf(sums, n));
  return {
    score(sums) {
      if (sums[0] === 0) return 0;
      let sum = 0;
      for (let n = 0; n < order; n++) {
        const term = termOf(sums, n);
        if (mean === 'geometric' && term === 0) return 0;
        sum += mean === 'geometric' ? log(term) : term;
      }
      const average = mean === 'geometric' ? exp(sum / order) : sum / order;
      return 100 * (brevity ? brevityOf(sums) : 1) * average;
    },
    parts: (sums) => ({
      ...namedByOrder(base === 'f' ? 'F' : base, termsOf(sums)),
      ...(brevity && { 'brevity penalty': brevityOf(sums) }),
    }),
    ...(base === 'precision' &&
      brevity &&
      (mean === 'geometric' || order === 1) && {
        factors: (sums) => ({ precisions: termsOf(sums), brevityPenalty: brevityOf(sums) }),
      }),
  };
}

function gridCounter(referenceLength: ReferenceLength): Counter {
  const shared = new SharedNgrams(mostGridOrder);
  const lengthOf = effectiveLength[referenceLength];
  const references: Tokens[] = [];
  const recalled = new Float64Array(2 * mostGridOrder); // of the current reference: clipped, then all
  return {
    prepare(texts) {
      shared.setReferences(takeWords(texts, references));
    },
    collect(hypothesis, rows, start) {
      const tokens = hypothesis[0]!;
      const length = tokens.end - tokens.start;
      rows.fill(0, start, start + gridStatistics.length);
      rows[start] = length;
      rows[start + 1] = lengthOf(references, length);
      shared.match(tokens, rows, start + at.clipped, start + at.found);
      const closest = effectiveLength.closest(references, length);
      for (let n = 0; n < mostGridOrder; n++) {
        rows[start + at.ofHypothesis + n] = Math.max(0, length - n);
        rows[start + at.ofReference + n] = Math.max(0, closest - n);
      }
      for (let r = 0; r < references.length; r++) {
        const { start: from, end: to } = references[r]!;
        if (to - from !== closest) continue;
        recalled.fill(0);
        shared.recall(r, recalled, 0, mostGridOrder);
        keepGreater(recalled, rows, start + at.recalledClipped);
      }
    },
  };
}

/** Keeps the greater by the first number that differs, so the order of references has no effect. */
function keepGreater(counts: Float64Array, rows: Float64Array, start: number): void {
  let k = 0;
  while (k < counts.length && counts[k] === rows[start + k]) k++;
  if (k < counts.length && counts[k]! > rows[start + k]!) rows.set(counts, start);
}

const orders = (order: number): number[] => Array.from({ length: order }, (_, n) => n + 1);

/** The counts of a variant: their ids without the order, their names, and where in a row they start. */
function countsOf({ base, clip }: Settings) {
  const precision = [
    { symbol: 'm', name: (n: number) => `${n}-grams ${clip ? 'matched' : 'that a reference has'}`, at: clip ? at.clipped : at.found }, // prettier-ignore
    { symbol: 't', name: (n: number) => `${n}-grams in the output`, at: at.ofHypothesis },
  ];
  const recall = [
    { symbol: 'k', name: (n: number) => `${n}-grams of the reference ${clip ? 'matched' : 'that the output has'}`, at: clip ? at.recalledClipped : at.recalled }, // prettier-ignore
    { symbol: 'u', name: (n: number) => `${n}-grams in the reference`, at: at.ofReference },
  ];
  return [...(base === 'recall' ? [] : precision), ...(base === 'precision' ? [] : recall)];
}

/** The formulas are those of `gridScore`, in the same order of operations. */
function explainGrid(
  sums: ArrayLike<number>,
  segment: readonly Step[] | undefined,
  settings: Settings,
): readonly Step[] {
  const { base, mean, brevity, order, smoothing, smoothedBrevity, level } = settings;
  const isSegment = level === 'segment';
  const added = isSegment && smoothing === 'add-one' ? 1 : 0;
  const steps = new Steps(segment);
  steps.counted('c', 'words in the output', sums[0]!);
  if (brevity) steps.counted('r', 'words in the reference', sums[1]!);
  for (const n of orders(order)) {
    for (const { symbol, name, at: start } of countsOf(settings)) {
      steps.counted(`${symbol}${n}`, name(n), sums[start + n - 1]!);
    }
  }
  if (sums[0] === 0) {
    steps.computed('score', 'score', '0', { note: 'the output is empty' });
    return steps.list;
  }
  const share = (id: string, name: string, part: string, whole: string, total: number): number => {
    if (total + added === 0) return steps.computed(id, name, '0', { note: 'there are none' });
    return added > 0
      ? steps.computed(id, name, `(${part} + 1) / (${whole} + 1)`, { note: 'smoothed: 1 is added to both' })
      : steps.computed(id, name, `${part} / ${whole}`);
  };
  const [letter, what] = ({ precision: ['p', 'precision'], recall: ['q', 'recall'], f: ['f', 'F'] } as const)[base];
  const terms = orders(order).map((n) => {
    const precision = base === 'recall' ? 0 : share(`p${n}`, `precision of ${n}-grams`, `m${n}`, `t${n}`, sums[at.ofHypothesis + n - 1]!); // prettier-ignore
    if (base === 'precision') return precision;
    const recall = share(`q${n}`, `recall of ${n}-grams`, `k${n}`, `u${n}`, sums[at.ofReference + n - 1]!);
    if (base === 'recall') return recall;
    const name = `F of ${n}-grams`;
    return precision + recall > 0
      ? steps.computed(`f${n}`, name, `10 * p${n} * q${n} / (9 * p${n} + q${n})`, { note: 'recall counts nine times as much as precision' }) // prettier-ignore
      : steps.computed(`f${n}`, name, '0', { note: 'none matches' });
  });
  if (brevity) explainBrevity(steps, sums[0]!, sums[1]!, { added: isSegment && smoothedBrevity ? 1 : 0 });
  const penalty = brevity ? 'BP * ' : '';
  const ids = orders(order).map((n) => `${letter}${n}`);
  if (mean === 'arithmetic') {
    steps.computed('mean', `mean ${what}`, `(${ids.join(' + ')}) / ${order}`);
    steps.computed('score', 'score', `100 * ${penalty}mean`);
  } else if (terms.includes(0)) {
    steps.computed('score', 'score', '0', { note: `a ${what} is 0, so their geometric mean is 0` });
  } else {
    steps.computed(
      'mean',
      `geometric mean of ${what}`,
      `exp((${ids.map((id) => `ln(${id})`).join(' + ')}) / ${order})`,
    );
    steps.computed('score', 'score', `100 * ${penalty}mean`);
  }
  return steps.list;
}

/** The n-grams behind a row. Recall is that of the reference whose numbers are in the row. */
function gridExplainer(settings: Settings): Explainer {
  const { base, clip, order, referenceLength, brevity } = settings;
  const counter = gridCounter(referenceLength);
  const rowOf = (hypothesis: Text, texts: readonly Text[]): Float64Array => {
    const row = new Float64Array(gridStatistics.length);
    counter.prepare(texts, undefined);
    counter.collect(hypothesis, row, 0);
    return row;
  };
  const recalledIn = (row: Float64Array) => [...row.subarray(at.recalledClipped, at.ofHypothesis), ...row.subarray(at.ofReference)]; // prettier-ignore
  return {
    explain(hypothesis, texts) {
      const references = takeWords(texts, []);
      const tokens = hypothesis[0]!;
      const row = rowOf(hypothesis, texts);
      const recalled = recalledIn(row).join(' ');
      const chosen = texts.findIndex((text) => recalledIn(rowOf(hypothesis, [text])).join(' ') === recalled);
      const note = texts.length > 1 && { note: `reference ${chosen + 1}, the closest in length` };
      const steps = new Steps();
      if (brevity) countLengths(steps, row[0]!, references, referenceLength);
      else steps.counted('c', 'words in the output', row[0]!);
      for (const n of orders(order)) {
        for (const { symbol, name, at: start } of countsOf(settings)) {
          const found = symbol === 'm' ? ngramItems(tokens, references, { n, isClipped: clip, wanted: base === 'f' ? [] : [chosen] }) : symbol === 'k' ? recallItems(tokens, references[chosen]!, chosen, n, clip) : undefined; // prettier-ignore
          steps.counted(`${symbol}${n}`, name(n), row[start + n - 1]!, {
            ...(found && { items: found }),
            ...(symbol === 'u' && note),
          });
        }
      }
      return steps.list;
    },
  };
}

/** N-grams of a reference that the hypothesis has, and those that it lacks. */
function recallItems(hypothesis: Tokens, reference: Tokens, r: number, n: number, isClipped: boolean): StepItem[] {
  return ngramItems(reference, [hypothesis], { n, isClipped, wanted: [] }).map(
    ({ hypothesis: theirs = [], references: own, kind, adds = 0 }) => ({
      kind: kind === 'match' ? kind : 'missing',
      adds,
      ...(own && { hypothesis: own.map(({ from, to }) => ({ from, to })) }),
      references: theirs.map((span) => ({ ...span, reference: r })),
    }),
  );
}
