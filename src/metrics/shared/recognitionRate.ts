/** Recognition rates: what was recognized over what there was, in weights that no system can change. Chiang et al., EMNLP 2008, section 4.3. */
import type { Counter, MetricBody, Text, Tokens, View } from '../../core/index.ts';

interface RateOf {
  /** What a hypothesis recognizes of a reference; makes a function with memory of its own. */
  readonly recognized: () => (hypothesis: Tokens, reference: Tokens) => number;
  /** What there is to recognize in a reference of so many words. */
  readonly whole: (length: number) => number;
}

/** With nothing to recognize, all is well as long as nothing went wrong. */
const ratio = (recognized: number, whole: number): number =>
  whole > 0 ? recognized / whole : recognized === 0 ? 1 : 0;

export function recognitionRate(name: string, view: View, { recognized, whole }: RateOf): MetricBody {
  return {
    name,
    higherIsBetter: true,
    decomposable: true,
    reads: [view],
    statistics: ['recognized', 'to recognize'],
    counter(): Counter {
      const recognizedOf = recognized();
      let references: readonly Text[] = [];
      let weight = 0; // mean over references of what there is to recognize
      return {
        prepare(texts) {
          references = texts;
          weight = 0;
          for (const [text] of texts) weight += whole(text!.end - text!.start);
          weight /= texts.length;
        },
        collect([hypothesis], rows, at) {
          let best = -Infinity;
          let found = 0;
          for (let r = 0; r < references.length; r++) {
            const reference = references[r]![0]!;
            const here = recognizedOf(hypothesis!, reference);
            const there = whole(reference.end - reference.start);
            const rate = ratio(here, there);
            if (rate <= best) continue;
            best = rate;
            // In this order a number of grams stays one as long as all references have as many.
            found = there > 0 ? (here * weight) / there : weight > 0 ? rate * weight : here;
          }
          rows[at] = found;
          rows[at + 1] = weight;
        },
      };
    },
    score: ({ 0: found = 0, 1: there = 0 }) => 100 * ratio(found, there),
  };
}

export const recognitionNotes = [
  'With several references the highest rate of a segment counts, in the mean of what there is to recognize in each: the weights of segments must not depend on the system, or a weighted mean of sentence scores no longer is what the paper wants. Repeating a reference moves that mean.',
  'Scores below 0 are kept. An empty reference has nothing to recognize: it adds what insertions cost and no weight; by itself it scores 100 if that is nothing, else 0.',
];
