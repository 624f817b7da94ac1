/** What LEPOR and hLEPOR share: a length penalty, a penalty for words in other places, and a mean of precision and recall. */
import {
  type Explainer,
  type MetricBody,
  type OptionsOf,
  type Resources,
  type StepItem,
  Steps,
  UsageError,
  choice,
  exp,
  integer,
  lowercaseFlag,
  number,
  percent,
} from '../../core/index.ts';
import { ContextAlignment } from '../../text/index.ts';
import { factorName, factorOptions, factorView } from './analysisOptions.ts';
import { BestReference, type RowRule, bestRowCounter, explainMean } from './bestReference.ts';
import { wordOptions } from './wordOptions.ts';

export const leporOptions = {
  ...wordOptions,
  lowercase: lowercaseFlag(true),
  alpha: number({ key: 'alpha', default: 9, min: 0, help: 'Weight of recall.' }),
  beta: number({ key: 'beta', default: 1, min: 0, help: 'Weight of precision.' }),
  window: integer({
    key: 'n',
    default: 2,
    min: 1,
    max: 9,
    help: 'How many words on each side are the neighbours that decide between equal words.',
  }),
  corpus: choice(['mean', 'factors'], {
    key: 'corpus',
    default: 'mean',
    help: 'How a whole text is scored: by the mean of its segments (A in the paper), or from the means of the three factors (B).',
  }),
  compat: choice(['none', 'hlepor'], {
    key: 'compat',
    default: 'none',
    help: 'Choose between equal words as defined (none), or as the Python package hLepor does (hlepor).',
  }),
  ...factorOptions,
};

export type LeporSettings = OptionsOf<typeof leporOptions>;

export const leporNotes = [
  'The length penalty is exp(1 − longer / shorter) of the two lengths. The order penalty is exp(−NPD): each matched word adds the difference between its places in output and reference, counted in shares of their lengths, and NPD is the sum divided by the words of the output. The third factor is the harmonic mean of precision and recall, where recall has the weight `alpha` and precision `beta`.',
  'A word matches an equal word of the reference, each at most once. If there are several, it takes the nearest one that has an equal word among its neighbours (two words on each side), or else the nearest of all. Texts are lower-cased, as in the authors’ programs.',
  'The Python package hLepor, version 0.0.4, chooses the wrong one of several words if not all of them have an equal neighbour, and overlooks neighbours at the beginning of a text; `compat=hlepor` gives its result. NLTK’s `sentence_lepor` is a different formula: a length difference raises its score, and of several equal words it takes the farthest. The authors’ Perl programs give the same scores but for three faults: they overlook matches in texts of more than ten words, because they take word 10 for word 1; of several equal words with equal neighbours they take the first, not the nearest; and a text that has all words of its reference in another order gets no order penalty.',
  'Each segment is scored against the reference that gives the highest score. An empty hypothesis scores 0. Empty references are ignored, and so are segments that have no other reference.',
];

/** How the three factors make a score, and the same as a formula of LP, NPP and HPR. */
export interface LeporFormula {
  combine(length: number, order: number, mean: number): number;
  readonly formula: string;
}

const width = 5;

/** Numbers of a segment before they are combined: of one reference. */
interface Factors {
  matches: number;
  /** Sum of the differences between places. */
  difference: number;
  length: number;
  order: number;
  mean: number;
}

function factorsWith(alignment: ContextAlignment, { alpha, beta }: LeporSettings) {
  const found: Factors = { matches: 0, difference: 0, length: 0, order: 0, mean: 0 };
  return (...[hypothesis, reference]: Parameters<ContextAlignment['align']>): Factors => {
    const [own, theirs] = [hypothesis.end - hypothesis.start, reference.end - reference.start];
    found.matches = own > 0 ? alignment.align(hypothesis, reference) : 0;
    found.difference = 0;
    for (let i = 0; i < own; i++) {
      const place = alignment.places[i]!;
      if (place >= 0) found.difference += Math.abs((i + 1) / own - (place + 1) / theirs);
    }
    found.length = own === 0 ? 0 : own === theirs ? 1 : exp(1 - Math.max(own, theirs) / Math.min(own, theirs));
    found.order = own === 0 ? 0 : exp(-(found.difference / own));
    const [precision, recall] = [found.matches / own, found.matches / theirs];
    found.mean = found.matches > 0 ? (alpha + beta) / (alpha / recall + beta / precision) : 0;
    return found;
  };
}

/** Row: score, the three factors, 1; zeros if the segment is ignored. */
function ruleFor(settings: LeporSettings, { combine }: LeporFormula): RowRule {
  const factorsOf = factorsWith(new ContextAlignment(settings.window, settings.compat === 'hlepor'), settings);
  return {
    width,
    prefers: 'greater',
    count([hypothesis], [reference], row) {
      const { length, order, mean } = factorsOf(hypothesis!, reference!);
      row[0] = length > 0 && mean > 0 ? combine(length, order, mean) : 0;
      row[1] = length;
      row[2] = order;
      row[3] = mean;
      row[4] = 1;
    },
    score: (row) => row[0]!,
  };
}

