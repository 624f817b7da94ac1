/** Regressions: ridge and logistic, and standard errors of their coefficients. */
import { UsageError, exp, log } from '../core/index.ts';

/** A row of features for each example. An intercept is a column of ones without a penalty. */
export interface Design {
  /** Feature k of example i at i * width + k. */
  readonly rows: Float64Array;
  readonly width: number;
}

const examplesOf = ({ rows, width }: Design): number => rows.length / width;

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
function penaltySlope(penalties: ArrayLike<number>, coefficients: ArrayLike<number>): Float64Array {
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
function weightedProducts(
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
function featureSums(design: Design, values: ArrayLike<number>): Float64Array {
  const { rows, width } = design;
  const sums = new Float64Array(width);
  const count = examplesOf(design);
  for (let i = 0, at = 0; i < count; i++) {
    for (let k = 0; k < width; k++) sums[k]! += values[i]! * rows[at++]!;
  }
  return sums;
}

/**
 * Means and spreads of features, so that weights of different features can be compared and are penalised alike. Spreads are standard
 * deviations, and 1 for a feature that does not vary.
 */
export function standardisation(design: Design): { means: Float64Array; scales: Float64Array } {
  const { rows, width } = design;
  const count = examplesOf(design);
  const means = new Float64Array(width);
  const scales = new Float64Array(width);
  for (let at = 0; at < rows.length; at++) means[at % width]! += rows[at]! / count;
  for (let at = 0; at < rows.length; at++) scales[at % width]! += (rows[at]! - means[at % width]!) ** 2 / count;
  for (let k = 0; k < width; k++) {
    const spread = Math.sqrt(scales[k]!);
    // The mean of equal numbers may differ from them in the last digit.
    scales[k] = spread > 1e-12 * Math.abs(means[k]!) ? spread : 1;
  }
  return { means, scales };
}

/** Ridge regression: the coefficients with the least ½ Σ (y − x·w)² + ½ Σ penalty · w². Hoerl and Kennard (1970). */
export function ridge(design: Design, targets: ArrayLike<number>, penalties: ArrayLike<number>): Float64Array {
  const lower = cholesky(weightedProducts(design, undefined, penalties), design.width);
  if (!lower) {
    throw new UsageError('The features are linearly dependent, so their weights are not determined. Add a penalty.');
  }
  return solveFactored(lower, featureSums(design, targets));
}

interface LogisticOptions {
  readonly start?: ArrayLike<number>;
  /** Whether no coefficient may be negative. */
  readonly atLeastZero?: boolean;
}

const mostSteps = 100;

/**
 * Logistic regression with a penalty: the coefficients with the least Σ ln(1 + e^(−y x·w)) + ½ wᵀPw, for outcomes y of 1 or −1.
 * P holds the penalties of the features, its diagonal if there is nothing else.
 * Newton's method, each step halved until it goes down, so that it ends from any start; coefficients that must not be negative are held
 * at 0 while the slope there goes up (Bertsekas 1982).
 */
export function logistic(
  design: Design,
  outcomes: ArrayLike<number>,
  penalties: ArrayLike<number>,
  { start = new Float64Array(design.width), atLeastZero = false }: LogisticOptions = {},
): Float64Array {
  const bounded = (weight: number): number => (atLeastZero ? Math.max(0, weight) : weight);
  let weights = Float64Array.from(start, bounded);
  let margins = predict(design, weights);
  let loss = penalisedLoss(margins, outcomes, weights, penalties);
  for (let step = 0; step < mostSteps; step++) {
    const { residuals, curvatures } = logisticSlopes(margins, outcomes);
    const sums = featureSums(design, residuals);
    const slope = penaltySlope(penalties, weights).map((each, k) => each - sums[k]!);
    const isHeld = (k: number): boolean => atLeastZero && weights[k] === 0 && slope[k]! >= 0;
    const move = newtonStep(weightedProducts(design, curvatures, penalties), slope, isHeld);
    // What the step promises: half of it is what the loss would fall by if it were a parabola.
    const promised = move.reduce((sum, by, k) => sum + by * slope[k]!, 0);
    if (promised <= 1e-18 * loss) return weights;
    let better = false;
    for (let size = 1; size > 1e-10 && !better; size /= 2) {
      const tried = weights.map((weight, k) => bounded(weight - size * move[k]!));
      const triedMargins = predict(design, tried);
      const triedLoss = penalisedLoss(triedMargins, outcomes, tried, penalties);
      if (triedLoss >= loss) continue;
      better = true;
      [weights, margins, loss] = [tried, triedMargins, triedLoss];
    }
    if (better) continue;
    if (loss < 1e-12 * margins.length) break; // there is nothing left to lose
    return weights; // as low as doubles can tell
  }
  throw new UsageError('The weights diverge, because the features separate the outcomes perfectly. Add a penalty.');
}

/** ln(1 + eˣ), without overflow. */
export function softplus(x: number): number {
  return x > 0 ? x + log(1 + exp(-x)) : log(1 + exp(x));
}

/** 1 / (1 + e⁻ˣ). */
export const sigmoid = (x: number): number => (x >= 0 ? 1 / (1 + exp(-x)) : exp(x) / (1 + exp(x)));

/** By example: the derivative of the likelihood's logarithm by the margin x·w, and the second derivative with its sign turned. */
export function logisticSlopes(
  margins: ArrayLike<number>,
  outcomes: ArrayLike<number>,
): { residuals: Float64Array; curvatures: Float64Array } {
  const residuals = new Float64Array(margins.length);
  const curvatures = new Float64Array(margins.length);
  for (let i = 0; i < margins.length; i++) {
    const wrong = sigmoid(-outcomes[i]! * margins[i]!);
    residuals[i] = outcomes[i]! * wrong;
    curvatures[i] = wrong * (1 - wrong);
  }
  return { residuals, curvatures };
}

function penalisedLoss(
  margins: ArrayLike<number>,
  outcomes: ArrayLike<number>,
  weights: ArrayLike<number>,
  penalties: ArrayLike<number>,
): number {
  let loss = 0;
  for (let i = 0; i < margins.length; i++) loss += softplus(-outcomes[i]! * margins[i]!);
  const slope = penaltySlope(penalties, weights);
  for (let k = 0; k < weights.length; k++) loss += (slope[k]! * weights[k]!) / 2;
  return loss;
}

/** H⁻¹ · slope over what is not held; where H is singular, a little is added to its diagonal. */
function newtonStep(hessian: Float64Array, slope: Float64Array, isHeld: (k: number) => boolean): Float64Array {
  const size = slope.length;
  const free = Array.from(slope.keys()).filter((k) => !isHeld(k));
  const count = free.length;
  const part = new Float64Array(count * count);
  free.forEach((a, i) => free.forEach((b, j) => (part[i * count + j] = hessian[a * size + b]!)));
  const largest = free.reduce((most, a) => Math.max(most, hessian[a * size + a]!), 1e-300);
  let lower = cholesky(part, count);
  for (let added = 1e-10 * largest; !lower; added *= 10) {
    for (let i = 0; i < count; i++) part[i * count + i]! += added;
    lower = cholesky(part, count);
  }
  const solved = solveFactored(
    lower,
    free.map((k) => slope[k]!),
  );
  const move = new Float64Array(size);
  free.forEach((k, i) => (move[k] = solved[i]!));
  return move;
}

interface FittedExamples {
  readonly design: Design;
  /** By example: what its likelihood's logarithm gains with the predicted value; for least squares, what is left of the target. */
  readonly residuals: ArrayLike<number>;
  /** The second derivative of its loss; 1 for least squares, if left out. */
  readonly curvatures?: ArrayLike<number>;
  readonly penalties: ArrayLike<number>;
  /** By example, its group, counted from 0. */
  readonly groups: ArrayLike<number>;
}

/**
 * Standard errors of coefficients where examples come in groups, such as comparisons of the outputs for one sentence, that are not
 * independent of each other: H⁻¹ (Σ s sᵀ) H⁻¹ · G / (G − 1), s being what a group of the G adds to the slope. Liang and Zeger (1986).
 * NaN with fewer than two groups, or where a coefficient is not determined.
 */
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

/** Cholesky's decomposition A = LLᵀ of a square matrix, row by row: L, below and on the diagonal; undefined if not positive definite, to the precision of doubles. */
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
