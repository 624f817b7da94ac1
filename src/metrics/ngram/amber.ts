/** AMBER: a modified BLEU with recall, ten penalties and several text types. Chen and Kuhn, WMT 2011. */
import {
  type Counter,
  type Learner,
  type MetricBody,
  type Resources,
  type ScoreRange,
  type Text,
  UsageError,
  type View,
  defineMetric,
  percent,
  pick,
  pow,
} from '../../core/index.ts';
import {
  type CountedNgrams,
  type PieceKind,
  ReferenceNgrams,
  type Tokenizer,
  knownWords,
  pieces,
  sizedPieces,
  tokenizerNamed,
  tokenizerNeeds,
  words,
} from '../../text/index.ts';
import { type TypeText, amberExplainer } from './amber/amberExplainer.ts';
import { explainAmber } from './amber/explainAmber.ts';
import { amberFormula } from './amber/formula.ts';
import { type Settings, matchings, optionOf, options, penaltyNames, type textTypes } from './amber/options.ts';
import { RowLayout } from './amber/rowLayout.ts';
import { type CounterSettings, TypeCounter, longWord } from './amber/typeCounter.ts';
import { EqualWeights, IdfWeights } from './amber/weights.ts';
import { jointLearner } from '../shared/composite.ts';
import { checkModel } from '../shared/wordOptions.ts';

const nameOf = ({ types }: Pick<Settings, 'types'>): string => `AMBER(${types.join(',')})`;