export function leporBody(
  name: string,
  settings: LeporSettings,
  resources: Resources,
  formula: LeporFormula,
): MetricBody {
  const { alpha, beta, corpus } = settings;
  if (alpha + beta === 0) throw new UsageError('alpha and beta cannot both be 0.');
  const areMeans = corpus === 'mean';
  return {
    name: factorName(name, settings),
    range: percent,
    decomposable: areMeans,
    reads: [factorView(settings, resources)],
    statistics: ['score', 'length penalty', 'order penalty', 'mean of precision and recall', 'segments'],
    counter: () => bestRowCounter(ruleFor(settings, formula)),
    score: (sums) => (areMeans ? scoreOfMeans(sums) : scoreOfFactors(sums, formula)),
    parts: (sums) => ({
      'length penalty': meanOf(sums, 1),
      'order penalty': meanOf(sums, 2),
      'mean of precision and recall': meanOf(sums, 3),
    }),
    explain(sums, segment) {
      if (areMeans) return explainMean([sums[0]!, sums[4]!], segment);
      return explainFactors(sums, segment, formula);
    },
    explainer: () => leporExplainer(settings, formula),
  };
}

const meanOf = (sums: ArrayLike<number>, k: number): number => (sums[4]! > 0 ? sums[k]! / sums[4]! : 0);

const scoreOfMeans = (sums: ArrayLike<number>): number => (sums[4]! > 0 ? (100 * sums[0]!) / sums[4]! : 0);

function scoreOfFactors(sums: ArrayLike<number>, { combine }: LeporFormula): number {
  const [length, order, mean] = [meanOf(sums, 1), meanOf(sums, 2), meanOf(sums, 3)];
  return length > 0 && mean > 0 ? 100 * combine(length, order, mean) : 0;
}

function explainFactors(
  sums: ArrayLike<number>,
  segment: Parameters<typeof explainMean>[1],
  { formula }: LeporFormula,
): Steps['list'] {
  const steps = new Steps(segment);
  const names = ['length penalty', 'order penalty', 'mean of precision and recall'];
  const ids = ['LP', 'NPP', 'HPR'];
  ids.forEach((id, k) => steps.counted(id, `sum of: ${names[k]!}`, sums[k + 1]!));
  steps.counted('n', 'segments that count', sums[4]!);
  if (!(sums[1]! > 0 && sums[3]! > 0)) {
    steps.computed('score', 'score', '0', { note: sums[4]! > 0 ? 'no words match' : 'there is nothing to score' });
    return steps.list;
  }
  ids.forEach((id, k) => steps.computed(`${id}m`, `mean of: ${names[k]!}`, `${id} / n`));
  steps.computed('score', 'score', `100 * (${formula.replaceAll(/LP|NPP|HPR/g, '$&m')})`);
  return steps.list;
}

/** Against the reference that gives the highest score. */
function leporExplainer(settings: LeporSettings, formula: LeporFormula): Explainer {
  const best = new BestReference(ruleFor(settings, formula));
  const alignment = new ContextAlignment(settings.window, settings.compat === 'hlepor');
  const factorsOf = factorsWith(alignment, settings);
  const { alpha, beta } = settings;
  return {
    explain(hypothesis, references) {
      const r = best.find(hypothesis, references);
      if (r < 0) return [];
      const [own, theirs] = [hypothesis[0]!, references[r]![0]!];
      const { matches, difference } = factorsOf(own, theirs);
      const [length, others] = [own.end - own.start, theirs.end - theirs.start];
      const steps = new Steps();
      steps.counted('m', 'words matched', matches, {
        ...(references.length > 1 && { note: `with reference ${r + 1}, which gives the highest score` }),
        items: matchItems(length === 0 ? new Int32Array(0) : alignment.places.slice(0, length), others, r),
      });
      steps.counted('c', 'words in the output', length);
      steps.counted('r', 'words in the reference', others);
      if (length === 0) {
        for (const id of ['LP', 'NPP', 'HPR']) steps.computed(id, nameOf[id]!, '0', { note: 'the output is empty' });
        steps.computed('s', 'score of the segment', '0');
        return steps.list;
      }
      if (length === others) steps.computed('LP', nameOf['LP']!, '1', { note: 'both texts are equally long' });
      else steps.computed('LP', nameOf['LP']!, 'exp(1 - max(c, r) / min(c, r))');
      steps.counted('D', 'differences between places', difference, { note: 'places in shares of the length of their text' }); // prettier-ignore
      steps.computed('NPP', nameOf['NPP']!, 'exp(-(D / c))');
      if (matches === 0) {
        steps.computed('HPR', nameOf['HPR']!, '0', { note: 'no words match' });
        steps.computed('s', 'score of the segment', '0');
        return steps.list;
      }
      steps.computed('P', 'precision', 'm / c');
      steps.computed('R', 'recall', 'm / r');
      steps.computed('HPR', nameOf['HPR']!, `(${alpha} + ${beta}) / (${alpha} / R + ${beta} / P)`);
      steps.computed('s', 'score of the segment', formula.formula);
      return steps.list;
    },
  };
}

const nameOf: Readonly<Record<string, string>> = {
  LP: 'length penalty',
  NPP: 'order penalty',
  HPR: 'mean of precision and recall',
};

function matchItems(places: Int32Array, others: number, reference: number): StepItem[] {
  const one = (at: number) => ({ from: at, to: at + 1 });
  return [
    ...Array.from(places, (place, i): StepItem => {
      if (place < 0) return { kind: 'extra', adds: 0, hypothesis: [one(i)] };
      return { kind: 'match', adds: 1, hypothesis: [one(i)], references: [{ ...one(place), reference }] };
    }),
    ...Array.from({ length: others }, (_, j) => j)
      .filter((j) => !places.includes(j))
      .map((j): StepItem => ({ kind: 'missing', adds: 0, references: [{ ...one(j), reference }] })),
  ];
}
