/** Sorts the candidates of n-best lists by scores, such as those under given weights. */
import { UsageError } from '../../core/index.ts';
import { weigh } from '../../lattice/index.ts';
import type { Objective } from '../mert/searchSpace.ts';
import type { Candidates, Pool } from './candidates.ts';

export interface Reranked {
  /** The candidates, best first within their segment; ties keep the order of the list. */
  readonly order: Int32Array;
  /** By candidate. */
  readonly scores: Float64Array;
}

export const rerank = (candidates: Candidates, weights: Float64Array): Reranked =>
  rerankBy(
    candidates,
    Float64Array.from(candidates.texts, (_, c) => scoreOf(candidates, c, weights)),
  );

/** By scores from elsewhere; higher is better. */
export function rerankBy({ segments, starts, texts }: Candidates, scores: Float64Array): Reranked {
  const order = Int32Array.from(texts, (_, c) => c);
  for (let i = 0; i < segments; i++) {
    order.subarray(starts[i], starts[i + 1]).sort((a, b) => scores[b]! - scores[a]! || a - b);
  }
  return { order, scores };
}

/** By segment, the best candidate under the weights; ties go to the first; −1 if there is none. */
export const bestCandidates = (candidates: Candidates, weights: Float64Array): Int32Array =>
  bestBy(candidates, (c) => scoreOf(candidates, c, weights));

/** The same by scores from elsewhere. */
export const bestScored = (candidates: Candidates, scores: Float64Array): Int32Array =>
  bestBy(candidates, (c) => scores[c]!);

function bestBy({ segments, starts }: Candidates, scoreAt: (candidate: number) => number): Int32Array {
  return Int32Array.from({ length: segments }, (_, i) => {
    let best = -1;
    let highest = -Infinity;
    for (let c = starts[i]!; c < starts[i + 1]!; c++) {
      const score = scoreAt(c);
      if (best < 0 || score > highest) [best, highest] = [c, score];
    }
    return best;
  });
}

function scoreOf({ starts, features }: Candidates, candidate: number, weights: Float64Array): number {
  const score = weigh(features, candidate, weights);
  if (Number.isFinite(score)) return score;
  const segment = starts.findIndex((_, i) => candidate < starts[i + 1]!);
  throw new UsageError(
    `Candidate ${candidate - starts[segment]! + 1} of segment ${segment}, segments numbered from 0, has the score ${score}: its features or the weights are too large.`,
  );
}

/** By segment, the first candidate, which is the decoder's choice; −1 if there is none. */
export const firstCandidates = ({ segments, starts }: Candidates): Int32Array =>
  Int32Array.from({ length: segments }, (_, i) => (starts[i]! < starts[i + 1]! ? starts[i]! : -1));

/** The text of one candidate per segment; empty if there is none. */
export const chosenTexts = ({ texts }: Candidates, chosen: Int32Array): string[] =>
  Array.from(chosen, (c) => (c < 0 ? '' : texts[c]!));

/**
 * The score of the translations that weights choose, which every tuner is judged by. In each segment the candidate with the highest score
 * is chosen; ties go to the first. A segment without candidates adds nothing.
 */
export function poolScore({ candidates, rows, width }: Pool, objective: Objective, weights: Float64Array): number {
  const sums = new Float64Array(width);
  for (const chosen of bestCandidates(candidates, weights)) {
    if (chosen < 0) continue;
    for (let k = 0, at = chosen * width; k < width; k++, at++) sums[k]! += rows[at]!;
  }
  return objective.score(sums);
}
