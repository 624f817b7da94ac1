/** PER: position-independent error rate, WER on bags of words. Tillmann, Vogel, Ney, Zubiaga and Sawaf, Eurospeech 1997. */
import { type Counter, type MetricBody, defineMetric, flag } from '../../core/index.ts';
import { CommonTokens } from '../../text/index.ts';
import {
  type Divisor,
  type Errors,
  bagErrors,
  choosingCounter,
  divisorOption,
  emptyTexts,
  errorRate,
  ratio,
  severalReferences,
} from '../shared/errorRate.ts';
import { wordNeeds, wordOptions, wordView } from '../shared/wordOptions.ts';

const options = {
  ...wordOptions,
  divisor: divisorOption,
  pooled: flag({
    key: 'pooled',
    default: false,
    help: 'Apply the formula to the sums of matches and lengths, so that long segments make up for short ones, as Moses and Asiya do.',
  }),
};

export default defineMetric({
  id: 'per',
  summary: 'Words to insert, delete or substitute when their order does not matter, per word of the reference.',
  cite: 'Tillmann, Vogel, Ney, Zubiaga and Sawaf (1997): Accelerated DP based search for statistical machine translation. Eurospeech.',
  notes: [
    'Errors of a segment are the length of the longer side less the words in common. The corpus score is their sum over all reference words; tools differ here, and `pooled=yes` gives the number of those that sum matches and lengths first; with several references, the words in common with the one that counts and its length, by the divisor of `len`.',
    severalReferences,
    emptyTexts,
  ],
  example: 'per(pooled=yes)',
  options,
  needs: wordNeeds,
  create({ divisor, pooled, ...settings }, resources): MetricBody {
    const view = wordView(settings, resources);
    const errors = (): Errors => {
      const common = new CommonTokens();
      return { between: ([hypothesis], [reference]) => bagErrors(common, hypothesis!, reference!) };
    };
    const body = errorRate('PER', [view], divisor, errors);
    if (!pooled) return body;
    return {
      ...body,
      decomposable: false,
      statistics: ['matches', 'hypothesis length', 'reference length', 'divisor'],
      lengths: { hypothesis: 1, reference: 2 },
      counter: () => pooledCounter(errors(), divisor),
      score: ({ 0: matches = 0, 1: length = 0, 2: target = 0, 3: by = 0 }) =>
        100 * ratio(Math.max(length, target) - matches, by),
    };
  },
});

const pooledCounter = (errorsOf: Errors, by: Divisor): Counter =>
  choosingCounter(errorsOf, by, (chosen, hypothesis, rows, at) => {
    const length = hypothesis[0]!.end - hypothesis[0]!.start;
    rows[at] = Math.max(length, chosen.length) - chosen.errors;
    rows[at + 1] = length;
    rows[at + 2] = chosen.length;
    rows[at + 3] = chosen.divisor;
  });
