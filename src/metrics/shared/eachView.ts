/** Counts the same of every view a metric reads, such as words and then tags, and writes the rows side by side. */
import type { Counter, Text, Tokens } from '../../core/index.ts';

/** `counterOf` makes a counter that sees one of the views as its only one; `width` is how much of a row it writes. */
export function countEachView(views: number, width: number, counterOf: () => Counter): Counter {
  const counters = Array.from({ length: views }, counterOf);
  const references: [Tokens][][] = counters.map(() => []); // by view, reused from segment to segment
  const hypothesis: Tokens[] = [];
  return {
    prepare(texts: readonly Text[]) {
      counters.forEach((counter, v) => {
        const own = references[v]!;
        own.length = texts.length;
        for (let r = 0; r < texts.length; r++) (own[r] ??= [texts[r]![v]!])[0] = texts[r]![v]!;
        counter.prepare(own, undefined);
      });
    },
    collect(text, rows, at) {
      for (let v = 0; v < views; v++) {
        hypothesis[0] = text[v]!;
        counters[v]!.collect(hypothesis, rows, at + v * width);
      }
    },
  };
}
