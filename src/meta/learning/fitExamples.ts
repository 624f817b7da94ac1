/** Weights of features from examples: logistic regression on differences of outputs, or ridge regression on ratings. */
import {
  type Design,
  Pcg64,
  clusteredErrors,
  logistic,
  logisticSlopes,
  normalQuantile,
  predict,
  ridge,
  shuffle,
  softplus,
  standardisation,
} from '../../stats/index.ts';
import type { Scores } from '../scores.ts';
import type { Examples, FeatureTable } from './examples.ts';

/** An output scores intercept + Σ weight · (value − mean) / scale. */
export interface FittedModel {
  readonly means: Float64Array;
  readonly scales: Float64Array;
  readonly weights: Float64Array;
  /** 0 for comparisons of pairs, where it cancels out. */
  readonly intercept: number;
  readonly penalty: number;
}

/** A subset of examples ready to fit; features are standardised over the outputs in the subset. */
interface PreparedExamples {
  readonly means: Float64Array;
  readonly scales: Float64Array;
  /** With a last column of ones for the intercept, if there is one. */
  readonly design: Design;
  readonly targets: Float64Array;
  readonly groups: Int32Array;
  readonly kind: Examples['kind'];
}

export function prepareExamples(examples: Examples, chosen: ArrayLike<number>): PreparedExamples {
  const { kind, width, values, first, second, target, sentence } = examples;
  const { means, scales } = standardisation({ rows: judgedRows(examples, chosen), width });
  const hasIntercept = kind === 'absolute';
  const columns = width + (hasIntercept ? 1 : 0);
  const rows = new Float64Array(chosen.length * columns);
  for (let i = 0; i < chosen.length; i++) {
    const from = first[chosen[i]!]! * width;
    const other = second[chosen[i]!]! * width;
    const to = i * columns;
    for (let k = 0; k < width; k++) {
      rows[to + k] = (values[from + k]! - (other < 0 ? means[k]! : values[other + k]!)) / scales[k]!;
    }
    if (hasIntercept) rows[to + width] = 1;
  }
  return {
    means,
    scales,
    design: { rows, width: columns },
    targets: Float64Array.from(chosen, (c) => target[c]!),
    groups: Int32Array.from(chosen, (c) => sentence[c]!),
    kind,
  };
}

/** The features of the outputs of some examples, each output once. */
function judgedRows({ width, values, first, second }: Examples, chosen: ArrayLike<number>): Float64Array {
  const outputs = new Set<number>();
  for (let i = 0; i < chosen.length; i++) {
    outputs.add(first[chosen[i]!]!);
    if (second[chosen[i]!]! >= 0) outputs.add(second[chosen[i]!]!);
  }
  const rows = new Float64Array(outputs.size * width);
  let at = 0;
  for (const output of [...outputs].sort((a, b) => a - b)) {
    rows.set(values.subarray(output * width, (output + 1) * width), at);
    at += width;
  }
  return rows;
}

/** The intercept has no penalty. */
const penaltiesOf = ({ kind, design: { width } }: PreparedExamples, penalty: number): Float64Array =>
  new Float64Array(width).fill(penalty).map((each, k) => (kind === 'absolute' && k === width - 1 ? 0 : each));

function fitPrepared(prepared: PreparedExamples, penalty: number, start?: FittedModel): FittedModel {
  const { means, scales, design, targets, kind } = prepared;
  const penalties = penaltiesOf(prepared, penalty);
  if (kind === 'pairwise') {
    const weights = logistic(design, targets, penalties, start && { start: start.weights });
    return { means, scales, weights, intercept: 0, penalty };
  }
  const fitted = ridge(design, targets, penalties);
  const width = means.length;
  return { means, scales, weights: fitted.slice(0, width), intercept: fitted[width]!, penalty };
}

/** Intervals of the weights, by standard errors clustered by sentence. */
export function weightIntervals(
  prepared: PreparedExamples,
  model: FittedModel,
  level: number,
): { low: number; high: number }[] {
  const { design, targets, groups, kind } = prepared;
  const predicted = predict(design, [...model.weights, model.intercept]);
  const penalties = penaltiesOf(prepared, model.penalty);
  const slopes =
    kind === 'pairwise'
      ? logisticSlopes(predicted, targets)
      : { residuals: targets.map((target, i) => target - predicted[i]!) };
  const errors = clusteredErrors({ design, ...slopes, penalties, groups });
  const reach = normalQuantile((1 + level) / 2);
  return Array.from(model.weights, (weight, k) => ({
    low: weight - reach * errors[k]!,
    high: weight + reach * errors[k]!,
  }));
}

/** The score of the output whose features are at `at`. */
function scoreOutput(
  { means, scales, weights, intercept }: FittedModel,
  values: ArrayLike<number>,
  at: number,
): number {
  let score = intercept;
  for (let k = 0; k < weights.length; k++) score += (weights[k]! * (values[at + k]! - means[k]!)) / scales[k]!;
  return score;
}

/** Over some examples: the mean of −ln of the probability of the human preference, or of the squared error of the rating. */
export function meanLoss(model: FittedModel, examples: Examples, chosen: ArrayLike<number>): number {
  const { kind, width, values, first, second, target } = examples;
  let sum = 0;
  for (let i = 0; i < chosen.length; i++) {
    const c = chosen[i]!;
    const score = scoreOutput(model, values, first[c]! * width);
    if (kind === 'pairwise') sum += softplus(-target[c]! * (score - scoreOutput(model, values, second[c]! * width)));
    else sum += (target[c]! - score) ** 2;
  }
  return sum / chosen.length;
}

