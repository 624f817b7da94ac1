/**
 * Standard errors of coefficients where examples come in groups, such as comparisons of the outputs for one sentence, that are not
 * independent of each other: H⁻¹ (Σ s sᵀ) H⁻¹ · G / (G − 1), s being what a group of the G adds to the slope. Liang and Zeger (1986).
 */
import { cholesky, solveFactored } from './cholesky.ts';
import { type Design, weightedProducts } from './design.ts';

export interface FittedExamples {
  readonly design: Design;
  /** By example: what its likelihood's logarithm gains with the predicted value; for least squares, what is left of the target. */
  readonly residuals: ArrayLike<number>;
  /** The second derivative of its loss; 1 for least squares, if left out. */
  readonly curvatures?: ArrayLike<number>;
  readonly penalties: ArrayLike<number>;
  /** By example, its group, counted from 0. */
  readonly groups: ArrayLike<number>;
}

/** NaN with fewer than two groups, or where a coefficient is not determined. */
export function clusteredErrors({ design, residuals, curvatures, penalties, groups }: FittedExamples): Float64Array {
  const { rows, width } = design;
  const slopes = new Map<number, Float64Array>();
  for (let i = 0, at = 0; i < residuals.length; i++) {
    let slope = slopes.get(groups[i]!);
    if (!slope) slopes.set(groups[i]!, (slope = new Float64Array(width)));
    for (let k = 0; k < width; k++) slope[k]! += residuals[i]! * rows[at++]!;
  }
  const lower = cholesky(weightedProducts(design, curvatures, penalties), width);
  const count = slopes.size;
  if (!lower || count < 2) return new Float64Array(width).fill(NaN);
  const variances = new Float64Array(width);
  for (const slope of slopes.values()) {
    // The penalty adds the same to all coefficients whatever the groups say, so that it is not part of what varies.
    const pushed = solveFactored(lower, slope);
    for (let k = 0; k < width; k++) variances[k]! += pushed[k]! * pushed[k]!;
  }
  return variances.map((variance) => Math.sqrt((variance * count) / (count - 1)));
}
