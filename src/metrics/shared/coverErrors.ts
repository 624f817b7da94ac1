/** CDER's errors where a substituted word costs as much as its letters change. */
import { CoverDistance, LetterCosts } from '../../text/index.ts';
import type { Errors } from './errorRate.ts';

/** Of texts seen as words and as spelled words, in this order. */
export function coverErrors(): Required<Errors> {
  const distance = new CoverDistance();
  const costs: LetterCosts[] = []; // by reference
  return {
    prepare(references) {
      for (let r = 0; r < references.length; r++) (costs[r] ??= new LetterCosts()).setReference(references[r]![1]!);
    },
    between([words, letters], [target], r) {
      const substitutions = costs[r]!;
      substitutions.setHypothesis(words!, letters!);
      return distance.weighted(words!, target!, substitutions);
    },
  };
}
