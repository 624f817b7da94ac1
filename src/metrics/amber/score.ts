/** AMBER's score before penalties: Chen and Kuhn (WMT 2011), section 2.1. */
import { exp, log } from '../../core/index.ts';
import type { ItemLayout, Matching } from './items.ts';
import { mean } from './penalties.ts';

export interface ScoreSettings {
  /** N and M. */
  readonly order: number;
  readonly recallOrder: number;
  readonly alpha: number;
  /** θ₁ and θ₂. */
  readonly avgP: number;
  readonly fMean: number;
  readonly matching: readonly Matching[];
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
  { order, recallOrder, alpha, avgP, fMean, matching }: ScoreSettings,
): ScoreParts {
  const matches = (k: number): number => sums[at + k]!;
  const inHypothesis = (k: number): number => sums[at + layout.width + k]!;
  const inReference = (k: number): number => sums[at + 2 * layout.width + k]!;
  const isAbsent = (k: number): boolean => inHypothesis(k) === 0 && inReference(k) === 0;

  /** Equation 2, averaged over the kinds of items; undefined if neither side has any. */
  const precision = (n: number): number | undefined => {
    const present = matching.map((kind) => layout.at(kind, n)).filter((k) => !isAbsent(k));
    if (present.length === 0) return undefined;
    return mean(present.map((k) => (inHypothesis(k) > 0 ? matches(k) / inHypothesis(k) : 0)));
  };
  /** Equation 3, of n-grams only. Those matched in a longer reference can be more than the closest one has. */
  const recall = (n: number): number | undefined => {
    const k = layout.at('ngram', n);
    if (isAbsent(k)) return undefined;
    return inReference(k) > 0 ? Math.min(1, matches(k) / inReference(k)) : 0;
  };
  const f = (p: number, r: number): number => {
    const divisor = alpha * p + (1 - alpha) * r;
    return divisor > 0 ? (p * r) / divisor : 0;
  };

  const upTo = (most: number) => Array.from({ length: most }, (_, n) => n + 1);
  const isNumber = (value: number | undefined): value is number => value !== undefined;
  const precisions = upTo(order).map(precision);
  const present = precisions.filter(isNumber);
  if (present.length === 0) return { AvgP: 0, Fmean: 0, AvgF: 0, score: 0 };
  const AvgP = present.includes(0) ? 0 : exp(mean(present.map(log)));
  const recalls = upTo(recallOrder).map(recall).filter(isNumber);
  const Fmean = f(mean(present), recalls.length > 0 ? mean(recalls) : 0);
  const AvgF = mean(precisions.flatMap((p, n) => (p === undefined ? [] : [f(p, recall(n + 1) ?? 0)])));
  return { AvgP, Fmean, AvgF, score: avgP * AvgP + fMean * Fmean + (1 - avgP - fMean) * AvgF };
}
