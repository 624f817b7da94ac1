/** N-best lists in the order of weights. */
import { weigh } from '../lattice/index.ts';
import type { Candidates } from './candidates.ts';

export interface Reranked {
  /** The candidates, best first within their segment; of equals the first in the list comes first. */
  readonly order: Int32Array;
  /** By candidate: weights times features. */
  readonly scores: Float64Array;
}

export function rerank({ segments, starts, features, texts }: Candidates, weights: Float64Array): Reranked {
  const scores = Float64Array.from(texts, (_, c) => weigh(features, c, weights));
  const order = Int32Array.from(texts, (_, c) => c);
  for (let i = 0; i < segments; i++) {
    order.subarray(starts[i], starts[i + 1]).sort((a, b) => scores[b]! - scores[a]! || a - b);
  }
  return { order, scores };
}

/** By segment the best candidate under the weights, of equals the first; −1 where there is none. */
export function bestCandidates({ segments, starts, features }: Candidates, weights: Float64Array): Int32Array {
  return Int32Array.from({ length: segments }, (_, i) => {
    let best = -1;
    let highest = -Infinity;
    for (let c = starts[i]!; c < starts[i + 1]!; c++) {
      const score = weigh(features, c, weights);
      if (best < 0 || score > highest) [best, highest] = [c, score];
    }
    return best;
  });
}

/** By segment the first candidate, which is the decoder's choice; −1 where there is none. */
export const firstCandidates = ({ segments, starts }: Candidates): Int32Array =>
  Int32Array.from({ length: segments }, (_, i) => (starts[i]! < starts[i + 1]! ? starts[i]! : -1));

/** The texts of one candidate a segment; empty where there is none. */
export const chosenTexts = ({ texts }: Candidates, chosen: Int32Array): string[] =>
  Array.from(chosen, (c) => (c < 0 ? '' : texts[c]!));
