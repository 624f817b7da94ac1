/** Lets a counter read a text of the view `spelledWords` as two: its words, and their letters. */
import type { Counter, Explainer, MetricBody, Text } from '../../core/index.ts';
import { CoverDistance, LetterCosts, SpelledText } from '../../text/index.ts';
import type { Errors } from './errorRate.ts';

function spelledCounter(counter: Counter): Counter {
  const hypothesis = new SpelledText();
  const spelled: SpelledText[] = [];
  const references: Text[] = []; // the same objects from segment to segment while their number is the same
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

/** Takes the texts of a segment apart in the same way. */
const spelledExplainer = (explainer: Explainer): Explainer => ({
  explain: (hypothesis, references, _source, shown) =>
    explainer.explain(
      new SpelledText().take(hypothesis[0]!),
      references.map((text) => new SpelledText().take(text[0]!)),
      undefined,
      shown,
    ),
});

/** The body of a metric whose counter and explainer read words and letters, for texts of the view `spelledWords`. */
export const ofSpelledWords = (body: MetricBody): MetricBody => ({
  ...body,
  counter: () => spelledCounter(body.counter()),
  ...(body.explainer && { explainer: () => spelledExplainer(body.explainer!()) }),
});

/** CDER's errors with letter-based substitution costs, of texts as words and as spelled words, in this order. */
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