export default defineMetric({
  id: 'amber',
  summary:
    'Precision and recall of n-grams, with and without gaps, times ten penalties for length and word order, averaged over several text types (ways to split words).',
  cite: 'Chen and Kuhn (2011): AMBER: A modified BLEU, enhanced ranking metric. WMT.',
  notes: [
    'No reference implementation is available. The paragraphs below settle what the paper leaves open; where the paper prints an error, an option gives the formula as printed.',
    'A text equal to its reference scores slightly below 100, because it is still one chunk: CKP is 1 − γ / mᵝ for m words, 0.9 for a single word. `identical=yes` removes that penalty.',
    'With several references an item counts as often as in the reference that has it most often. Recall, which is at most 1, and all penalties use the reference closest in words; ties go to the shorter one, then to the closest in characters and in short words. A reference that splitting leaves empty is ignored unless all are empty. Among references that are still equal, the best word order and the lowest tf-idf count.',
    'Orders that neither side has are ignored in all means; an order that one side lacks counts 0, as AvgP then does. A segment without words on either side scores 0.',
    'Items of n words: fixed-gap items take every other word; flexible-gap items are two runs of words with one gap of at least one word between them, of any size; skip n-grams are words in order, with up to `gap` words skipped between two. In a text of at most gap + 2 words all subsequences count; in a longer one, those with wider gaps count on neither side.',
    'CTP: the denominator of equation 14 is the sum over segments of matches − 1, at least 0, where the paper subtracts the total number of segments; shares above 1 count as 1, and orders without a denominator are ignored. `continuity=printed` subtracts the number of segments and lets shares exceed 1; orders with a denominator of 0 or less are still ignored, because the printed formula would reward scattered matches without limit.',
    'NSCP and NKCP are means over segments, weighted by reference length. Words correspond by the rule of RIBES, two words in the same position share a rank, and a segment with fewer than two corresponding words has no penalty.',
    'Penalties are counted on the pieces of each text type. A character is a code point in NFC; spaces do not count.',
    'Type 6 removes the longest prefix, then the longest suffix, if three letters remain; a split that leaves a known root has priority. The lists of affixes are our own, because those of the paper are not available.',
    'tf-idf: an n-gram counts log((S + 1) / s) in matches and totals if it is in a reference of s of the S segments, and as if s were 1 if it is in none; an item with gaps counts the mean of its words. Penalties stay unweighted. The whole test set is then held in memory.',
    '`AMBER(1)`, `AMBER(4,6)` and so on select text types, as in the paper.',
  ],
  example: 'amber(types=4+6,without=CKP+SRP)',
  options,
  studies: [
    {
      title: 'text types (Table 4)',
      variants: ['0', '1', '2', '3', '4', '5', '6', '7', '1,4', '4,6', '1,4,6'].map((name) => ({
        name,
        options: { types: name.split(',') as Settings['types'][number][] },
      })),
    },
    {
      title: 'tf-idf (Table 5)',
      variants: [
        { name: 'none', options: {} },
        { name: 'tf-idf only', options: { tfIdf: 'yes' } },
        { name: 'none + tf-idf', options: { tfIdf: 'both' } },
      ],
    },
    {
      title: 'penalties (Table 6)',
      variants: [
        { name: 'all', options: {} },
        ...penaltyNames.map((penalty) => ({ name: `− ${penalty}`, options: { without: [penalty] } })),
      ],
    },
    {
      title: 'matching (Table 7)',
      variants: [
        { name: 'n-gram + fixed + flexible', options: {} },
        { name: 'n-gram', options: { matching: ['ngram'] } },
        { name: 'n-gram + fixed', options: { matching: ['ngram', 'fixed'] } },
        { name: 'n-gram + flexible', options: { matching: ['ngram', 'flexible'] } },
        { name: 'n-gram + skip', options: { matching: ['ngram', 'skip'] } },
        { name: 'all four', options: { matching: [...matchings] } },
      ],
    },
  ],
  readName(name) {
    const [, types] = /^amber\(([\d,\s]+)\)$/i.exec(name) ?? [];
    return types === undefined
      ? undefined
      : { types: options.types.parse(types.split(',').map((type) => type.trim())) };
  },
  nameOf,
  needs: ({ tokenizer, model }) => tokenizerNeeds(tokenizer, model),
  learner(settings, resources): Learner | undefined {
    if (settings.tfIdf === 'no') return undefined;
    const learners = cutsOf(settings, resources).map(
      (cut) => new ReferenceNgrams(counterSettings(settings).longest, piecesOf(cut), cut.lowercase, 'segments'),
    );
    return jointLearner(learners);
  },
  create(settings, resources, learned): MetricBody {
    check(settings);
    const { types, tfIdf } = settings;
    const counting = counterSettings(settings);
    const layout = new RowLayout(counting);
    const formula = amberFormula(layout, settings);
    const cuts = cutsOf(settings, resources);
    const ngrams = learned as readonly CountedNgrams[] | undefined;
    const factors = penaltyNames.filter((name) => !settings.without.includes(name));
    const runs = types.map((_, t) => t);
    const views = [
      ...viewsOf(cuts),
      ...(ngrams ?? []).map(({ words }, t) => knownWords(piecesOf(cuts[t]!), cuts[t]!.lowercase, words)),
    ];
    const isSplit = types.length > 1 && types[0] === '0';
    const typeCounters = () =>
      runs.map((t) => {
        const weights = [new EqualWeights(counting, layout.items)];
        const idf = tfIdf === 'no' ? [] : [new IdfWeights(counting, layout.items, ngrams![t]!)];
        return new TypeCounter(counting, layout, [...weights, ...idf]);
      });
    const explained = { settings, counting, layout };
    return {
      name: nameOf(settings),
      range: rangeOf(settings),
      decomposable: false,
      reads: views,
      // Weights and omitted penalties do not change rows.
      rowKey: ['amber', JSON.stringify(counting), ...views.map(({ key }) => key)].join(' '),
      statistics: types.flatMap((type) => layout.names.map((name) => `type ${type}: ${name}`)),
      counter: () => amberCounter(typeCounters(), layout.width, isSplit),
      score: (sums) => {
        let sum = 0;
        for (let t = 0; t < types.length; t++) sum += formula.of(sums, t * layout.width);
        return 100 * (sum / types.length);
      },
      parts: (sums) =>
        Object.fromEntries(
          runs.flatMap((t) =>
            Object.entries(formula.parts(sums, t * layout.width)).map(([name, value]) => [
              `${name}(${types[t]!})`,
              value,
            ]),
          ),
        ),
      explain: (sums, segment) => explainAmber(sums, segment, explained),
      explainer() {
        const counters = typeCounters();
        const counter = amberCounter(counters, layout.width, isSplit);
        return amberExplainer(explained, counter, counters, (text) => cutTypes(text, types.length, isSplit), ngrams);
      },
      shows: cuts.map((cut) => words(piecesOf(cut), { lowercase: cut.lowercase })),
      weights: {
        copies: types.length,
        terms: ['θ₁ (AvgP)', 'θ₂ (Fmean)', '1 − θ₁ − θ₂ (AvgF)'],
        factors,
        powers: factors.map((name) => settings[optionOf(name)]),
        values: (sums) =>
          runs.flatMap((t) => {
            const parts = formula.parts(sums, t * layout.width);
            return ['AvgP', 'Fmean', 'AvgF', ...factors].map((name) => parts[name]!);
          }),
        optionsWith: ([avgP, fMean], powers) => ({
          ...settings,
          avgP,
          fMean,
          ...Object.fromEntries(factors.map((name, f) => [optionOf(name), powers[f]])),
        }),
      },
    };
  },
});

