/** BLEU-SBP: BLEU with a strict brevity penalty, where long segments do not compensate for short ones. Chiang et al., EMNLP 2008, equation 4. */
import { type Counter, type MetricBody, defineMetric, integer } from '../../core/index.ts';
import { bleuCounter, bleuExplainer, bleuLengths, bleuStatistics } from '../shared/bleuCounter.ts';
import { bleuScore, levelOption, segmentLevel, smoothingOption } from '../shared/bleuScore.ts';
import { type ReferenceLength, referenceLengthOption } from '../shared/referenceLength.ts';
import { wordNeeds, wordOptions, wordView } from '../shared/wordOptions.ts';

const options = {
  ...wordOptions,
  smoothing: smoothingOption({ help: 'How single segments are smoothed; a corpus is not.' }),
  order: integer({ key: 'n', default: 4, min: 1, max: 16, help: 'Longest n-gram.' }),
  referenceLength: referenceLengthOption('shortest'),
  level: levelOption,
};

export default defineMetric({
  id: 'bleu-sbp',
  summary: 'BLEU whose brevity penalty counts no segment as longer than its reference.',
  cite: 'Chiang, DeNeefe, Chan and Ng (2008): Decomposability of translation metrics for improved evaluation and efficient algorithms. EMNLP.',
  notes: [
    'In BLEU the extra words of one segment compensate for missing words in another. Here the brevity penalty counts each segment’s length only up to the reference length. The precisions are those of BLEU.',
    'The paper defines this for one reference. With several, the reference length is chosen first (the shortest, unless you set `reflen`) and then limits the length of the hypothesis. Matches are clipped as in BLEU.',
    'A corpus is not smoothed: if an order has no match, or there are no 4-grams, it scores 0. Single segments are smoothed and ignore orders longer than the hypothesis, as in BLEU. A segment then has the same score as in BLEU with the same `reflen`, because both penalties agree within one segment.',
    'An empty hypothesis scores 0.',
  ],
  example: 'bleu-sbp(reflen=closest)',
  options,
  needs: wordNeeds,
  forSegments: segmentLevel,
  create(settings, resources): MetricBody {
    const { order, referenceLength, level } = settings;
    const isSegment = level === 'segment';
    const smoothing = isSegment ? settings.smoothing : 'none';
    const plain = bleuStatistics(order);
    return {
      name: 'BLEU-SBP',
      decomposable: false,
      reads: [wordView(settings, resources)],
      statistics: [...plain, 'hypothesis length up to reference length'],
      lengths: bleuLengths,
      counter: () => strictCounter(order, referenceLength),
      explainer: () => bleuExplainer(order, referenceLength),
      ...bleuScore({ order, smoothing, effectiveOrder: isSegment }, plain.length),
    };
  },
});

function strictCounter(order: number, referenceLength: ReferenceLength): Counter {
  const counter = bleuCounter(order, referenceLength);
  const { length } = bleuStatistics(order);
  return {
    prepare: counter.prepare,
    collect(hypothesis, rows, at) {
      counter.collect(hypothesis, rows, at);
      rows[at + length] = Math.min(rows[at]!, rows[at + 1]!);
    },
  };
}
