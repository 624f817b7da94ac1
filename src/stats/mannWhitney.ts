/** Are values of one sample larger than those of another? Mann and Whitney (1947), with the choices of SciPy's `mannwhitneyu`. */
import { normalCdf } from './distributions.ts';
import { averageRanks } from './ranks.ts';

interface MannWhitney {
  /** Pairs in which the value of `x` is larger; a tie counts half. */
  readonly u: number;
  readonly p: number;
}

/**
 * Tests whether the values of one sample are larger than those of another (Mann and Whitney, 1947). `greater` tests whether `x` is larger
 * than `y`. The test is exact if one sample has at most 8 values and no values are equal; otherwise it uses the normal approximation,
 * corrected for ties and continuity. With an empty sample, p is 1.
 */
export function mannWhitney(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  alternative: 'greater' | 'less' | 'two-sided',
): MannWhitney {
  const n = x.length;
  const m = y.length;
  const values = new Float64Array(n + m);
  values.set(x, 0);
  values.set(y, n);
  const ranks = averageRanks(values);
  let u = (-n * (n + 1)) / 2;
  for (let i = 0; i < n; i++) u += ranks[i]!;
  if (n === 0 || m === 0) return { u: 0, p: 1 };
  const tail = upperTail(values, n, m);
  if (alternative === 'greater') return { u, p: tail(u) };
  if (alternative === 'less') return { u, p: tail(n * m - u) };
  return { u, p: Math.min(1, 2 * tail(Math.max(u, n * m - u))) };
}

/** P(U ≥ u) if both samples came from the same distribution. */
function upperTail(values: Float64Array, n: number, m: number): (u: number) => number {
  const count = n + m;
  const sorted = values.toSorted();
  let ties = 0; // Σ t³ − t
  for (let from = 0; from < count;) {
    let to = from + 1;
    while (to < count && sorted[to] === sorted[from]) to++;
    const tied = to - from;
    ties += tied * tied * tied - tied;
    from = to;
  }
  if (ties === 0 && Math.min(n, m) <= 8) return exactTail(n, m);
  const deviation = Math.sqrt(((n * m) / 12) * (count + 1 - ties / (count * (count - 1))));
  // All values equal: nothing speaks for a difference.
  if (!(deviation > 0)) return () => 1;
  return (u) => normalCdf(((n * m) / 2 - u + 0.5) / deviation);
}

/**
 * The number of ways to each u is the coefficient of qᵘ in Π (1 − q^(m + i)) / (1 − qⁱ) for i from 1 to n, the smaller sample: after each
 * factor it is that of a smaller sample, so all numbers stay positive.
 */
function exactTail(first: number, second: number): (u: number) => number {
  const n = Math.min(first, second);
  const m = Math.max(first, second);
  const most = n * m;
  const ways = new Float64Array(most + 1);
  ways[0] = 1;
  for (let i = 1; i <= n; i++) {
    for (let u = most; u >= m + i; u--) ways[u]! -= ways[u - m - i]!;
    for (let u = i; u <= most; u++) ways[u]! += ways[u - i]!;
  }
  let all = 0;
  for (let u = 0; u <= most; u++) all += ways[u]!;
  // The distribution is symmetric: P(U ≥ u) = P(U ≤ most − u), which is added up from the small end.
  return (u) => {
    let sum = 0;
    for (let k = 0; k <= most - u; k++) sum += ways[k]!;
    return sum / all;
  };
}
