/** N-best lists with the rows that a metric counts of them: what PRO and MIRA learn from. */
import { UsageError, counted } from '../core/index.ts';
import type { Candidates } from './candidates.ts';
import { checkFeatures } from './checkFeatures.ts';

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

/** Refuses rows that are not those of the candidates, or cannot be computed with. */
export function checkRows(rows: Float64Array, width: number, candidates: number): void {
  if (width < 1 || rows.length !== candidates * width) {
    const numbers = counted(rows.length, 'number');
    throw new UsageError(`There are ${numbers} in rows of ${width} for ${counted(candidates, 'candidate')}.`);
  }
  if (!rows.every(Number.isFinite)) throw new UsageError('Rows of candidates must be finite numbers.');
}

export function checkWeights(weights: Float64Array, featureNames: readonly string[], where: string): void {
  if (weights.length !== featureNames.length) {
    const features = counted(featureNames.length, 'feature');
    throw new UsageError(`${where} has ${counted(weights.length, 'weight')} for ${features}. Each feature needs one.`);
  }
  const wrong = weights.findIndex((weight) => !Number.isFinite(weight));
  if (wrong < 0) return;
  throw new UsageError(
    `${where}: the weight of ${featureNames[wrong]} is ${weights[wrong]}. It must be a finite number.`,
  );
}

/** Σ |w|. */
export function l1Norm(weights: Float64Array): number {
  let sum = 0;
  for (const weight of weights) sum += Math.abs(weight);
  return sum;
}

/** Refuses a setting out of bounds. */
export function checkSetting(what: string, value: number, accepts: string, isRight: (value: number) => boolean): void {
  if (!isRight(value)) throw new UsageError(`${what} must be ${accepts}, not ${value}.`);
}
