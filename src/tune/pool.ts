/** N-best lists with the rows that a metric counts of them: what PRO and MIRA learn from. */
import type { Candidates } from './candidates.ts';
import { checkFeatures, checkRows, checkWeights } from './checks.ts';

export interface Pool {
  readonly candidates: Candidates;
  /** Candidate c has the row [c * width …). */
  readonly rows: Float64Array;
  readonly width: number;
}

/** Refuses what would turn weights into NaN. */
export function checkPool({ candidates, rows, width }: Pool, weights: Float64Array): void {
  const { texts, features, featureNames } = candidates;
  checkRows(rows, width, texts.length);
  checkFeatures(features, featureNames, 'The n-best lists');
  checkWeights(weights, featureNames, 'The start');
}

/** Σ |w|. */
export function l1Norm(weights: Float64Array): number {
  let sum = 0;
  for (const weight of weights) sum += Math.abs(weight);
  return sum;
}
