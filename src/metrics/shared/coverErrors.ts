/** CDER's errors where a substituted word costs as much as its letters change. */
import type { Text } from '../../core/index.ts';
import { CoverDistance, LetterCost, type LowerBounds, type SubstitutionCost } from '../../text/index.ts';

/** Of texts seen as words and as spelled words, in this order. */
export function coverErrors(): (hypothesis: Text, reference: Text) => number {
  const distance = new CoverDistance();
  const letters = new LetterCost();
  const cost: SubstitutionCost = (i, j, limit) => letters.of(i, j, limit);
  const lowerBounds: LowerBounds = (j, bounds, count) => letters.lowerBounds(j, bounds, count);
  return ([words, spelled], [target, spelledTarget]) => {
    letters.set(spelled!, spelledTarget!);
    return distance.weighted(words!, target!, cost, lowerBounds);
  };
}
