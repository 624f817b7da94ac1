/** NIST: n-gram precision weighted by information, times a brevity penalty. Doddington, HLT 2002; arithmetic of mteval-v13a. */
import {
  type Counter,
  type Explainer,
  type MetricBody,
  type Step,
  Steps,
  type Tokens,
  defineMetric,
  exp,
  integer,
  log,
} from '../../core/index.ts';
import { type CountedNgrams, KnownNgrams, ReferenceNgrams, knownWords } from '../../text/index.ts';
import { ClippedOccurrences } from './nist/clippedOccurrences.ts';
import {
  factorCutting,
  factorName,
  factorNeeds,
  factorNote,
  factorOptions,
  factorView,
  withoutSource,
} from '../shared/analysisOptions.ts';
import { bleuLengths, namedByOrder, perOrder, takeWords } from '../shared/bleuCounter.ts';
import { ngramItems } from '../shared/ngramItems.ts';
import { effectiveLength } from '../shared/referenceLength.ts';
import { wordOptions } from '../shared/wordOptions.ts';

const options = {
  ...wordOptions,
  order: integer({ key: 'n', default: 5, min: 1, max: 9, help: 'Longest n-gram.' }),
  ...factorOptions,
};

const nothing: CountedNgrams = {
  words: { pool: new Uint16Array(0), starts: new Int32Array(1), slots: new Int32Array(2) },
  counts: new Int32Array(1),
  slots: new Int32Array(4),
};

export default defineMetric({
  id: 'nist',
  summary:
    'Information of the n-grams shared with the references, per n-gram of the hypothesis, times a brevity penalty.',
  cite: 'Doddington (2002): Automatic evaluation of machine translation quality using n-gram co-occurrence statistics. HLT.',
  notes: [
    'The information of an n-gram is log2 of the count of its first n − 1 words in the references of the whole test set, divided by the count of all n words. The weights depend on the test set, so scores on different test sets cannot be compared.',
    'There is no upper bound. A score of 0 means that no word matches; longer and more varied test sets give higher scores.',
    'With several references an n-gram counts at most as often as in the reference that has it most often, and the reference length is the mean.',
    'The whole test set is held in memory, because its references must be read before the first segment is scored.',
    'mteval-v13a ignores the word “0” when it is the history of an n-gram. Here it is a word like any other.',
    factorNote,
  ],
  example: 'nist(case=lc)',
  options,
  needs: factorNeeds,
  learner(settings, resources) {
    const { tokenizer, lowercase } = factorCutting(settings, resources);
    return new ReferenceNgrams(settings.order, tokenizer, lowercase, 'occurrences');
  },
  create(settings, resources, learned = nothing): MetricBody {
    const { order } = settings;
    const { tokenizer, lowercase } = factorCutting(settings, resources);
    const ngrams = learned as CountedNgrams;
    return {
      name: factorName('NIST', settings),
      range: { worst: 0, best: Infinity },
      decomposable: false,
      reads: [withoutSource(knownWords(tokenizer, lowercase, ngrams.words))],
      statistics: [
        'hypothesis length',
        'mean reference length',
        ...perOrder('information', order),
        ...perOrder('n-grams', order),
      ],
      lengths: bleuLengths,
      counter: () => nistCounter(order, ngrams),
      score: (sums) => gains(sums, order).reduce((sum, gain) => sum + gain, 0) * brevity(sums),
      parts: (sums) => ({
        ...namedByOrder('gain', gains(sums, order)),
        'brevity penalty': brevity(sums),
      }),
      explain: (sums, segment) => explainNist(sums, segment, order),
      explainer: () => nistExplainer(order, ngrams),
      shows: [factorView(settings, resources)],
    };
  },
});

/** By order: information per n-gram of the hypothesis. */
const gains = (sums: ArrayLike<number>, order: number): number[] =>
  Array.from({ length: order }, (_, n) => (sums[2 + order + n]! > 0 ? sums[2 + n]! / sums[2 + order + n]! : 0));

/** 1/2 at two thirds of the reference length. */
const steepness = Math.LN2 / (log(1.5) * log(1.5));

function brevity({ 0: hypothesis = 0, 1: reference = 0 }: ArrayLike<number>): number {
  if (hypothesis >= reference) return 1;
  if (hypothesis === 0) return 0;
  const ratio = log(hypothesis / reference);
  return exp(-steepness * ratio * ratio);
}

