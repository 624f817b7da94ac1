/** Symmetric equations by Cholesky's decomposition A = LLᵀ. Matrices are square, row by row. */

/** L, below and on the diagonal; undefined if the matrix is not positive definite, to the precision of doubles. */
export function cholesky(matrix: Float64Array, size: number): Float64Array | undefined {
  const lower = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * size + j]!;
      for (let k = 0; k < j; k++) sum -= lower[i * size + k]! * lower[j * size + k]!;
      if (i > j) lower[i * size + j] = sum / lower[j * size + j]!;
      // What is left of the diagonal is rounding if it is so much smaller than what was there.
      else if (sum > 1e-13 * matrix[i * size + i]!) lower[i * size + i] = Math.sqrt(sum);
      else return undefined;
    }
  }
  return lower;
}

/** The x with LLᵀx = b. */
export function solveFactored(lower: Float64Array, b: ArrayLike<number>): Float64Array {
  const size = b.length;
  const x = Float64Array.from(b);
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) x[i]! -= lower[i * size + k]! * x[k]!;
    x[i]! /= lower[i * size + i]!;
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) x[i]! -= lower[k * size + i]! * x[k]!;
    x[i]! /= lower[i * size + i]!;
  }
  return x;
}
