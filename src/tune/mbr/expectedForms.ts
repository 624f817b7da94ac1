/**
 * For which metrics there is a linear form: those whose row is made of lengths, n-gram counts and clipped matches, so that a reference may
 * be the average of many, with fractions of n-grams. For the others expected utility is computed pair by pair.
 */
import type { Metric } from '../../core/index.ts';

/** What is counted of a candidate through one view, by order − 1. */
export interface ViewCounts {
  /** N-grams of the candidate. */
  readonly own: Float64Array;
  /** N-grams of the average reference. */
  readonly expected: Float64Array;
  /** Σ min(count in the candidate, expected count). */
  readonly matches: Float64Array;
}

interface ExpectedForm {
  /** By view, in the order of `Metric.reads`: the longest n-gram. */
  orders(metric: Metric): readonly number[];
  /** Writes the row of the metric. */
  write(views: readonly ViewCounts[], row: Float64Array): void;
}

const option = (metric: Metric, name: string): number => metric.options[name] as number;

const bleu: ExpectedForm = {
  orders: (metric) => [option(metric, 'order')],
  write([view], row) {
    const { own, expected, matches } = view!;
    row[0] = own[0]!;
    row[1] = expected[0]!;
    row.set(matches, 2);
    row.set(own, 2 + matches.length);
  },
};

const chrf: ExpectedForm = {
  orders: (metric) => [option(metric, 'charOrder'), option(metric, 'wordOrder')].filter((order) => order > 0),
  write(views, row) {
    let at = 0;
    for (const { own, expected, matches } of views) {
      for (let n = 0; n < own.length; n++) {
        row[at++] = expected[n]! > 0 ? own[n]! : 0;
        row[at++] = expected[n]!;
        row[at++] = matches[n]!;
      }
    }
  },
};

export const expectedForms: ReadonlyMap<string, ExpectedForm> = new Map([
  ['bleu', bleu],
  ['chrf', chrf],
]);
