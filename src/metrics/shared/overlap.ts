/** What metrics of overlap share: F1 of how much a hypothesis and its best reference have in common. */
import { type MetricBody, type Tokens, percent } from '../../core/index.ts';
import { bestRowCounter } from './bestReference.ts';

/** How much two texts have in common, in words. */
export type Common = (hypothesis: Tokens, reference: Tokens) => number;

const lengths = { hypothesis: 1, reference: 2 };

const f1 = (row: ArrayLike<number>): number => (row[1]! + row[2]! > 0 ? (2 * row[0]!) / (row[1]! + row[2]!) : 0);

/** A metric that adds up what segments have in common; `common` makes one counter's way to tell. */
export const overlapBody = (
  what: string,
  common: () => Common,
): Pick<MetricBody, 'range' | 'decomposable' | 'statistics' | 'lengths' | 'counter' | 'score' | 'parts'> => ({
  range: percent,
  decomposable: false,
  statistics: [what, 'hypothesis length', 'reference length'],
  lengths,
  counter() {
    const commonOf = common();
    // With the same F1 and length they have the same in common. Empty references do not count, nor does a segment that has no other.
    return bestRowCounter({
      width: 3,
      lengths,
      prefers: 'greater',
      count([hypothesis], [reference], row) {
        row[0] = commonOf(hypothesis!, reference!);
        row[1] = hypothesis!.end - hypothesis!.start;
        row[2] = reference!.end - reference!.start;
      },
      score: f1,
    });
  },
  score: (sums) => 100 * f1(sums),
  parts: (sums) => ({
    precision: sums[1]! > 0 ? (100 * sums[0]!) / sums[1]! : 0,
    recall: sums[2]! > 0 ? (100 * sums[0]!) / sums[2]! : 0,
  }),
});
