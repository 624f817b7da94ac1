/** The signed-rank test of paired differences: Wilcoxon (1945), zeros by Pratt (1959). */
import { normalCdf } from '../normal.ts';
import { averageRanks } from '../ranks.ts';

export interface Wilcoxon {
  /** Sums of the ranks of positive and of negative differences. */
  readonly positive: number;
  readonly negative: number;
  /** Differences that were ranked and are not 0. */
  readonly count: number;
  readonly method: 'exact' | 'normal';
  /** Two-sided. */
  readonly p: number;
}

/** Up to so many differences all signs are tried; sums of ways are then integers below 2⁵³. */
const mostExact = 50;

/**
 * Differences of 0 are `dropped` before ranking (Wilcoxon), or `ranked` with the others and then dropped (Pratt). Equal sizes share the mean of
 * their ranks, and the exact distribution is that of these ranks. Above 50 differences the normal distribution stands in for it, with the
 * variance that ties leave and without correction for continuity, as in SciPy's `wilcoxon`.
 */
export function wilcoxon(differences: ArrayLike<number>, zeros: 'dropped' | 'ranked' = 'dropped'): Wilcoxon {
  const kept = Array.from(differences).filter((difference) => zeros === 'ranked' || difference !== 0);
  const ofAll = averageRanks(kept.map(Math.abs));
  const signed = kept.flatMap((difference, i) =>
    difference === 0 ? [] : [{ isPositive: difference > 0, rank: ofAll[i]! }],
  );
  const count = signed.length;
  let positive = 0;
  let negative = 0;
  let squares = 0;
  for (const { isPositive, rank } of signed) {
    if (isPositive) positive += rank;
    else negative += rank;
    squares += rank * rank;
  }
  const shape = { positive, negative, count };
  if (count <= mostExact) {
    return {
      ...shape,
      method: 'exact',
      p: exactP(
        signed.map(({ rank }) => rank),
        Math.min(positive, negative),
      ),
    };
  }
  // Each rank is added with a fair coin: the variance is a quarter of the sum of squares, whatever ties there are.
  const z = Math.abs(positive - negative) / Math.sqrt(squares);
  return { ...shape, method: 'normal', p: Math.min(1, 2 * normalCdf(-z)) };
}

/** P(smaller sum ≤ the one observed) if all signs are equally likely. Ranks are whole or halves, so that twice a rank is whole. */
function exactP(ranks: readonly number[], smaller: number): number {
  let all = 0;
  for (const rank of ranks) all += 2 * rank;
  const ways = new Float64Array(all + 1);
  ways[0] = 1;
  let reached = 0;
  for (const rank of ranks) {
    const step = 2 * rank;
    reached += step;
    for (let sum = reached; sum >= step; sum--) ways[sum]! += ways[sum - step]!;
  }
  let tail = 0;
  for (let sum = 0; sum <= 2 * smaller; sum++) tail += ways[sum]!;
  return Math.min(1, (2 * tail) / 2 ** ranks.length);
}
