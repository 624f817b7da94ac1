/** CDER's errors where a substituted word costs as much as its letters change. */
import type { Text } from '../../core/index.ts';
import { CoverDistance, LetterCosts } from '../../text/index.ts';

/** Of texts seen as words and as spelled words, in this order. */
export function coverErrors(): (hypothesis: Text, reference: Text) => number {
  const distance = new CoverDistance();
  const letters = new LetterCosts();
  return ([words, spelled], [target, spelledTarget]) => {
    letters.set(spelled!, spelledTarget!);
    return distance.weighted(words!, target!, letters);
  };
}
