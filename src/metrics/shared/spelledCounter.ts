/** Lets a counter see a text of the view `spelledWords` as two: its words, and their letters. */
import type { Counter, Text } from '../../core/index.ts';
import { CoverDistance, LetterCosts, SpelledText } from '../../text/index.ts';
import type { Errors } from './errorRate.ts';

export function spelledCounter(counter: Counter): Counter {
  const hypothesis = new SpelledText();
  const spelled: SpelledText[] = [];
  const references: Text[] = []; // the same from segment to segment, as far as their number is
  return {
    prepare(texts) {
      references.length = texts.length;
      for (let r = 0; r < texts.length; r++) references[r] = (spelled[r] ??= new SpelledText()).take(texts[r]![0]!);
      counter.prepare(references, undefined);
    },
    collect(text, rows, at) {
      counter.collect(hypothesis.take(text[0]!), rows, at);
    },
  };
}

/** CDER's errors where a substituted word costs as much as its letters change, of texts seen as words and as spelled words, in this order. */
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
