/** Error rates: errors per reference word, and which of several references counts. */
import {
  type Counter,
  type Explainer,
  type MetricBody,
  type StepItem,
  Steps,
  type Text,
  type Tokens,
  type View,
  choice,
  errorPercent,
} from '../../core/index.ts';
import type { CommonTokens } from '../../text/index.ts';

export const divisorOption = choice(['mean', 'best'], {
  key: 'len',
  default: 'mean',
  help: 'With several references: the fewest errors, divided by the mean length (mean), or the lowest rate, each divided by its own length (best).',
});

export type Divisor = 'best' | 'mean';

/** How many errors a hypothesis has against a reference. */
export interface Errors {
  /** Takes the references of a segment, before its hypotheses. */
  prepare?(references: readonly Text[]): void;
  /** `r` is the number of the reference. */
  between(hypothesis: Text, reference: Text, r: number): number;
}

/** Errors per reference word; with an empty reference, any error counts 1. */
export const ratio = (errors: number, length: number): number => (length > 0 ? errors / length : errors > 0 ? 1 : 0);

/** The reference that counts for a hypothesis: errors against it, its length, and the divisor of the errors. */
export interface ChosenReference {
  /** Which of the references. */
  reference: number;
  errors: number;
  length: number;
  divisor: number;
}

type WriteRow = (chosen: ChosenReference, hypothesis: Text, rows: Float64Array, at: number) => void;

/** Chooses the reference that counts for each hypothesis and lets `write` make a row. Ties between rates go to the longer reference. */
export function choosingCounter(errors: Errors, by: Divisor, write: WriteRow): Counter {
  const chosen: ChosenReference = { reference: 0, errors: 0, length: 0, divisor: 0 };
  let references: readonly Text[] = [];
  return {
    prepare(texts) {
      references = texts;
      errors.prepare?.(texts);
    },
    collect(hypothesis, rows, at) {
      let lengths = 0;
      for (let r = 0; r < references.length; r++) {
        const { start, end } = references[r]![0]!;
        const length = end - start;
        lengths += length;
        const found = errors.between(hypothesis, references[r]!, r);
        const difference =
          by === 'best' ? ratio(found, length) - ratio(chosen.errors, chosen.length) : found - chosen.errors;
        if (r > 0 && (difference > 0 || (difference === 0 && length <= chosen.length))) continue;
        chosen.reference = r;
        chosen.errors = found;
        chosen.length = length;
      }
      chosen.divisor = by === 'best' ? chosen.length : lengths / references.length;
      write(chosen, hypothesis, rows, at);
    },
  };
}

/**
 * What is behind the errors against reference `r`: words that add up to them, or a formula that makes them of steps that it has added.
 */
export type ErrorWords = (hypothesis: Text, reference: Text, r: number, steps: Steps) => readonly StepItem[] | string;

/** Explains the rows of such a metric by the errors against the reference that counts; `what` names them. */
function errorExplainer(errors: Errors, by: Divisor, what: string, unit: string, wordsBehind: ErrorWords): Explainer {
  let chosen: ChosenReference;
  const counter = choosingCounter(errors, by, (each) => (chosen = each));
  return {
    explain(hypothesis, references, source) {
      counter.prepare(references, source);
      counter.collect(hypothesis, new Float64Array(0), 0);
      const { reference, divisor } = chosen;
      const steps = new Steps();
      const note = chosenNote(reference, references.length, by);
      const behind = wordsBehind(hypothesis, references[reference]!, reference, steps);
      if (typeof behind === 'string') steps.computed('E', what, behind, note);
      else steps.counted('E', what, chosen.errors, { ...note, items: behind });
      steps.counted('N', `${unit} in the reference`, divisor, divisorNote(references.length, by));
      return steps.list;
    },
  };
}

/** Which of several references counts, and why. */
export const chosenNote = (reference: number, count: number, by: Divisor): { note?: string } =>
  count > 1 ? { note: `against reference ${reference + 1}, ${by === 'best' ? 'which has the lowest rate' : 'the closest'}` } : {}; // prettier-ignore

/** Which length the errors are divided by. */
export const divisorNote = (count: number, by: Divisor): { note?: string } =>
  count > 1 && by === 'mean' ? { note: `mean of ${count} references` } : {};

/** Spans of items refer to reference `r`. */
export const inReference = (items: readonly StepItem[], r: number): StepItem[] =>
  items.map((item) => (item.references ? { ...item, references: item.references.map((span) => ({ ...span, reference: r })) } : item)); // prettier-ignore

/** 100 times `E / N`, where there is anything to divide by, and at most `most`. */
export function explainRate(steps: Steps, errors: number, length: number, most = Infinity): void {
  const limited = (formula: string) => (most < Infinity ? `min(${most}, ${formula})` : formula);
  const limit = most < Infinity && { note: `a segment scores at most ${most}` };
  if (length > 0) steps.computed('score', 'score', limited('100 * (E / N)'), { ...limit });
  else if (errors > 0) steps.computed('score', 'score', '100', { note: 'the reference is empty' });
  else steps.computed('score', 'score', '0', { note: 'the reference is empty, and there are no errors' });
}

interface ErrorRateSettings {
  /** What is counted; errors, unless given. */
  readonly what?: string;
  /** What errors are divided by; words, unless given. */
  readonly unit?: string;
  /** No score is above this. */
  readonly most?: number;
  /** Makes explainers with memory of their own. */
  readonly words?: () => ErrorWords;
}

/** The common body of metrics of the form `errors / reference length`. `errors` makes counters with memory of their own. */
export function errorRate(
  name: string,
  reads: readonly View[],
  by: Divisor,
  errors: () => Errors,
  { what = 'errors', unit = 'words', most = Infinity, words }: ErrorRateSettings = {},
): MetricBody {
  return {
    name,
    range: most < Infinity ? { worst: most, best: 0 } : errorPercent,
    // With several references the length of the best one depends on the hypothesis; with one it does not. A limit applies to each sum.
    decomposable: by === 'mean' && most === Infinity,
    reads,
    statistics: [what, by === 'best' ? 'reference length' : 'mean reference length'],
    lengths: { reference: 1 },
    counter: () =>
      choosingCounter(errors(), by, (chosen, _hypothesis, rows, at) => {
        rows[at] = chosen.errors;
        rows[at + 1] = chosen.divisor;
      }),
    score: ({ 0: found = 0, 1: length = 0 }) => Math.min(most, 100 * ratio(found, length)),
    explain({ 0: found = 0, 1: length = 0 }, segment) {
      const steps = new Steps(segment);
      steps.counted('E', what, found);
      steps.counted('N', `${unit} in the references${by === 'best' ? ' that count' : ', on average'}`, length); // prettier-ignore
      explainRate(steps, found, length, most);
      return steps.list;
    },
    ...(words && { explainer: () => errorExplainer(errors(), by, what, unit, words()) }),
  };
}

/** Errors ignoring word order: the length of the longer side minus the words in common. */
export const bagErrors = (common: CommonTokens, hypothesis: Tokens, reference: Tokens): number =>
  Math.max(hypothesis.end - hypothesis.start, reference.end - reference.start) - common.count(hypothesis, reference);

export const severalReferences =
  'With several references the fewest errors to any of them count, divided by the mean reference length, as in TER; repeating a reference can therefore change the score. `len=best` takes the reference with the lowest rate (ties go to the longest) and divides by its own length; the score is then no longer decomposable, because its divisor depends on the hypothesis.';
export const emptyTexts =
  'An empty hypothesis makes every reference word an error. An empty reference adds its errors and no words to the corpus; its segment scores 100, or 0 if the hypothesis is empty, too.';
