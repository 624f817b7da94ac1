/** What metrics of overlap share: F1 of how much a hypothesis and its best reference have in common. */
import { type Counter, type MetricBody, type Text, type Tokens, percent } from '../../core/index.ts';

/** How much two texts have in common, in words. */
export type Common = (hypothesis: Tokens, reference: Tokens) => number;

const f1 = (common: number, hypothesis: number, reference: number): number =>
  hypothesis + reference > 0 ? (2 * common) / (hypothesis + reference) : 0;

/** A metric that adds up what segments have in common; `common` makes one counter's way to tell. */
export const overlapBody = (
  what: string,
  common: () => Common,
): Pick<MetricBody, 'range' | 'decomposable' | 'statistics' | 'lengths' | 'counter' | 'score' | 'parts'> => ({
  range: percent,
  decomposable: false,
  statistics: [what, 'hypothesis length', 'reference length'],
  lengths: { hypothesis: 1, reference: 2 },
  counter: () => overlapCounter(common()),
  score: (sums) => 100 * f1(sums[0]!, sums[1]!, sums[2]!),
  parts: (sums) => ({
    precision: sums[1]! > 0 ? (100 * sums[0]!) / sums[1]! : 0,
    recall: sums[2]! > 0 ? (100 * sums[0]!) / sums[2]! : 0,
  }),
});

/**
 * Each segment counts against the reference that gives it the highest F1; of several, the one nearest in length to the
 * hypothesis counts, then the shorter. With the same F1 and length they have the same in common, so their order is no matter.
 * Empty references do not count, nor does a segment that has no other.
 */
function overlapCounter(common: Common): Counter {
  let references: readonly Text[] = [];
  return {
    prepare(texts) {
      references = texts;
    },
    collect(hypothesis, rows, at) {
      const tokens = hypothesis[0]!;
      const length = tokens.end - tokens.start;
      let best = -1;
      let bestCommon = 0;
      let bestLength = 0;
      for (let r = 0; r < references.length; r++) {
        const reference = references[r]![0]!;
        const referenceLength = reference.end - reference.start;
        if (referenceLength === 0) continue;
        const found = common(tokens, reference);
        const score = f1(found, length, referenceLength);
        if (score < best) continue;
        if (score === best) {
          const farther = Math.abs(referenceLength - length) - Math.abs(bestLength - length);
          if (farther > 0 || (farther === 0 && referenceLength >= bestLength)) continue;
        }
        best = score;
        bestCommon = found;
        bestLength = referenceLength;
      }
      rows[at] = bestCommon;
      rows[at + 1] = best < 0 ? 0 : length;
      rows[at + 2] = bestLength;
    },
  };
}
