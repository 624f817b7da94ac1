/**
 * Scores of resamples as sacreBLEU computes them with NumPy 2: sums are single-precision numbers, and arithmetic
 * with Python's numbers stays in single precision. It shows in the last digits.
 */
import { type BleuArithmetic, bleuScore } from './bleuScore.ts';

/** A number of NumPy's in single precision, or one of Python's, which takes on the precision of what it meets. */
interface Mixed {
  readonly value: number;
  readonly single: boolean;
}

const { fround } = Math;
const single = (value: number): Mixed => ({ value: fround(value), single: true });
const python = (value: number): Mixed => ({ value, single: false });

function combine(a: Mixed, b: Mixed, operation: (x: number, y: number) => number): Mixed {
  return a.single || b.single
    ? single(operation(fround(a.value), fround(b.value)))
    : python(operation(a.value, b.value));
}
const plus = (a: Mixed, b: Mixed): Mixed => combine(a, b, (x, y) => x + y);
const times = (a: Mixed, b: Mixed): Mixed => combine(a, b, (x, y) => x * y);
const over = (a: Mixed, b: Mixed): Mixed => combine(a, b, (x, y) => x / y);

/** The score of sums that single precision holds. */
export type SampleScore = (sums: ArrayLike<number>) => Mixed;

/** BLEU: precisions are single, their logarithms and what follows double. */
export function bleuSample(arithmetic: BleuArithmetic): SampleScore {
  const score = bleuScore(arithmetic, { round: fround });
  return (sums) => python(score(sums));
}

export function chrfSample(orders: number, beta: number, epsSmoothing: boolean): SampleScore {
  return epsSmoothing ? smoothedSample(orders, beta) : averageSample(orders, beta);
}

/** Only a score of 0 is one of Python's. */
function averageSample(orders: number, beta: number): SampleScore {
  const factor = fround(beta ** 2);
  const factorPlusOne = fround(1 + beta ** 2);
  return (sums) => {
    let precision = 0;
    let recall = 0;
    let effective = 0;
    for (let n = 0; n < orders; n++) {
      const hypothesis = sums[3 * n]!;
      const reference = sums[3 * n + 1]!;
      if (hypothesis > 0 && reference > 0) {
        precision = fround(precision + fround(sums[3 * n + 2]! / hypothesis));
        recall = fround(recall + fround(sums[3 * n + 2]! / reference));
        effective++;
      }
    }
    precision = fround(precision / effective);
    recall = fround(recall / effective);
    if (!(fround(precision + recall) > 0)) return python(0);
    const above = fround(fround(factorPlusOne * precision) * recall);
    return single(100 * fround(above / fround(fround(factor * precision) + recall)));
  };
}

function smoothedSample(orders: number, beta: number): SampleScore {
  const factor = python(beta ** 2);
  const factorPlusOne = python(1 + beta ** 2);
  const epsilon = python(1e-16);
  return (sums) => {
    let score = python(0);
    for (let n = 0; n < orders; n++) {
      const hypothesis = sums[3 * n]!;
      const reference = sums[3 * n + 1]!;
      const matches = single(sums[3 * n + 2]!);
      const precision = hypothesis > 0 ? over(matches, single(hypothesis)) : epsilon;
      const recall = reference > 0 ? over(matches, single(reference)) : epsilon;
      const below = plus(times(factor, precision), recall);
      const above = times(times(factorPlusOne, precision), recall);
      score = plus(score, below.value > 0 ? over(above, below) : epsilon);
    }
    return over(times(python(100), score), python(orders));
  };
}

export const terSample: SampleScore = (sums) => {
  const edits = sums[0]!;
  const length = sums[1]!;
  if (length > 0) return single(100 * fround(edits / length));
  return python(edits > 0 ? 100 : 0);
};
