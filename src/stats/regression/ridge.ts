/** Ridge regression: the coefficients with the least ½ Σ (y − x·w)² + ½ Σ penalty · w². Hoerl and Kennard (1970). */
import { UsageError } from '../../core/index.ts';
import { cholesky, solveFactored } from './cholesky.ts';
import { type Design, featureSums, weightedProducts } from './design.ts';

export function ridge(design: Design, targets: ArrayLike<number>, penalties: ArrayLike<number>): Float64Array {
  const lower = cholesky(weightedProducts(design, undefined, penalties), design.width);
  if (!lower) {
    throw new UsageError('The features depend on each other: without a penalty their weights are not determined.');
  }
  return solveFactored(lower, featureSums(design, targets));
}
