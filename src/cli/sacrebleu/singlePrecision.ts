/**
 * Scores of resamples as sacreBLEU computes them with NumPy 2: statistics are single-precision numbers, and arithmetic
 * with Python's numbers stays in single precision. Only the last printed digits of wide intervals show it.
 */
import { exp, log } from '../../core/index.ts';

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
export type SingleScore = (sums: ArrayLike<number>) => number;

/** BLEU: precisions are single, their logarithms and what follows double. */
export function bleuSingle(order: number, method: string, smoothing: number): SingleScore {
  return (sums) => {
    const hypothesis = sums[0]!;
    const reference = sums[1]!;
    const brevity = hypothesis >= reference ? 1 : hypothesis > 0 ? exp(1 - reference / hypothesis) : 0;
    let any = false;
    for (let n = 0; n < order; n++) any ||= sums[2 + n]! !== 0;
    if (!any) return 0;

    let logs = 0;
    let halving = 1;
    let stopped = false;
    for (let n = 0; n < order; n++) {
      const added = method === 'add-k' && n > 0 ? fround(smoothing) : 0;
      const matches = fround(sums[2 + n]! + added);
      const total = fround(sums[2 + order + n]! + added);
      stopped ||= total === 0;
      let precision = 0;
      if (!stopped) {
        if (matches !== 0) precision = fround(fround(100 * matches) / total);
        else if (method === 'exp') precision = fround(100 / fround((halving *= 2) * total));
        else if (method === 'floor') precision = fround(fround(100 * smoothing) / total);
      }
      logs += precision === 0 ? -9999999999 : log(precision);
    }
    return brevity * exp(logs / order);
  };
}

export function chrfSingle(orders: number, beta: number, epsSmoothing: boolean): SingleScore {
  const factor = python(beta ** 2);
  const factorPlusOne = python(1 + beta ** 2);
  const epsilon = python(1e-16);
  return (sums) => {
    let score = python(0);
    let precisions = python(0);
    let recalls = python(0);
    let effective = 0;
    for (let n = 0; n < orders; n++) {
      const hypothesis = sums[3 * n]!;
      const reference = sums[3 * n + 1]!;
      const matches = single(sums[3 * n + 2]!);
      const precision = hypothesis > 0 ? over(matches, single(hypothesis)) : epsilon;
      const recall = reference > 0 ? over(matches, single(reference)) : epsilon;
      if (epsSmoothing) {
        const below = plus(times(factor, precision), recall);
        const above = times(times(factorPlusOne, precision), recall);
        score = plus(score, below.value > 0 ? over(above, below) : epsilon);
      } else if (hypothesis > 0 && reference > 0) {
        precisions = plus(precisions, precision);
        recalls = plus(recalls, recall);
        effective++;
      }
    }
    if (epsSmoothing) return over(times(python(100), score), python(orders)).value;
    if (effective === 0) return 0;
    const precision = over(precisions, python(effective));
    const recall = over(recalls, python(effective));
    if (plus(precision, recall).value === 0) return 0;
    const above = times(times(factorPlusOne, precision), recall);
    return times(python(100), over(above, plus(times(factor, precision), recall))).value;
  };
}

export const terSingle: SingleScore = (sums) => {
  const edits = sums[0]!;
  const length = sums[1]!;
  if (length > 0) return fround(100 * fround(edits / length));
  return edits > 0 ? 100 : 0;
};
