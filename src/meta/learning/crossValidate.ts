/**
 * Learns a model and finds out what it is worth: folds of sentences are scored by models learned from all other sentences, and how
 * strongly weights are penalised is chosen within those, by folds of their own.
 */
import type { Examples } from './examples.ts';
import { type FittedModel, type PreparedExamples, fitPrepared, meanLoss, prepareExamples } from './fitExamples.ts';
import { Pcg64, shuffle } from '../../stats/index.ts';

export interface LearningSettings {
  readonly folds: number;
  /** Folds within those, for the penalty. */
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

/** Numbers of the examples whose sentence is of a kind, and of all others. */
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

/** The penalty that does best on folds of these examples, and the model with it. */
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
  // From the strongest penalty down: each model starts from the one before, which is near.
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
  // Of equally good ones the strongest.
  const best = losses.indexOf(Math.min(...losses));
  return { model: fitPrepared(prepared, tried[best]!), prepared };
}

/**
 * By sentence its fold, by chance: what is said of one is learned from or tested on, and never both. Folds have as many sentences as can be,
 * give or take one.
 */
export function divideSentences(
  sentences: ArrayLike<number>,
  folds: number,
  seed: number,
): ReadonlyMap<number, number> {
  const different = [...new Set(Array.from(sentences))].sort((a, b) => a - b);
  return new Map(shuffle(different, new Pcg64(seed)).map((sentence, i) => [sentence, i % folds]));
}
