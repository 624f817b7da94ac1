/** Lets a counter see a text of the view `spelledWords` as two: its words, and their letters. */
import type { Counter, Text } from '../../core/index.ts';
import { SpelledText } from '../../text/index.ts';

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