function nistCounter(order: number, learned: CountedNgrams): Counter {
  const known = new KnownNgrams(learned);
  const { counts } = known;
  const information = new Float64Array(counts.length); // by node, or 0 until it is first needed
  const occurrences = new ClippedOccurrences(order, learned.words.starts.length - 1);
  const texts: Tokens[] = []; // of the references
  let meanLength = 0;

  return {
    prepare(references) {
      occurrences.setReferences(takeWords(references, texts));
      meanLength = effectiveLength.average(texts, 0);
    },
    collect(hypothesis, rows, at) {
      const { ids, start, end } = hypothesis[0]!;
      const length = end - start;
      rows[at] = length;
      rows[at + 1] = meanLength;
      for (let n = 0; n < order; n++) {
        rows[at + 2 + n] = 0;
        rows[at + 2 + order + n] = Math.max(0, length - n);
      }
      occurrences.setHypothesis(hypothesis[0]!);
      const { lengths } = occurrences;
      for (let i = 0; i < length; i++) {
        const counted = lengths[i]!;
        let node = 0;
        // What follows words that occur only once in all references gives no information.
        for (let n = 0; counted >>> n !== 0 && counts[node]! > 1; n++) {
          const history = node;
          node = known.find(history, ids[start + i + n]!);
          if (node < 0) break; // not in the references that it was taught
          if (((counted >>> n) & 1) === 0) continue;
          rows[at + 2 + n]! += information[node] ||= log(counts[history]! / counts[node]!) / Math.LN2;
        }
      }
    },
  };
}

const informationName = (n: number): string => `information of the matched ${n}-grams`;

function explainNist(sums: ArrayLike<number>, segment: readonly Step[] | undefined, order: number): readonly Step[] {
  const steps = new Steps(segment);
  const [own, wanted] = [sums[0]!, sums[1]!];
  steps.counted('c', 'words in the output', own);
  steps.counted('r', 'words in the references, on average', wanted);
  for (let n = 1; n <= order; n++) {
    const total = sums[1 + order + n]!;
    steps.counted(`i${n}`, informationName(n), sums[1 + n]!);
    steps.counted(`t${n}`, `${n}-grams in the output`, total);
    const name = `information per ${n}-gram`;
    if (total > 0) steps.computed(`g${n}`, name, `i${n} / t${n}`);
    else steps.computed(`g${n}`, name, '0', { note: 'there are none' });
  }
  if (own >= wanted) steps.computed('BP', 'brevity penalty', '1', { note: 'no penalty: c is at least r' });
  else if (own === 0) steps.computed('BP', 'brevity penalty', '0', { note: 'the output is empty' });
  else {
    const note = 'ln 2 / (ln 1.5)², so that the penalty is 1/2 at two thirds of the reference length';
    steps.computed('K', 'steepness of the brevity penalty', String(steepness), { note });
    steps.computed('BP', 'brevity penalty', 'exp(-K * ln(c / r) * ln(c / r))');
  }
  const gained = Array.from({ length: order }, (_, n) => `g${n + 1}`);
  steps.computed('score', 'score', `(${gained.join(' + ')}) * BP`);
  return steps.list;
}

/** Each matched n-gram adds its information, as often as it counts. */
function nistExplainer(order: number, learned: CountedNgrams): Explainer {
  const known = new KnownNgrams(learned);
  const counter = nistCounter(order, learned);
  const informationOf = ({ ids, start }: Tokens, from: number, n: number): number => {
    let [history, node] = [0, 0];
    for (let k = 0; k < n && node >= 0; k++) {
      history = node;
      node = known.find(history, ids[start + from + k]!);
    }
    return node < 0 ? 0 : log(known.counts[history]! / known.counts[node]!) / Math.LN2;
  };
  return {
    explain(hypothesis, texts, source) {
      const row = new Float64Array(2 + 2 * order);
      counter.prepare(texts, source);
      counter.collect(hypothesis, row, 0);
      const references = takeWords(texts, []);
      const tokens = hypothesis[0]!;
      const steps = new Steps();
      steps.counted('c', 'words in the output', row[0]!);
      steps.counted('r', 'words in the reference', row[1]!, {
        ...(references.length > 1 && { note: `mean of ${references.length} references` }),
      });
      for (let n = 1; n <= order; n++) {
        const items = ngramItems(tokens, references, { n, weightOf: ({ from }) => informationOf(tokens, from, n) });
        steps.counted(`i${n}`, informationName(n), row[1 + n]!, {
          note:
            n === 1
              ? 'of each: log2(words in the references of all segments / how often they have it)'
              : `of each: log2(how often the references of all segments have its first ${n === 2 ? 'word' : `${n - 1} words`} / how often they have it)`,
          items,
        });
        steps.counted(`t${n}`, `${n}-grams in the output`, row[1 + order + n]!);
      }
      return steps.list;
    },
  };
}
