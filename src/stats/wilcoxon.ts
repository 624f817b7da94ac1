/** Are paired differences above 0? Wilcoxon's signed-rank test (1945). */
import { normalCdf } from './distributions.ts';
import { averageRanks } from './ranks.ts';

/** Up to this many differences all signs are tried; sums of ways are then integers below 2⁵³. */
const mostExact = 50;
/** Up to this many, SciPy tries all signs whatever ties there are. */
const mostTried = 13;

/**
 * Tests paired differences by Wilcoxon's signed-rank test (1945): whether they are above 0 (`greater`), below it (`less`) or either.
 * Returns the rank sums of positive and of negative differences and p; differences of 0 are dropped. Equal sizes share their mean rank,
 * and the exact distribution is that of these ranks. Above 50 differences it uses the normal approximation, with the variance corrected
 * for ties and without continuity correction, like SciPy's `wilcoxon`. SciPy 1.17 approximates fewer differences as well if there are more
 * than 13 and some are equal or 0; `ties` of `scipy` does that, to recompute published results.
 */
export function wilcoxon(
  differences: ArrayLike<number>,
  alternative: 'two-sided' | 'greater' | 'less' = 'two-sided',
  ties: 'exact' | 'scipy' = 'exact',
): { positive: number; negative: number; p: number } {
  const kept = Array.from(differences).filter((difference) => difference !== 0);
  const ranks = averageRanks(kept.map(Math.abs));
  let positive = 0;
  let negative = 0;
  let squares = 0;
  kept.forEach((difference, i) => {
    if (difference > 0) positive += ranks[i]!;
    else negative += ranks[i]!;
    squares += ranks[i]! * ranks[i]!;
  });
  const isExact =
    ties === 'exact' || (kept.length === differences.length && new Set(ranks).size === ranks.length)
      ? kept.length <= mostExact
      : differences.length <= mostTried;
  // Each rank is added with a fair coin: the variance is a quarter of the sum of squares, whatever ties there are.
  const atMost =
    isExact || squares === 0
      ? (sum: number): number => exactTail(ranks, sum)
      : (sum: number): number => normalCdf((2 * sum - positive - negative) / Math.sqrt(squares));
  const p =
    alternative === 'two-sided'
      ? Math.min(1, 2 * atMost(Math.min(positive, negative)))
      : atMost(alternative === 'greater' ? negative : positive);
  return { positive, negative, p };
}

/** P(sum ≤ the one observed) if all signs are equally likely. Ranks are whole or halves, so that twice a rank is whole. */
function exactTail(ranks: Float64Array, observed: number): number {
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
  for (let sum = 0; sum <= 2 * observed; sum++) tail += ways[sum]!;
  return tail / 2 ** ranks.length;
}
