/** Clusters of systems and the places each may have, from who is significantly better than whom. */
import type { Ranking, SystemComparison } from './comparison.ts';

/** Needs all pairs. What it guarantees is said at `Ranking`. */
export function rankSystems(
  scores: readonly number[],
  higherIsBetter: boolean,
  comparisons: readonly Pick<SystemComparison, 'first' | 'second' | 'verdict'>[],
): Ranking {
  const beats = scores.map(() => new Set<number>());
  for (const { first, second, verdict } of comparisons) {
    if (verdict > 0) beats[first]!.add(second);
    if (verdict < 0) beats[second]!.add(first);
  }
  const sign = higherIsBetter ? -1 : 1;
  const order = Array.from(scores.keys()).sort((a, b) => sign * (scores[a]! - scores[b]!) || a - b);
  const clusters: number[][] = [];
  let cluster: number[] = [];
  order.forEach((system, at) => {
    cluster.push(system);
    const later = order.slice(at + 1);
    if (
      later.length === 0 ||
      order.slice(0, at + 1).every((above) => later.every((below) => beats[above]!.has(below)))
    ) {
      clusters.push(cluster);
      cluster = [];
    }
  });
  const places = scores.map((_, system) => ({
    from: 1 + beats.filter((beaten) => beaten.has(system)).length,
    to: scores.length - beats[system]!.size,
  }));
  return { clusters, places };
}
