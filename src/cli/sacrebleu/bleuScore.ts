/** BLEU from sums of statistics in the arithmetic of Python, to the last bit: for numbers that are printed in full. */
import { exp, log } from './roundedMath.ts';

const order = 4;

export interface BleuArithmetic {
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
  { method, smoothing, compensated }: BleuArithmetic,
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
    let stopped = false;
    for (let n = 0; n < order; n++) {
      const matches = n > 0 ? plusAdded(sums[2 + n]!) : sums[2]!;
      const total = n > 0 ? plusAdded(sums[2 + order + n]!) : sums[2 + order]!;
      stopped ||= total === 0;
      let precision = 0;
      if (!stopped) {
        if (matches !== 0) precision = round(round(100 * matches) / total);
        else if (method === 'exp') precision = round(100 / round((halving *= 2) * total));
        else if (method === 'floor') precision = round(floor / total);
      }
      logs[n] = precision === 0 ? -9999999999 : log(precision);
    }
    return brevity * exp(add(logs) / order);
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
