/** PER: position-independent error rate, WER on bags of words. Tillmann, Vogel, Ney, Zubiaga and Sawaf, Eurospeech 1997. */
import { type Counter, type Explainer, type MetricBody, Steps, defineMetric, flag } from '../../core/index.ts';
import { CommonTokens } from '../../text/index.ts';
import { factorName, factorNeeds, factorNote, factorOptions, factorView } from '../shared/analysisOptions.ts';
import { bagItems } from '../shared/bagItems.ts';
import {
  type ChosenReference,
  type Divisor,
  type ErrorWords,
  type Errors,
  bagErrors,
  choosingCounter,
  chosenNote,
  divisorNote,
  divisorOption,
  emptyTexts,
  errorRate,
  explainRate,
  inReference,
  ratio,
  severalReferences,
} from '../shared/errorRate.ts';
import { ngramItems } from '../shared/ngramItems.ts';
import { wordOptions } from '../shared/wordOptions.ts';

const options = {
  ...wordOptions,
  divisor: divisorOption,
  pooled: flag({
    key: 'pooled',
    default: false,
    help: 'Apply the formula to the sums of matches and lengths, so that long segments compensate for short ones, as in Moses and Asiya.',
  }),
  ...factorOptions,
};

export default defineMetric({
  id: 'per',
  summary: 'Words to insert, delete or substitute, ignoring word order, per reference word.',
  cite: 'Tillmann, Vogel, Ney, Zubiaga and Sawaf (1997): Accelerated DP based search for statistical machine translation. Eurospeech.',
  notes: [
    'The errors of a segment are the length of the longer side minus the words in common. The corpus score is the sum of errors divided by all reference words. Tools differ here: `pooled=yes` gives the result of tools that first sum matches and lengths. With several references it sums the words in common with the reference that counts and the length of that reference, and divides by the divisor of `len`.',
    severalReferences,
    emptyTexts,
    factorNote,
  ],
  example: 'per(pooled=yes)',
  options,
  needs: factorNeeds,
  create({ divisor, pooled, ...settings }, resources): MetricBody {
    const view = factorView(settings, resources);
    const errors = (): Errors => {
      const common = new CommonTokens();
      return { between: ([hypothesis], [reference]) => bagErrors(common, hypothesis!, reference!) };
    };
    const words: ErrorWords = ([hypothesis], [reference], r) => inReference(bagItems(hypothesis!, reference!), r);
    const body = errorRate(factorName('PER', settings), [view], divisor, errors, { words: () => words });
    if (!pooled) return body;
    return {
      ...body,
      decomposable: false,
      statistics: ['matches', 'hypothesis length', 'reference length', 'divisor'],
      lengths: { hypothesis: 1, reference: 2 },
      counter: () => pooledCounter(errors(), divisor),
      score: ({ 0: matches = 0, 1: length = 0, 2: target = 0, 3: by = 0 }) =>
        100 * ratio(Math.max(length, target) - matches, by),
      explain({ 0: matches = 0, 1: length = 0, 2: target = 0, 3: by = 0 }, segment) {
        const steps = new Steps(segment);
        steps.counted('m', 'words in common', matches);
        steps.counted('c', 'words in the output', length);
        steps.counted('r', 'words in the references that count', target);
        steps.counted('N', 'divisor: words in the references', by);
        explainRate(steps, steps.computed('E', 'errors', 'max(c, r) - m'), by);
        return steps.list;
      },
      explainer: () => pooledExplainer(errors(), divisor),
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

function pooledExplainer(errors: Errors, by: Divisor): Explainer {
  let chosen: ChosenReference;
  const counter = choosingCounter(errors, by, (each) => (chosen = each));
  return {
    explain(hypothesis, references, source) {
      counter.prepare(references, source);
      counter.collect(hypothesis, new Float64Array(0), 0);
      const { reference, divisor } = chosen;
      const [own, theirs] = [hypothesis[0]!, references[reference]![0]!];
      const items = inReference(ngramItems(own, [theirs], { n: 1 }), reference);
      const steps = new Steps();
      const matches = items.reduce((sum, { adds = 0 }) => sum + adds, 0);
      steps.counted('m', 'words in common', matches, { ...chosenNote(reference, references.length, by), items });
      steps.counted('c', 'words in the output', own.end - own.start);
      steps.counted('r', 'words in the reference', theirs.end - theirs.start);
      steps.counted('N', 'divisor: words in the reference', divisor, divisorNote(references.length, by));
      return steps.list;
    },
  };
}
