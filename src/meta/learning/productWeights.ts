/**
 * Weights of a metric that is a product, such as AMBER: a mean of some shares, weighted, times factors to some powers. Its logarithm is
 * linear in the powers, so these are learned like other weights, for each of many ways to weight the shares. The
 * penalty draws them towards the current powers, not towards 0, so few judgments change little.
 */
import { groupBy, log } from '../../core/index.ts';
import { Pcg64, logistic, percentileInterval, softplus } from '../../stats/index.ts';
import { type LearningSettings, divideSentences, prepareExamples } from './fitExamples.ts';
import type { Examples } from './examples.ts';

/** The features of an output: for each copy, such as a text type, three shares, then the factors. Logarithms are averaged over copies. */
interface ProductShape {
  readonly copies: number;
  /** The current powers of the factors, towards which learned powers are drawn. */
  readonly powers: readonly number[];
}

export interface ProductWeights {
  /** Of the three shares; they add up to 1. */
  readonly shares: readonly [number, number, number];
  /** Of the factors, at least 0. */
  readonly powers: readonly number[];
  readonly penalty: number;
}

export interface LearnedProduct {
  readonly weights: ProductWeights;
  readonly intervals: readonly { readonly low: number; readonly high: number }[];
  readonly foldWeights: readonly ProductWeights[];
  readonly foldOf: ReadonlyMap<number, number>;
}

const shareCount = 3;
/** Zero is replaced by this value, since it has no logarithm. */
const least = 1e-3;
/** Shares are tried in steps of a tenth. */
const steps = 10;
/** Shares are chosen before the penalty, with a very small penalty. */
const mildPenalty = 1;
/**
 * Penalty on the coefficient of the shares, which otherwise has none. It has no visible effect, but without it the coefficient would grow
 * without bound if the product agrees with people in all comparisons.
 */
const slightPenalty = 0.01;

const allShares: readonly (readonly [number, number, number])[] = Array.from({ length: steps + 1 }, (_, a) =>
  Array.from({ length: steps + 1 - a }, (__, b) => [a / steps, b / steps, (steps - a - b) / steps] as const),
).flat();

export function learnProduct(
  raw: Examples,
  shape: ProductShape,
  settings: LearningSettings & { readonly samples: number; readonly level: number },
  onShare: (share: number) => void = () => {},
): LearnedProduct {
  const { folds, seed } = settings;
  const examples = onlyJudged(raw);
  const foldOf = divideSentences(examples.sentence, folds, seed);
  const numbers = Array.from({ length: examples.count }, (_, c) => c);
  const foldWeights = Array.from({ length: folds }, (_, fold) => {
    onShare(fold / (folds + 2));
    return learn(examples, shape, numbers.filter((c) => foldOf.get(examples.sentence[c]!) !== fold), settings); // prettier-ignore
  });
  onShare(folds / (folds + 2));
  const weights = learn(examples, shape, numbers, settings);
  onShare((folds + 1) / (folds + 2));
  return { weights, intervals: resampled(examples, shape, weights, settings), foldWeights, foldOf };
}

/** The same examples with the features of judged outputs only, which are few among all. */
function onlyJudged(raw: Examples): Examples {
  const { width, values, first, second } = raw;
  const outputs = [...new Set([...first, ...second])].sort((a, b) => a - b);
  const place = new Map(outputs.map((output, at) => [output, at]));
  const kept = new Float64Array(outputs.length * width);
  outputs.forEach((output, at) => kept.set(values.subarray(output * width, (output + 1) * width), at * width));
  return { ...raw, values: kept, first: first.map((o) => place.get(o)!), second: second.map((o) => place.get(o)!) };
}

/** Examples with the logarithm of the weighted shares as first feature, then those of the factors. */
function logarithms(examples: Examples, { copies, powers }: ProductShape, shares: readonly number[]): Examples {
  const { values, width } = examples;
  const factors = powers.length;
  const outputs = values.length / width;
  const logs = new Float64Array(outputs * (1 + factors));
  for (let i = 0; i < outputs; i++) {
    const to = i * (1 + factors);
    for (let copy = 0; copy < copies; copy++) {
      const from = i * width + copy * (shareCount + factors);
      const core = shares.reduce((sum, share, k) => sum + share * values[from + k]!, 0);
      logs[to]! += log(Math.max(core, least)) / copies;
      for (let f = 0; f < factors; f++) {
        logs[to + 1 + f]! += log(Math.max(values[from + shareCount + f]!, least)) / copies;
      }
    }
  }
  return { ...examples, width: 1 + factors, values: logs };
}

