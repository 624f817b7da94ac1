/**
 * PRO: tuning as ranking. Hopkins and May (EMNLP 2011).
 * A classifier learns from differences of features which of two candidates is better; its weights are those of the model.
 */
import { type FeatureRows, FeatureRowsBuilder, weigh } from '../../lattice/index.ts';
import { accepted, checkPool, checkSetting } from '../checks.ts';
import type { Pool } from '../lists/candidates.ts';
import { poolScore } from '../lists/rerank.ts';
import { type TuningObjective, scaleOf, segmentGains } from './tuningObjective.ts';
import { logisticRegression } from './logisticRegression.ts';
import { type PairSettings, type Pairs, samplePairs } from './samplePairs.ts';

/** The settings of PRO: samples, pairs kept, regularisation. */
export interface ProSettings extends Omit<PairSettings, 'round'> {
  /**
   * Pairs that differ by less are not kept. As a fraction of the scale, which is 100 points for metrics in percent. If a metric has no
   * scale, such as NIST and learned metrics, it is the difference between the best and the worst candidate of the pool.
   */
  readonly minDifference: number;
  /** λ of the prior ½ λ ‖w‖² against the loss summed over all examples, mirrors included. */
  readonly l2: number;
  /** μ of ½ μ ‖w − start‖², as in cdec: keeps the weights close to those of the previous round. */
  readonly pull: number;
  /** ψ: weights = ψ · learned + (1 − ψ) · previous. */
  readonly interpolation: number;
  /** Each draws its own pairs. */
  readonly iterations: number;
}

/**
 * The default settings of PRO: Γ, Ξ and the minimum difference are those of the paper, and the prior is that of MegaM, which the paper
 * uses. In the paper ψ is .1 (.5 in Joshua), because each round decodes again; here the lists stay the same, so the first round knows as
 * much as any later one, and a ψ below 1 would only stop half-way. Moses has no ψ either. With ψ below 1 and several iterations, the
 * weights are a mean over draws.
 */
export const proDefaults: ProSettings = {
  draws: 5000,
  kept: 50,
  minDifference: 0.05,
  maxLengthGap: Infinity,
  l2: 1,
  pull: 0,
  interpolation: 1,
  iterations: 1,
  seed: 1,
};

interface ProIteration {
  /** Pairs learned from, without their mirrors. */
  readonly pairs: number;
  /** The share of them that the learned weights rank correctly; NaN without pairs. */
  readonly accuracy: number;
  /** The mean of log(1 + exp(−w·x)) over pairs and the priors; NaN without pairs. */
  readonly loss: number;
  /** Steps of the regression, and whether it converged. */
  readonly steps: number;
  readonly converged: boolean;
  /** The score of the pool under the weights after this iteration. */
  readonly score: number;
  readonly weights: Float64Array;
}

export interface ProResult {
  readonly weights: Float64Array;
  /** The score of the pool under these weights. */
  readonly score: number;
  /** … and under the weights at the start. */
  readonly startScore: number;
  readonly trace: readonly ProIteration[];
}

const maxSteps = 1000;

/**
 * Tunes feature weights on n-best lists by PRO (pairwise ranking optimisation). Weights keep the L1 norm of the start, because the choice
 * of candidates does not depend on it and interpolation only makes sense between weights of one size; from a start at 0 they stay as
 * learned. A feature that no pair distinguishes, such as one that is constant in all lists, keeps its weight, because the pool has no
 * information about it. Without any pairs, all features keep theirs.
 */
export function tuneByPro(
  pool: Pool,
  objective: TuningObjective,
  start: Float64Array,
  settings: ProSettings = proDefaults,
): ProResult {
  checkSettings(settings);
  checkPool(pool, start);
  const { candidates, rows, width } = pool;
  const { interpolation, iterations, l2, pull } = settings;
  const gains = segmentGains(objective, rows, width);
  const minDifference = settings.minDifference * scaleOf(objective, gains);
  const scored = (weights: Float64Array): number => poolScore(pool, objective, weights);
  const startScore = scored(start);
  const trace: ProIteration[] = [];
  let weights = Float64Array.from(start);
  for (let round = 0; round < iterations; round++) {
    const pairs = samplePairs(candidates, gains, { ...settings, minDifference, round });
    const differences = featureDifferences(candidates.features, pairs);
    // Without a bias the mirror (−x, −1) of an example has the loss of (x, +1): halve both priors instead of doubling all rows.
    const fit = logisticRegression(differences, { l2: l2 / 2, pull: pull / 2, toward: weights, maxSteps });
    const learned = inSizeOf(weights, fit.weights, differences);
    weights = weights.map((before, f) => interpolation * learned[f]! + (1 - interpolation) * before);
    const count = pairs.better.length;
    trace.push({
      pairs: count,
      accuracy: accuracyOf(differences, fit.weights),
      loss: count > 0 ? fit.loss / count : NaN,
      steps: fit.steps,
      converged: fit.converged,
      score: scored(weights),
      weights,
    });
  }
  return { weights, score: trace.at(-1)!.score, startScore, trace };
}

/** Features of the better candidate minus those of the worse, by pair. */
function featureDifferences(features: FeatureRows, { better, worse }: Pairs): FeatureRows {
  const rows = new FeatureRowsBuilder();
  for (let i = 0; i < better.length; i++) {
    rows.addRow(features, better[i]!);
    rows.addRow(features, worse[i]!, -1);
    rows.endRow();
  }
  return rows.finish();
}

/** The learned weights, scaled to the norm of the previous ones; the previous ones if nothing was learned. */
function inSizeOf(before: Float64Array, learned: Float64Array, { indices }: FeatureRows): Float64Array {
  const seen = new Uint8Array(before.length);
  for (const f of indices) seen[f] = 1;
  let sizeBefore = 0;
  let size = 0;
  for (let f = 0; f < before.length; f++) {
    if (seen[f] === 0) continue;
    sizeBefore += Math.abs(before[f]!);
    size += Math.abs(learned[f]!);
  }
  if (size === 0) return before;
  const scale = sizeBefore > 0 ? sizeBefore / size : 1;
  return before.map((weight, f) => (seen[f] === 1 ? learned[f]! * scale : weight));
}

function accuracyOf(rows: FeatureRows, weights: Float64Array): number {
  const count = rows.starts.length - 1;
  let right = 0;
  for (let row = 0; row < count; row++) if (weigh(rows, row, weights) > 0) right++;
  return right / count;
}

function checkSettings(settings: ProSettings): void {
  checkSetting('The number of pairs drawn', settings.draws, accepted.count);
  checkSetting('The number of pairs kept', settings.kept, accepted.count);
  checkSetting('The least difference', settings.minDifference, accepted.from0ToInfinity);
  checkSetting('The longest gap of lengths', settings.maxLengthGap, accepted.from0ToInfinity);
  checkSetting('The prior', settings.l2, accepted.above0);
  checkSetting('The pull', settings.pull, accepted.from0);
  checkSetting('The interpolation', settings.interpolation, accepted.above0To1);
  checkSetting('The number of iterations', settings.iterations, accepted.count);
  checkSetting('The seed', settings.seed, accepted.seed);
}
