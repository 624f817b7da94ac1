/** The score of the translations that weights choose from n-best lists: what every tuner is judged by. */
import type { Pool } from './candidates.ts';
import { bestCandidates } from './rerank.ts';
import type { Objective } from '../mert/searchSpace.ts';

/** In each segment the candidate with the highest score under the weights is chosen, of equals the first; without candidates it adds nothing. */
export function poolScore({ candidates, rows, width }: Pool, objective: Objective, weights: Float64Array): number {
  const sums = new Float64Array(width);
  for (const chosen of bestCandidates(candidates, weights)) {
    if (chosen < 0) continue;
    for (let k = 0, at = chosen * width; k < width; k++, at++) sums[k]! += rows[at]!;
  }
  return objective.score(sums);
}
