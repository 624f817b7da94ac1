/** AMBER's score before penalties: Chen and Kuhn (WMT 2011), section 2.1. */
import { exp, log } from '../../../core/index.ts';
import type { ItemLayout } from './items.ts';

export interface ScoreSettings {
  /** N and M. */
  readonly order: number;
  readonly recallOrder: number;
  readonly alpha: number;
  /** θ₁ and θ₂. */
  readonly avgP: number;
  readonly fMean: number;
}

export interface ScoreParts {
  readonly AvgP: number;
  readonly Fmean: number;
  readonly AvgF: number;
  readonly score: number;
}

/** `sums` holds at `at` the matches, then the items of the hypothesis, then those of the reference, each as the layout says. */
export function scoreParts(
  sums: ArrayLike<number>,
  at: number,
  layout: ItemLayout,
  { order, recallOrder, alpha, avgP, fMean }: ScoreSettings,
): ScoreParts {
  let present = 0; // orders that either side has
  let precisions = 0;
  let logarithms = 0; // −∞ if a precision is 0
  let fs = 0;
  for (let n = 1; n <= order; n++) {
    const p = precisionOf(sums, at, layout, n);
    if (p < 0) continue;
    present++;
    precisions += p;
    logarithms += p > 0 ? log(p) : -Infinity;
    fs += fOf(p, Math.max(0, recallOf(sums, at, layout, n)), alpha);
  }
  if (present === 0) return { AvgP: 0, Fmean: 0, AvgF: 0, score: 0 };
  let recalled = 0;
  let recalls = 0;
  for (let n = 1; n <= recallOrder; n++) {
    const r = recallOf(sums, at, layout, n);
    if (r < 0) continue;
    recalled++;
    recalls += r;
  }
  const AvgP = logarithms === -Infinity ? 0 : exp(logarithms / present);
  const Fmean = fOf(precisions / present, recalled > 0 ? recalls / recalled : 0, alpha);
  const AvgF = fs / present;
  return { AvgP, Fmean, AvgF, score: avgP * AvgP + fMean * Fmean + (1 - avgP - fMean) * AvgF };
}

/** Equation 2 for n words, averaged over the kinds of items that either side has; −1 if there is none. */
function precisionOf(sums: ArrayLike<number>, at: number, { width, places }: ItemLayout, n: number): number {
  const ofKinds = places[n - 1]!;
  let present = 0;
  let sum = 0;
  for (let kind = 0; kind < ofKinds.length; kind++) {
    const matches = at + ofKinds[kind]!;
    const inHypothesis = sums[matches + width]!;
    if (inHypothesis === 0 && sums[matches + 2 * width] === 0) continue;
    present++;
    if (inHypothesis > 0) sum += sums[matches]! / inHypothesis;
  }
  return present > 0 ? sum / present : -1;
}

/** Equation 3, of n-grams only; −1 if neither side has any. Those matched in a longer reference can be more than the closest one has. */
function recallOf(sums: ArrayLike<number>, at: number, { width }: ItemLayout, n: number): number {
  const matches = at + n - 1;
  const inReference = sums[matches + 2 * width]!;
  if (inReference > 0) return Math.min(1, sums[matches]! / inReference);
  return sums[matches + width] === 0 ? -1 : 0;
}

function fOf(p: number, r: number, alpha: number): number {
  const divisor = alpha * p + (1 - alpha) * r;
  return divisor > 0 ? (p * r) / divisor : 0;
}
