/** Error rates: errors per reference word, and which of several references counts. */
import {
  type Counter,
  type MetricBody,
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
  help: 'With several references: the fewest errors by the mean length (mean), or the lowest rate, each by its own length (best).',
});

export type Divisor = 'best' | 'mean';

/** How many errors a hypothesis has against a reference. */
export interface Errors {
  /** Takes the references of a segment, before its hypotheses. */
  prepare?(references: readonly Text[]): void;
  /** `r` is the number of the reference. */
  between(hypothesis: Text, reference: Text, r: number): number;
}

/** Errors per reference word; an empty reference makes any error 1. */
export const ratio = (errors: number, length: number): number => (length > 0 ? errors / length : errors > 0 ? 1 : 0);

/** The reference that counts for a hypothesis: errors against it, its length, and what the errors are divided by. */
interface ChosenReference {
  errors: number;
  length: number;
  divisor: number;
}

type WriteRow = (chosen: ChosenReference, hypothesis: Text, rows: Float64Array, at: number) => void;

/** Chooses the reference that counts for each hypothesis and lets `write` make a row of it. Of equal rates that of the longer reference counts. */
export function choosingCounter(errors: Errors, by: Divisor, write: WriteRow): Counter {
  const chosen: ChosenReference = { errors: 0, length: 0, divisor: 0 };
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
        chosen.errors = found;
        chosen.length = length;
      }
      chosen.divisor = by === 'best' ? chosen.length : lengths / references.length;
      write(chosen, hypothesis, rows, at);
    },
  };
}

/** What metrics of the kind `errors / reference length` have in common. `errors` makes counters with memory of their own. */
export function errorRate(name: string, reads: readonly View[], by: Divisor, errors: () => Errors): MetricBody {
  return {
    name,
    range: errorPercent,
    // With several references the length of the best one depends on the hypothesis; with one it does not.
    decomposable: by === 'mean',
    reads,
    statistics: ['errors', by === 'best' ? 'reference length' : 'mean reference length'],
    lengths: { reference: 1 },
    counter: () =>
      choosingCounter(errors(), by, (chosen, _hypothesis, rows, at) => {
        rows[at] = chosen.errors;
        rows[at + 1] = chosen.divisor;
      }),
    score: ({ 0: found = 0, 1: length = 0 }) => 100 * ratio(found, length),
  };
}

/** Errors that are left when words may stand in any order: the length of the longer side less the words in common. */
export const bagErrors = (common: CommonTokens, hypothesis: Tokens, reference: Tokens): number =>
  Math.max(hypothesis.end - hypothesis.start, reference.end - reference.start) - common.count(hypothesis, reference);

export const severalReferences =
  'With several references the fewest errors to any of them count, divided by their mean length, as in TER; so repeating a reference may change the score, by moving that mean. `len=best` takes the reference with the lowest rate, of equal ones the longest, and divides by its own length: the score is then no longer decomposable, as a hypothesis decides what it is divided by.';
export const emptyTexts =
  'An empty hypothesis makes every word of the reference an error. An empty reference adds its errors and no words to the corpus; its segment scores 100, or 0 if the hypothesis is empty as well.';
