/** BLEU-SBP: BLEU with a strict brevity penalty, where long segments do not make up for short ones. Chiang et al., EMNLP 2008, equation 4. */
import { type Counter, type MetricBody, defineMetric, integer } from '../../core/index.ts';
import { bleuCounter, bleuLengths, bleuStatistics } from '../shared/bleuCounter.ts';
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
  summary: 'BLEU whose penalty for brevity counts no segment as longer than its reference.',
  cite: 'Chiang, DeNeefe, Chan and Ng (2008): Decomposability of translation metrics for improved evaluation and efficient algorithms. EMNLP.',
  notes: [
    'In BLEU the surplus words of one segment pay for the words that another lacks. Here each segment counts for brevity by its length, but by no more than the reference length. The precisions are those of BLEU.',
    'The paper defines this for one reference. With several, the reference length is chosen first, the shortest unless `reflen` says otherwise, and then limits the length of the hypothesis. Matches are clipped as in BLEU.',
    'A corpus is not smoothed: without a match of any order it scores 0, and so does one without any 4-gram. Single segments are smoothed and leave out orders longer than the hypothesis, as BLEU’s are; a segment then has the score that BLEU gives it with the same `reflen`, since within one segment both penalties are the same.',
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
