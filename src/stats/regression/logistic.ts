/**
 * Logistic regression with a penalty: the coefficients with the least Σ ln(1 + e^(−y x·w)) + ½ wᵀPw, for outcomes y of 1 or −1.
 * P holds the penalties of the features, its diagonal if there is nothing else.
 * Newton's method, each step halved until it goes down, so that it ends from any start; coefficients that must not be negative are held
 * at 0 while the slope there goes up (Bertsekas 1982).
 */
import { UsageError, exp, log } from '../../core/index.ts';
import { cholesky, solveFactored } from './cholesky.ts';
import { type Design, featureSums, penaltySlope, predict, weightedProducts } from './design.ts';

export interface LogisticOptions {
  readonly start?: ArrayLike<number>;
  /** Whether no coefficient may be negative. */
  readonly atLeastZero?: boolean;
}

const mostSteps = 100;

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
  throw new UsageError(
    'The weights grow without end: the outcomes can be told apart without a mistake. Penalise them.',
  );
}

/** ln(1 + eˣ), without overflow. */
export function softplus(x: number): number {
  return x > 0 ? x + log(1 + exp(-x)) : log(1 + exp(x));
}

/** 1 / (1 + e⁻ˣ). */
const sigmoid = (x: number): number => (x >= 0 ? 1 / (1 + exp(-x)) : exp(x) / (1 + exp(x)));

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
