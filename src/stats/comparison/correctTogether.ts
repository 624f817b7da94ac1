/** Corrects the p-values of comparisons that are looked at together, and says what is significant then. */
import type { ComparedSystems, ComparisonSettings, SystemComparison } from './comparison.ts';
import { correctP, leastCorrected } from './corrections.ts';
import { rankSystems } from './rankSystems.ts';

/**
 * Makes one family of all comparisons: those of one metric, as `compareMeasured` does, or of several metrics or parts of a test set. May be
 * done anew with another family. Comparisons of which the test can say nothing do not count.
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