/** Chunks counted in reverse reward scattered matches; nothing else exceeds 1. */
function rangeOf({ chunks, beta, gamma, ckp, without }: Settings): ScoreRange {
  const rewards = chunks === 'printed' && beta % 2 === 1 && !without.includes('CKP');
  return rewards ? { worst: 0, best: 100 * pow(1 + gamma, ckp) } : percent;
}

function check({ avgP, fMean, matching, order, gap, chunks, beta }: Settings): void {
  if (avgP + fMean > 1) throw new UsageError('avgp + fmean must be at most 1.');
  if (matching.includes('skip') && order > 4) throw new UsageError('match=skip works only with n up to 4.');
  if (gap !== options.gap.default && !matching.includes('skip'))
    throw new UsageError('gap works only with match=skip.');
  if (chunks === 'printed' && !Number.isInteger(beta)) {
    throw new UsageError('chunks=printed needs an integer beta, because it raises a negative number to that power.');
  }
}

/** The settings that change rows. */
const counterSettings = (settings: Settings): CounterSettings => ({
  longest: Math.max(settings.order, settings.recallOrder, 2),
  ...pick(settings, ['order', 'matching', 'gap', 'tfIdf', 'wordDifferences', 'continuity', 'spearman', 'identical']),
});

const pieceKinds: Readonly<Record<(typeof textTypes)[number], PieceKind>> = {
  0: 'whole',
  1: 'whole',
  2: 'first',
  3: 'last',
  4: 'ends',
  5: 'fours',
  6: 'affixes',
  7: 'long',
};

/** How a text type splits texts. */
interface Cut {
  readonly tokenizer: Tokenizer;
  readonly lowercase: boolean;
  readonly kind: PieceKind;
}

function cutsOf({ types, tokenizer, model }: Settings, resources: Resources): Cut[] {
  checkModel(tokenizer, model);
  return types.map((type) => ({
    tokenizer: tokenizerNamed(type === '0' ? 'none' : tokenizer, model, resources),
    lowercase: type !== '0',
    kind: pieceKinds[type],
  }));
}

const piecesOf = ({ tokenizer, kind }: Cut): Tokenizer => pieces(tokenizer, kind);

/** One view for type 0, if requested, and one for all other types. */
function viewsOf(cuts: readonly Cut[]): View[] {
  return [false, true].flatMap((lowercase) => {
    const alike = cuts.filter((cut) => cut.lowercase === lowercase);
    const kinds = alike.map(({ kind }) => kind);
    return alike.length > 0 ? [sizedPieces(alike[0]!.tokenizer, kinds, { lowercase, long: longWord })] : [];
  });
}

/** Texts are read as sized pieces of all types, with type 0 in a view of its own before the others; then, for idf, as known words by type. */
function amberCounter(counters: readonly TypeCounter[], width: number, isSplit: boolean): Counter {
  const types = counters.length;
  const views = isSplit ? 2 : 1;
  /** The view that holds a type, and whether the type begins there. */
  const viewOf = (t: number): number => (isSplit && t > 0 ? 1 : 0);
  const begins = (t: number): boolean => t === 0 || (isSplit && t === 1);
  return {
    prepare(references: readonly Text[]) {
      for (let t = 0; t < types; t++) counters[t]!.begin(references.length);
      for (let r = 0; r < references.length; r++) {
        const text = references[r]!;
        let at = 0;
        for (let t = 0; t < types; t++) {
          const { ids, start } = text[viewOf(t)]!;
          at = counters[t]!.takeReference(r, ids, begins(t) ? start : at, text[views + t]);
        }
      }
    },
    collect(hypothesis: Text, rows: Float64Array, to: number) {
      let at = 0;
      for (let t = 0; t < types; t++) {
        const { ids, start } = hypothesis[viewOf(t)]!;
        at = counters[t]!.collect(ids, begins(t) ? start : at, hypothesis[views + t], rows, to + t * width);
      }
    },
  };
}

/** A text as each type sees it, from the same views. */
function cutTypes(text: Text, types: number, isSplit: boolean): TypeText[] {
  const views = isSplit ? 2 : 1;
  let at = text[0]!.start;
  return Array.from({ length: types }, (_, t) => {
    const tokens = text[isSplit && t > 0 ? 1 : 0]!;
    if (isSplit && t === 1) at = tokens.start;
    const start = at + 3; // after the number of pieces, their characters and the short ones
    at = start + tokens.ids[at]!;
    return { ids: tokens.ids, start, end: at, known: text[views + t] };
  });
}
