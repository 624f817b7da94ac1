/**
 * Scores from sums of statistics in the arithmetic of Python, to the last bit: for numbers that are printed in full, and of resamples as
 * sacreBLEU computes them with NumPy 2, where sums are single-precision numbers, and arithmetic with Python's numbers stays in single
 * precision. It shows in the last digits.
 */
import { exp, log } from './roundedMath.ts';

interface BleuArithmetic {
  /** The longest n-gram; 4 on the command line. */
  readonly order: number;
  /** Leave out orders longer than the hypothesis. */
  readonly effectiveOrder: boolean;
  readonly method: 'none' | 'floor' | 'add-k' | 'exp';
  /** What floor and add-k add. */
  readonly smoothing: number;
  /** Since version 3.12 Python's `sum` makes up for what is lost by rounding. */
  readonly compensated: boolean;
}

interface Sums {
  /** How NumPy stores what is computed from counts: as it is, or in single precision. */
  readonly round?: (value: number) => number;
  /** Counts are NumPy's integers: what add-k adds to them is cut to an integer. */
  readonly integers?: boolean;
}

const keep = (value: number): number => value;

export function bleuScore(
  { order, effectiveOrder, method, smoothing, compensated }: BleuArithmetic,
  { round = keep, integers = false }: Sums = {},
): (sums: ArrayLike<number>) => number {
  const added = method === 'add-k' ? round(smoothing) : 0;
  const plusAdded = integers ? (count: number) => Math.trunc(count + added) : (count: number) => round(count + added);
  const floor = round(100 * smoothing);
  const add = compensated ? compensatedSum : plainSum;
  const logs = new Float64Array(order);
  return (sums) => {
    const hypothesis = sums[0]!;
    const reference = sums[1]!;
    const brevity = hypothesis >= reference ? 1 : hypothesis > 0 ? exp(1 - reference / hypothesis) : 0;
    let any = false;
    for (let n = 0; n < order; n++) any ||= sums[2 + n]! !== 0;
    if (!any) return 0;

    let halving = 1;
    let counted = order;
    let stopped = false;
    for (let n = 0; n < order; n++) {
      const matches = n > 0 ? plusAdded(sums[2 + n]!) : sums[2]!;
      const total = n > 0 ? plusAdded(sums[2 + order + n]!) : sums[2 + order]!;
      stopped ||= total === 0;
      if (effectiveOrder && !stopped) counted = n + 1;
      let precision = 0;
      if (!stopped) {
        if (matches !== 0) precision = round(round(100 * matches) / total);
        else if (method === 'exp') precision = round(100 / round((halving *= 2) * total));
        else if (method === 'floor') precision = round(floor / total);
      }
      logs[n] = precision === 0 ? -9999999999 : log(precision);
    }
    return brevity * exp(add(logs.subarray(0, counted)) / counted);
  };
}

function plainSum(values: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum;
}

/** Neumaier (1974). */
function compensatedSum(values: Float64Array): number {
  let sum = 0;
  let lost = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return sum + lost;
}

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