/**
 * Coefficients of standardised logarithms, none below 0. Those of factors are penalised by their squared distance from the current powers
 * times the coefficient of the shares; that coefficient only measures how certain people are, and has a slight penalty.
 */
function fit(
  examples: Examples,
  { powers }: ProductShape,
  chosen: readonly number[],
  penalty: number,
  start?: Float64Array,
) {
  const { design, targets, scales } = prepareExamples(examples, chosen);
  const size = design.width;
  const penalties = new Float64Array(size * size);
  penalties[0] = slightPenalty;
  powers.forEach((power, f) => {
    const ratio = (power * scales[f + 1]!) / scales[0]!;
    penalties[0]! += penalty * ratio * ratio;
    penalties[f + 1]! -= penalty * ratio;
    penalties[(f + 1) * size]! -= penalty * ratio;
    penalties[(f + 1) * (size + 1)] = penalty;
  });
  const weights = logistic(design, targets, penalties, { atLeastZero: true, ...(start && { start }) });
  return { weights, scales };
}

function lossOf({ weights, scales }: ReturnType<typeof fit>, examples: Examples, chosen: readonly number[]): number {
  const { width, values, first, second, target } = examples;
  let sum = 0;
  for (const c of chosen) {
    let margin = 0;
    for (let k = 0; k < width; k++) {
      margin += (weights[k]! * (values[first[c]! * width + k]! - values[second[c]! * width + k]!)) / scales[k]!;
    }
    sum += softplus(-target[c]! * margin);
  }
  return sum;
}

/** Without the shares there is no product, no matter how good the factors are. */
const heldOutLoss = (fitted: ReturnType<typeof fit>, examples: Examples, chosen: readonly number[]): number =>
  fitted.weights[0]! > 0 ? lossOf(fitted, examples, chosen) : Infinity;

function learn(
  examples: Examples,
  shape: ProductShape,
  chosen: readonly number[],
  { innerFolds, seed, penalties }: LearningSettings,
): ProductWeights {
  let lowest = Infinity;
  let shares = allShares[0]!;
  let start: Float64Array | undefined;
  for (const tried of allShares) {
    const logs = logarithms(examples, shape, tried);
    const fitted = fit(logs, shape, chosen, mildPenalty, start);
    start = fitted.weights;
    const loss = lossOf(fitted, logs, chosen);
    if (loss < lowest) [lowest, shares] = [loss, tried];
  }
  const logs = logarithms(examples, shape, shares);
  const foldOf = divideSentences(chosen.map((c) => examples.sentence[c]!), innerFolds, seed + 1); // prettier-ignore
  const tried = [...penalties].sort((a, b) => b - a);
  const losses = tried.map((penalty) => {
    let loss = 0;
    for (let fold = 0; fold < innerFolds; fold++) {
      const isInside = (c: number): boolean => foldOf.get(examples.sentence[c]!) === fold;
      const outside = chosen.filter((c) => !isInside(c));
      if (outside.length > 0) loss += heldOutLoss(fit(logs, shape, outside, penalty), logs, chosen.filter(isInside));
    }
    return loss;
  });
  const penalty = tried[losses.indexOf(Math.min(...losses))]!;
  return { shares, powers: powersOf(fit(logs, shape, chosen, penalty)), penalty };
}

/** Powers are relative to the shares, which have power 1; NaN if the coefficient of the shares is 0. */
const powersOf = ({ weights, scales }: ReturnType<typeof fit>): number[] =>
  Array.from(weights.subarray(1), (weight, f) => weight / scales[f + 1]! / (weights[0]! / scales[0]!));

/** By drawing sentences with replacement; shares and penalty stay as they are. */
function resampled(
  examples: Examples,
  shape: ProductShape,
  { shares, penalty, powers }: ProductWeights,
  { seed, samples, level }: { readonly seed: number; readonly samples: number; readonly level: number },
): { low: number; high: number }[] {
  const logs = logarithms(examples, shape, shares);
  const groups = [...groupBy(examples.sentence.keys(), (c) => examples.sentence[c]!).values()];
  const random = new Pcg64(seed);
  const drawn = Array.from(
    { length: samples },
    () =>
    powersOf(
      fit(
        logs,
        shape,
        groups.flatMap(() => groups[random.below(groups.length)]!), penalty)), // prettier-ignore
  );
  return powers.map((_, f) => {
    const values = drawn.map((each) => each[f]!).filter((value) => Number.isFinite(value));
    return values.length === 0 ? { low: NaN, high: NaN } : percentileInterval(values.sort((a, b) => a - b), level); // prettier-ignore
  });
}
