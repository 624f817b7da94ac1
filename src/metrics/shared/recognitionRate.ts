/** Recognition rates: what was recognized over what there was, in weights that no system can change. Chiang et al., EMNLP 2008, section 4.3. */
import type { Counter, MetricBody, RecognitionSettings, ScoreRange, Text, Tokens, View } from '../../core/index.ts';
import { Recognition, countGrams } from '../../text/index.ts';

/** What a hypothesis recognizes of a reference. */
type Recognized = (hypothesis: Tokens, reference: Tokens) => number;

/** With nothing to recognize, all is well as long as nothing went wrong. */
const ratio = (recognized: number, whole: number): number =>
  whole > 0 ? recognized / whole : recognized === 0 ? 1 : 0;

/**
 * A word of the reference earns at most 1 to K by being matched, which `whole` is made of, and −β by being deleted, while a text of one
 * word is whole with 1. Only insertions have no end.
 */
const rangeOf = ({ insertion, deletion }: RecognitionSettings): ScoreRange => ({
  worst: insertion > 0 ? -Infinity : -100 * Math.max(0, deletion),
  best: insertion < 0 ? Infinity : 100 * Math.max(1, -deletion),
  unit: 100,
});

/** `recognizedBy` makes what counts with memory of its own, if there is a faster way than the automaton. */
export function recognitionRate(
  name: string,
  view: View,
  settings: RecognitionSettings,
  recognizedBy = (): Recognized => {
    const recognition = new Recognition(settings);
    return (hypothesis, reference) => recognition.weigh(hypothesis, reference);
  },
): MetricBody {
  /** What there is to recognize in a reference of so many words. */
  const whole = (length: number): number => countGrams(length, settings.order);
  return {
    name,
    range: rangeOf(settings),
    decomposable: true,
    reads: [view],
    statistics: ['recognized', 'to recognize'],
    recognition: settings,
    counter(): Counter {
      const recognizedOf = recognizedBy();
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
