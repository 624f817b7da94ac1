/** What regressions are made from: a row of features for each example. An intercept is a column of ones without a penalty. */

export interface Design {
  /** Feature k of example i at i * width + k. */
  readonly rows: Float64Array;
  readonly width: number;
}

export const examplesOf = ({ rows, width }: Design): number => rows.length / width;

/** Σ coefficients · features, for each example. */
export function predict(design: Design, coefficients: ArrayLike<number>): Float64Array {
  const { rows, width } = design;
  const predicted = new Float64Array(examplesOf(design));
  for (let i = 0, at = 0; i < predicted.length; i++) {
    let sum = 0;
    for (let k = 0; k < width; k++) sum += coefficients[k]! * rows[at++]!;
    predicted[i] = sum;
  }
  return predicted;
}

/** P · w, the slope of the penalty ½ wᵀPw. */
export function penaltySlope(penalties: ArrayLike<number>, coefficients: ArrayLike<number>): Float64Array {
  const size = coefficients.length;
  if (penalties.length === size) return Float64Array.from(penalties, (penalty, k) => penalty * coefficients[k]!);
  const slope = new Float64Array(size);
  for (let at = 0; at < size * size; at++) slope[Math.floor(at / size)]! += penalties[at]! * coefficients[at % size]!;
  return slope;
}

/**
 * XᵀWX + P: both halves of a symmetric matrix, row by row. `weights` are of examples; `penalties` are those of features, the diagonal of P,
 * or all of P.
 */
export function weightedProducts(
  design: Design,
  weights: ArrayLike<number> | undefined,
  penalties: ArrayLike<number>,
): Float64Array {
  const { rows, width } = design;
  const products = new Float64Array(width * width);
  const count = examplesOf(design);
  for (let i = 0, from = 0; i < count; i++, from += width) {
    const weight = weights ? weights[i]! : 1;
    for (let a = 0; a < width; a++) {
      const scaled = weight * rows[from + a]!;
      if (scaled === 0) continue;
      for (let b = 0, to = a * width; b <= a; b++) products[to + b]! += scaled * rows[from + b]!;
    }
  }
  const isDiagonal = penalties.length === width;
  for (let a = 0; a < width; a++) {
    for (let b = 0; b < a; b++) products[b * width + a] = products[a * width + b]!;
  }
  for (let k = 0; k < penalties.length; k++) products[isDiagonal ? k * (width + 1) : k]! += penalties[k]!;
  return products;
}

/** Xᵀv. */
export function featureSums(design: Design, values: ArrayLike<number>): Float64Array {
  const { rows, width } = design;
  const sums = new Float64Array(width);
  const count = examplesOf(design);
  for (let i = 0, at = 0; i < count; i++) {
    for (let k = 0; k < width; k++) sums[k]! += values[i]! * rows[at++]!;
  }
  return sums;
}
