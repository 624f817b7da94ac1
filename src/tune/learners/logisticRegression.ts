/**
 * Logistic regression without a bias, with a Gaussian prior, on sparse rows: L-BFGS (Liu and Nocedal 1989).
 * Every row is of the positive class, because without a bias a row x of the negative class is equivalent to −x of the positive one.
 */
import { exp, log } from '../../core/index.ts';
import type { FeatureRows } from '../../lattice/index.ts';

export interface LogisticSettings {
  /** λ of the prior ½ λ ‖w‖². It must be above 0: separable rows would otherwise have no best weights. */
  readonly l2: number;
  /** μ of ½ μ ‖w − toward‖². */
  readonly pull: number;
  readonly toward: Float64Array;
  readonly maxSteps: number;
}

export interface LogisticFit {
  readonly weights: Float64Array;
  /** Σ log(1 + exp(−w·x)) and the priors. */
  readonly loss: number;
  readonly steps: number;
  /** Whether the gradient has nearly vanished; otherwise `maxSteps` were taken. */
  readonly converged: boolean;
}

/** The number of past steps that estimate the curvature. */
const memory = 10;

/** The gradient counts as vanished at this fraction of its size at the start. */
const tolerance = 1e-9;

export function logisticRegression(rows: FeatureRows, { l2, pull, toward, maxSteps }: LogisticSettings): LogisticFit {
  const features = toward.length;
  const lossAt = logisticLoss(rows, l2, pull, toward);

  // Features differ in size by powers of ten. In units of their curvature at 0, Σ x² / 4 + λ + μ, they look the same to the search.
  const units = new Float64Array(features).fill(l2 + pull);
  rows.values.forEach((x, at) => (units[rows.indices[at]!]! += (x * x) / 4));
  units.forEach((curvature, f) => (units[f] = 1 / Math.sqrt(curvature)));

  const weights = new Float64Array(features);
  let point = new Float64Array(features); // weights in these units
  let gradient = new Float64Array(features);
  let nextPoint = new Float64Array(features);
  let nextGradient = new Float64Array(features);
  const direction = new Float64Array(features);
  const evaluate = (at: Float64Array, slope: Float64Array): number => {
    for (let f = 0; f < features; f++) weights[f] = at[f]! * units[f]!;
    const loss = lossAt(weights, slope);
    for (let f = 0; f < features; f++) slope[f]! *= units[f]!;
    return loss;
  };
  const changes: Change[] = [];
  let loss = evaluate(point, gradient);
  const enough = tolerance * Math.sqrt(dot(gradient, gradient));
  let steps = 0;
  let converged = Math.sqrt(dot(gradient, gradient)) <= enough;
  while (!converged && steps < maxSteps) {
    towardMinimum(gradient, changes, direction);
    const slope = dot(gradient, direction);
    let length = 1;
    let nextLoss: number;
    // The loss is convex, so halving the step improves it until the step is too short to matter.
    do {
      for (let f = 0; f < features; f++) nextPoint[f] = point[f]! + length * direction[f]!;
      nextLoss = evaluate(nextPoint, nextGradient);
      if (nextLoss <= loss + 1e-4 * length * slope) break;
      length /= 2;
    } while (length > 1e-12);
    // The rest of the gradient is rounding error.
    if (!(nextLoss < loss)) {
      converged = true;
      break;
    }
    steps++;
    const change = changes.length < memory ? newChange(features) : changes.shift()!;
    for (let f = 0; f < features; f++) {
      change.point[f] = nextPoint[f]! - point[f]!;
      change.gradient[f] = nextGradient[f]! - gradient[f]!;
    }
    change.curvature = dot(change.point, change.gradient);
    if (change.curvature > 0) changes.push(change);
    [point, nextPoint] = [nextPoint, point];
    [gradient, nextGradient] = [nextGradient, gradient];
    loss = nextLoss;
    converged = Math.sqrt(dot(gradient, gradient)) <= enough;
  }
  for (let f = 0; f < features; f++) weights[f] = point[f]! * units[f]!;
  return { weights, loss, steps, converged };
}

/** The loss at some weights; writes its gradient to `gradient`. */
export function logisticLoss(
  { starts, indices, values }: FeatureRows,
  l2: number,
  pull: number,
  toward: Float64Array,
): (weights: Float64Array, gradient: Float64Array) => number {
  const rows = starts.length - 1;
  return (weights, gradient) => {
    let loss = 0;
    for (let f = 0; f < weights.length; f++) {
      const weight = weights[f]!;
      const away = weight - toward[f]!;
      loss += (l2 * weight * weight + pull * away * away) / 2;
      gradient[f] = l2 * weight + pull * away;
    }
    for (let row = 0; row < rows; row++) {
      const end = starts[row + 1]!;
      let margin = 0;
      for (let at = starts[row]!; at < end; at++) margin += weights[indices[at]!]! * values[at]!;
      // The argument of the exponential is always negative, so nothing overflows.
      const small = exp(-Math.abs(margin));
      loss += log(1 + small) + (margin < 0 ? -margin : 0);
      const wrong = (margin < 0 ? 1 : small) / (1 + small);
      for (let at = starts[row]!; at < end; at++) gradient[indices[at]!]! -= wrong * values[at]!;
    }
    return loss;
  };
}

/** What a step changed; `curvature` is the inner product of both. */
interface Change {
  readonly point: Float64Array;
  readonly gradient: Float64Array;
  curvature: number;
}

const newChange = (features: number): Change => ({
  point: new Float64Array(features),
  gradient: new Float64Array(features),
  curvature: 0,
});

/** −H · gradient, where H is the inverse Hessian estimated from the last changes: the two-loop recursion. */
function towardMinimum(gradient: Float64Array, changes: readonly Change[], direction: Float64Array): void {
  for (let f = 0; f < gradient.length; f++) direction[f] = -gradient[f]!;
  const shares = new Float64Array(changes.length);
  for (let i = changes.length - 1; i >= 0; i--) {
    const change = changes[i]!;
    shares[i] = dot(change.point, direction) / change.curvature;
    addTo(direction, change.gradient, -shares[i]!);
  }
  const last = changes.at(-1);
  if (last) {
    const scale = last.curvature / dot(last.gradient, last.gradient);
    for (let f = 0; f < direction.length; f++) direction[f]! *= scale;
  }
  changes.forEach((change, i) => {
    addTo(direction, change.point, shares[i]! - dot(change.gradient, direction) / change.curvature);
  });
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

function addTo(sum: Float64Array, vector: Float64Array, times: number): void {
  for (let i = 0; i < sum.length; i++) sum[i]! += times * vector[i]!;
}
