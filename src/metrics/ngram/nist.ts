/** NIST: n-gram precision weighted by information, times a penalty for brevity. Doddington, HLT 2002; arithmetic of mteval-v13a. */
import { type Counter, type MetricBody, type Tokens, defineMetric, exp, integer, log } from '../../core/index.ts';
import { type CountedNgrams, KnownNgrams, ReferenceNgrams, knownWords } from '../../text/index.ts';
import { ClippedOccurrences } from './nist/clippedOccurrences.ts';
import { bleuLengths, namedByOrder, perOrder, takeWords } from '../shared/bleuCounter.ts';
import { effectiveLength } from '../shared/referenceLength.ts';
import { wordNeeds, wordOptions, wordTokenizer } from '../shared/wordOptions.ts';

const options = {
  ...wordOptions,
  order: integer({ key: 'n', default: 5, min: 1, max: 9, help: 'Longest n-gram.' }),
};

const nothing: CountedNgrams = {
  words: { pool: new Uint16Array(0), starts: new Int32Array(1), slots: new Int32Array(2) },
  counts: new Int32Array(1),
  slots: new Int32Array(4),
};

export default defineMetric({
  id: 'nist',
  summary:
    'Information of the n-grams shared with the references, per n-gram of the hypothesis, times a penalty for brevity.',
  cite: 'Doddington (2002): Automatic evaluation of machine translation quality using n-gram co-occurrence statistics. HLT.',
  notes: [
    'The information of an n-gram is log2 of how often its first n − 1 words stand in the references of the whole test set, over how often all n do. So the weights belong to the test set, and scores of different test sets cannot be compared.',
    'There is no upper bound. A score of 0 means no word in common; longer and more varied test sets give higher scores.',
    'With several references an n-gram counts as often as in the one that has it most often, and their mean length is the reference length.',
    'The whole test set is held in memory, as its references must be read before the first segment is scored.',
    'mteval-v13a takes the word “0” for no word where it is the history of an n-gram. Here it is a word.',
  ],
  example: 'nist(case=lc)',
  options,
  needs: wordNeeds,
  learner: (settings, resources) =>
    new ReferenceNgrams(settings.order, wordTokenizer(settings, resources), settings.lowercase, 'occurrences'),
  create(settings, resources, learned = nothing): MetricBody {
    const { order, lowercase } = settings;
    const ngrams = learned as CountedNgrams;
    return {
      name: 'NIST',
      range: { worst: 0, best: Infinity },
      decomposable: false,
      reads: [knownWords(wordTokenizer(settings, resources), lowercase, ngrams.words)],
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
    };
  },
});

/** By order: information for each n-gram of the hypothesis. */
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
  const information = new Float64Array(counts.length); // by node, or 0 as long as it was not asked for
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
        // What follows words that stand only once in all references gives no information.
        for (let n = 0; counted >>> n !== 0 && counts[node]! > 1; n++) {
          const history = node;
          node = known.find(history, ids[start + i + n]!);
          if (node < 0) break; // not one of the references it was taught
          if (((counted >>> n) & 1) === 0) continue;
          rows[at + 2 + n]! += information[node] ||= log(counts[history]! / counts[node]!) / Math.LN2;
        }
      }
    },
  };
}
