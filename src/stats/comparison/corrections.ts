/**
 * p-values corrected for how many of them there are (Holm 1979; Benjamini and Hochberg 1995), and what is significant then.
 */
import type { ComparedSystems, ComparisonSettings, Correction, Ranking, SystemComparison } from './comparison.ts';

/** Corrects p-values for multiple comparisons; compare the results with alpha itself. NaN stays NaN and does not count. */
export function correctP(pValues: ArrayLike<number>, correction: Correction): Float64Array {
  const corrected = Float64Array.from(pValues);
  if (correction === 'none') return corrected;
  const order = Array.from(corrected.keys())
    .filter((i) => !Number.isNaN(corrected[i]))
    .sort((a, b) => corrected[a]! - corrected[b]!);
  const count = order.length;
  if (correction === 'holm') {
    let largest = 0;
    order.forEach((i, rank) => {
      largest = Math.max(largest, Math.min(1, (count - rank) * corrected[i]!));
      corrected[i] = largest;
    });
    return corrected;
  }
  let smallest = 1;
  order.toReversed().forEach((i, fromEnd) => {
    smallest = Math.min(smallest, (count / (count - fromEnd)) * corrected[i]!);
    corrected[i] = smallest;
  });
  return corrected;
}

/** The smallest corrected p there can be, if `least` is the smallest before correction. All may be as small with Benjamini and Hochberg. */
export const leastCorrected = (least: number, family: number, correction: Correction): number =>
  correction === 'holm' ? Math.min(1, family * least) : least;

/**
 * Makes one family of all comparisons: those of one metric, as `compareMeasured` does, or of several metrics or parts of a test set. May be
 * repeated with another family. Comparisons that the test could not make do not count.
 */
export function correctTogether(
  compared: readonly ComparedSystems[],
  { correction, alpha }: Pick<ComparisonSettings, 'correction' | 'alpha'>,
): ComparedSystems[] {
  const all = compared.flatMap(({ comparisons }) => comparisons);
  const family = all.filter(({ p }) => !Number.isNaN(p)).length;
  const corrected = correctP(
    all.map(({ p }) => p),
    correction,
  );
  const ofMargins = correctP(
    all.map(({ equivalence }) => equivalence?.p ?? NaN),
    correction,
  );
  let at = 0;
  return compared.map((each) => {
    const comparisons = each.comparisons.map((comparison): SystemComparison => {
      const p = corrected[at]!;
      const pOfMargin = ofMargins[at++]!;
      const { equivalence } = comparison;
      return {
        ...comparison,
        corrected: p,
        verdict: p <= alpha ? comparison.favours : 0,
        ...(equivalence && {
          equivalence: { ...equivalence, corrected: pOfMargin, isEquivalent: pOfMargin <= alpha },
        }),
      };
    });
    const scores = each.systems.map(({ score }) => score);
    return {
      ...each,
      comparisons,
      family,
      leastCorrected: leastCorrected(each.leastP, family, correction),
      ...(each.settings.baseline === undefined && { ranking: rankSystems(scores, each.higherIsBetter, comparisons) }),
    };
  });
}

/** Clusters of systems and the places each may have, from who is significantly better than whom. Needs all pairs. */
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
