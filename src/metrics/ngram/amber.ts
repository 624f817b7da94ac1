/** AMBER: a modified BLEU with recall, ten penalties and several cuts of the text. Chen and Kuhn, WMT 2011. */
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
} from '../../text/index.ts';
import { amberFormula } from './amber/formula.ts';
import { type Settings, optionOf, options, penaltyNames, type textTypes } from './amber/options.ts';
import { RowLayout } from './amber/rowLayout.ts';
import { type CounterSettings, TypeCounter, longWord } from './amber/typeCounter.ts';
import { EqualWeights, IdfWeights } from './amber/weights.ts';

const nameOf = ({ types }: Pick<Settings, 'types'>): string => `AMBER(${types.join(',')})`;

export default defineMetric({
  id: 'amber',
  summary:
    'Precision and recall of n-grams, with and without gaps, times ten penalties for length and word order, averaged over several ways to cut words.',
  cite: 'Chen and Kuhn (2011): AMBER: A modified BLEU, enhanced ranking metric. WMT.',
  notes: [
    'There is no program to compare with. What the paper leaves open is ruled here as follows, and what it prints wrongly can be had as printed.',
    'A text that equals its reference scores slightly below 100, since it still is one chunk: CKP is 1 − γ / mᵝ for m words, 0.9 for a single one. `identical=yes` takes that away.',
    'With several references an item counts as often as in the one that has it most often; recall, which is at most 1, and all penalties go by the reference closest in words, of equally close ones the shorter, then the closest in characters and in short words. Of those still equal the best word order counts, and the least tf-idf.',
    'Orders that neither side has are left out of all means; an order that one side lacks counts 0, as AvgP then is. A segment without words on either side scores 0.',
    'Items of n words: fixed-gap ones take every other word; flexible-gap ones are two runs of words with one gap of a word or more between them, whatever its size; skip n-grams are words in their order, with up to `gap` words left out between two. A text of at most gap + 2 words has all its subsequences counted, of a longer one those with wider gaps do not count on either side.',
    'CTP: the denominator of equation 14 is added up over segments as matches − 1, but never below 0, where the paper subtracts the number of all segments; shares above 1 count as 1, and orders without a denominator are left out. `continuity=printed` subtracts the number of all segments and lets shares exceed 1; where that leaves nothing to divide by, or less, the order is left out there as well, since the letter would reward scattered matches without limit.',
    'NSCP and NKCP are means over segments, weighted by reference length; words correspond by the rule of RIBES, two words at the same place share a rank, and a segment with less than two corresponding words is not penalized.',
    'Penalties are counted on the pieces of each text type. A character is a code point, in NFC; spaces do not count.',
    'Type 6 cuts off the longest prefix, then the longest suffix, if three letters stay between; a cut that leaves a known root comes first. The lists are our own, since those of the paper are not to be had.',
    'tf-idf: an n-gram counts log((S + 1) / s) in matches and totals if s of all S segments have it in a reference, and as if s were 1 if none has; an item with gaps counts the mean of its words. Penalties stay unweighted. The whole test set is then held in memory.',
    '`AMBER(1)`, `AMBER(4,6)` and so on name the text types as the paper does.',
  ],
  example: 'amber(types=4+6,without=CKP+SRP)',
  options,
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
    return {
      take: (references) => learners.forEach((each) => each.take(references)),
      learned: () => learners.map((each) => each.learned()),
    };
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
    return {
      name: nameOf(settings),
      range: rangeOf(settings),
      decomposable: false,
      reads: views,
      // Weights and which penalties are left out change no row.
      rowKey: ['amber', JSON.stringify(counting), ...views.map(({ key }) => key)].join(' '),
      statistics: types.flatMap((type) => layout.names.map((name) => `type ${type}: ${name}`)),
      counter: () =>
        amberCounter(
          runs.map((t) => {
            const weights = [new EqualWeights(counting, layout.items)];
            const idf = tfIdf === 'no' ? [] : [new IdfWeights(counting, layout.items, ngrams![t]!)];
            return new TypeCounter(counting, layout, [...weights, ...idf]);
          }),
          layout.width,
          types.length > 1 && types[0] === '0',
        ),
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

/** Chunks taken the wrong way round reward scattered matches; nothing else exceeds 1. */
function rangeOf({ chunks, beta, gamma, ckp, without }: Settings): ScoreRange {
  const rewards = chunks === 'printed' && beta % 2 === 1 && !without.includes('CKP');
  return rewards ? { worst: 0, best: 100 * pow(1 + gamma, ckp) } : percent;
}

function check({ avgP, fMean, matching, order, gap, chunks, beta }: Settings): void {
  if (avgP + fMean > 1) throw new UsageError('avgp and fmean must not exceed 1 together.');
  if (matching.includes('skip') && order > 4) throw new UsageError('match=skip is for n up to 4.');
  if (gap !== options.gap.default && !matching.includes('skip')) throw new UsageError('gap is only for match=skip.');
  if (chunks === 'printed' && !Number.isInteger(beta)) {
    throw new UsageError('chunks=printed needs an integer as beta: there is no other power of a negative number.');
  }
}

/** What changes rows. */
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

/** How a text type cuts texts. */
interface Cut {
  readonly tokenizer: Tokenizer;
  readonly lowercase: boolean;
  readonly kind: PieceKind;
}

function cutsOf({ types, tokenizer, model }: Settings, resources: Resources): Cut[] {
  if (model !== '' && tokenizer !== 'spm') throw new UsageError('model is only for tok=spm.');
  return types.map((type) => ({
    tokenizer: tokenizerNamed(type === '0' ? 'none' : tokenizer, model, resources),
    lowercase: type !== '0',
    kind: pieceKinds[type],
  }));
}

const piecesOf = ({ tokenizer, kind }: Cut): Tokenizer => pieces(tokenizer, kind);

/** One view for type 0, if wanted, and one for all others. */
function viewsOf(cuts: readonly Cut[]): View[] {
  return [false, true].flatMap((lowercase) => {
    const alike = cuts.filter((cut) => cut.lowercase === lowercase);
    const kinds = alike.map(({ kind }) => kind);
    return alike.length > 0 ? [sizedPieces(alike[0]!.tokenizer, kinds, { lowercase, long: longWord })] : [];
  });
}

/** Texts are read as sized pieces of all types, type 0 by itself in front; then, for idf, as known words by type. */
function amberCounter(counters: readonly TypeCounter[], width: number, isSplit: boolean): Counter {
  const types = counters.length;
  const views = isSplit ? 2 : 1;
  /** The view that holds a type, and whether it begins there. */
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
