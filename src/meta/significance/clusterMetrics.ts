/** Metrics in clusters that no test tells apart, and those that no other beats. */

export interface RankedMetric {
  readonly name: string;
  readonly value: number;
  /** The cluster, 1 for the best; undefined for a metric without agreement. */
  readonly rank: number | undefined;
  /** No metric is significantly better: what WMT prints in bold. */
  readonly isWinner: boolean;
}

/**
 * `values` are agreements, and pValues[i]![j]! is the p of metric i being better than metric j, one-sided. Significant is p ≤ alpha, here as
 * everywhere; NaN is not. Metrics come out from the best to the worst, of equally good ones the one named first in front.
 *
 * Clusters are those of mt-metrics-eval: going down, a metric joins the present cluster unless some metric already in it is significantly
 * better; then it opens the next. So none is significantly better than one further down in its cluster, but it need not be than all of the
 * next.
 */
export function clusterMetrics(
  names: readonly string[],
  values: ArrayLike<number>,
  pValues: readonly ArrayLike<number>[],
  alpha: number,
): RankedMetric[] {
  const isBetter = (i: number, j: number): boolean => i !== j && pValues[i]![j]! <= alpha;
  const all = names.map((_, metric) => metric);
  const ranked = all.filter((metric) => !Number.isNaN(values[metric])).sort((a, b) => values[b]! - values[a]! || a - b);
  const ranks = new Map<number, number>();
  let rank = 1;
  let cluster: number[] = [];
  for (const metric of ranked) {
    if (cluster.some((other) => isBetter(other, metric))) {
      rank++;
      cluster = [];
    }
    cluster.push(metric);
    ranks.set(metric, rank);
  }
  return [...ranked, ...all.filter((metric) => !ranks.has(metric))].map((metric) => ({
    name: names[metric]!,
    value: values[metric]!,
    rank: ranks.get(metric),
    isWinner: ranks.has(metric) && !ranked.some((other) => isBetter(other, metric)),
  }));
}
