/** With several references: which of them each output follows, by the n-grams it shares with each alone. */
import { SharedNgrams } from '../text/index.ts';
import type { WordTexts } from './wordTexts.ts';

export interface MatchedReferences {
  /** By reference, counted by its place in the list of a segment: segments that have it. As many as the longest list has. */
  readonly offered: readonly number[];
  readonly bySystem: readonly ReferenceShares[];
}

interface ReferenceShares {
  /** By reference: segments in which it alone shares most n-grams. */
  readonly alone: readonly number[];
  /** By reference: the same, with a tied segment divided equally among the references concerned. With `unmatched` they add up to all. */
  readonly credit: readonly number[];
  /** Segments in which several references share as many n-grams, but at least one. */
  readonly tied: number;
  /** Segments in which no reference shares any. */
  readonly unmatched: number;
}

/**
 * Counts, for each system, the segments in which its output shares the most n-grams with each reference. All n-grams up to `order` count
 * together, each as often as both output and reference have it. A longer reference can share more n-grams, as in BLEU.
 */
export function matchedReferences({ hypotheses, references }: WordTexts, order = 4): MatchedReferences {
  const most = references.reduce((longest, list) => Math.max(longest, list.length), 0);
  const bySystem = hypotheses.map(() => ({ alone: zeros(most), credit: zeros(most), tied: 0, unmatched: 0 }));
  const matcher = new SharedNgrams(order);
  const counts = new Float64Array(2 * order);
  const shared = new Float64Array(hypotheses.length * most);
  references.forEach((list, i) => {
    list.forEach((reference, r) => {
      matcher.setReferences([reference]);
      hypotheses.forEach((texts, s) => {
        counts.fill(0);
        matcher.match(texts[i]!, counts, 0, order);
        shared[s * most + r] = counts.subarray(0, order).reduce((sum, count) => sum + count, 0);
      });
    });
    bySystem.forEach((shares, s) => enter(shares, shared.subarray(s * most, s * most + list.length)));
  });
  return {
    offered: Array.from({ length: most }, (_, r) => references.filter((list) => list.length > r).length),
    bySystem,
  };
}

/** Adds a segment to the shares of a system. */
function enter(
  shares: { alone: number[]; credit: number[]; tied: number; unmatched: number },
  shared: Float64Array,
): void {
  const highest = Math.max(...shared);
  const leaders = highest === 0 ? [] : [...shared.keys()].filter((r) => shared[r] === highest);
  for (const r of leaders) shares.credit[r]! += 1 / leaders.length;
  if (leaders.length === 0) shares.unmatched++;
  else if (leaders.length > 1) shares.tied++;
  else shares.alone[leaders[0]!]! += 1;
}

const zeros = (length: number): number[] => new Array<number>(length).fill(0);