/** The scores of the outputs of a task by learned models; `modelOf` gives the model of a sentence. A system score is the mean of its segments. */
export function learnedScores(
  name: string,
  { systems, segments, width, values, sentences }: FeatureTable,
  modelOf: (sentence: number) => FittedModel,
): Scores {
  const models = Array.from(sentences, modelOf);
  const ofSegments = new Float64Array(systems.length * segments.length);
  for (let at = 0; at < ofSegments.length; at++) {
    ofSegments[at] = scoreOutput(models[at % segments.length]!, values, at * width);
  }
  const ofSystems = Float64Array.from(systems, (_, s) => {
    let sum = 0;
    for (let g = 0; g < segments.length; g++) sum += ofSegments[s * segments.length + g]!;
    return sum / segments.length;
  });
  return { name, higherIsBetter: true, systems, segments, ofSystems, ofSegments };
}

/** The table with only some of its features. */
export function withFeatures(table: FeatureTable, features: readonly number[]): FeatureTable {
  const { width, values } = table;
  const outputs = values.length / width;
  const kept = new Float64Array(outputs * features.length);
  for (let i = 0, at = 0; i < outputs; i++) for (const k of features) kept[at++] = values[i * width + k]!;
  return { ...table, width: features.length, values: kept };
}

export interface LearningSettings {
  readonly folds: number;
  /** Inner folds, for the penalty. */
  readonly innerFolds: number;
  readonly seed: number;
  /** Penalties to choose from. */
  readonly penalties: readonly number[];
}

export interface CrossValidated {
  /** Learned from all examples. */
  readonly model: FittedModel;
  readonly prepared: PreparedExamples;
  /** By fold: learned from the examples of all others. */
  readonly foldModels: readonly FittedModel[];
  readonly foldOf: ReadonlyMap<number, number>;
  /** The mean loss of examples by models that were not learned from their sentence. */
  readonly loss: number;
}

/**
 * Learns a model and estimates its quality by cross-validation: each fold of sentences is scored by a model learned from all other
 * sentences, and the penalty is chosen within those by inner folds.
 */
export function crossValidate(
  examples: Examples,
  settings: LearningSettings,
  onShare: (share: number) => void = () => {},
): CrossValidated {
  const { folds, seed } = settings;
  const foldOf = divideSentences(examples.sentence, folds, seed);
  const foldModels: FittedModel[] = [];
  let loss = 0;
  for (let fold = 0; fold < folds; fold++) {
    onShare(fold / (folds + 1));
    const [inside, outside] = splitBy(examples, (sentence) => foldOf.get(sentence) === fold);
    const model = learn(examples, outside, settings).model;
    foldModels.push(model);
    if (inside.length > 0) loss += meanLoss(model, examples, inside) * inside.length;
  }
  onShare(folds / (folds + 1));
  const all = Array.from({ length: examples.count }, (_, c) => c);
  return { ...learn(examples, all, settings), foldModels, foldOf, loss: loss / examples.count };
}

/** Numbers of the examples whose sentence meets a condition, and of all others. */
function splitBy(
  { count, sentence }: Examples,
  is: (sentence: number) => boolean,
  among?: readonly number[],
): [those: number[], others: number[]] {
  const those: number[] = [];
  const others: number[] = [];
  for (let i = 0; i < (among?.length ?? count); i++) {
    const c = among ? among[i]! : i;
    (is(sentence[c]!) ? those : others).push(c);
  }
  return [those, others];
}

/** The best penalty by cross-validation on these examples, and the model with it. */
function learn(
  examples: Examples,
  chosen: readonly number[],
  { innerFolds, seed, penalties }: LearningSettings,
): { model: FittedModel; prepared: PreparedExamples } {
  const prepared = prepareExamples(examples, chosen);
  const [only] = penalties;
  if (penalties.length === 1) return { model: fitPrepared(prepared, only!), prepared };
  const sentences = chosen.map((c) => examples.sentence[c]!);
  const foldOf = divideSentences(sentences, innerFolds, seed + 1);
  // From the strongest penalty down: each model starts from the previous one, which is close.
  const tried = [...penalties].sort((a, b) => b - a);
  const losses = new Float64Array(tried.length);
  for (let fold = 0; fold < innerFolds; fold++) {
    const [inside, outside] = splitBy(examples, (sentence) => foldOf.get(sentence) === fold, chosen);
    if (inside.length === 0 || outside.length === 0) continue;
    const rest = prepareExamples(examples, outside);
    let before: FittedModel | undefined;
    tried.forEach((penalty, p) => {
      before = fitPrepared(rest, penalty, before);
      losses[p]! += meanLoss(before, examples, inside) * inside.length;
    });
  }
  // Of equally good penalties, take the strongest.
  const best = losses.indexOf(Math.min(...losses));
  return { model: fitPrepared(prepared, tried[best]!), prepared };
}

/**
 * Assigns each sentence to a random fold, so the examples of a sentence are never used for both training and testing. Fold sizes differ
 * by at most one sentence.
 */
export function divideSentences(
  sentences: ArrayLike<number>,
  folds: number,
  seed: number,
): ReadonlyMap<number, number> {
  const different = [...new Set(Array.from(sentences))].sort((a, b) => a - b);
  return new Map(shuffle(different, new Pcg64(seed)).map((sentence, i) => [sentence, i % folds]));
}
