/**
 * A metric's system score as a prior for each of its segments: Callison-Burch et al. (2009), section 6.2; and a mixture of
 * both, with the weight learned from other segments.
 */
import { checkCount } from '../../core/index.ts';
import type { Comparisons } from '../../human/index.ts';
import { Pcg64, shuffle, statisticalDefaults } from '../../stats/index.ts';
import { type Scores, upward } from '../scores.ts';
import { type JudgedPairs, pairsOfComparisons } from './judgedPairs.ts';

/** Returns the scores with the system's score in place of each segment's score. With human scores this is the oracle of WMT09. */
export function systemPrior(scores: Scores, segments: readonly string[]): Scores {
  return {
    ...scores,
    segments,
    ofSegments: Float64Array.from(
      { length: scores.systems.length * segments.length },
      (_, at) => scores.ofSystems[Math.floor(at / segments.length)]!,
    ),
  };
}

interface PriorOptions {
  /** The number of folds of segments; each is predicted with the weight that is best for the others. */
  readonly folds?: number;
  /** Weights are tried in steps of 1 / steps. */
  readonly steps?: number;
  readonly seed?: number;
}

/** Shares of decided comparisons use those with a segment score and a system score for both systems. */
export interface InterpolatedPrior {
  /** The weight of the segment's score by fold; the rest is that of the system's score. */
  readonly weights: readonly number[];
  /** Consistency on segments not used for choosing the weight; NaN with fewer than two segments. */
  readonly consistency: number;
  /** With the system's score alone, weight 0. */
  readonly systemAlone: number;
  /** With the segment's score alone, weight 1. */
  readonly segmentAlone: number;
  /** Consistency on all segments at each weight tried. */
  readonly curve: readonly { readonly weight: number; readonly consistency: number }[];
  /** Decided comparisons counted. */
  readonly counted: number;
  /** Decided comparisons without scores, left out. */
  readonly missing: number;
}

/**
 * Measures how well a mixture of the metric's segment score and system score agrees with human comparisons. The mixture is λ z(m) + (1 − λ)
 * z(M) for the score m of a segment and M of its system, standardised over all outputs and over all systems. Human judgments enter only
 * through λ, which is chosen on other segments; of equally good weights, the smallest.
 */
export function interpolatePrior(
  comparisons: Comparisons,
  metric: Scores,
  { folds = 10, steps = 20, seed = statisticalDefaults.seed }: PriorOptions = {},
): InterpolatedPrior {
  checkCount(folds, 'folds');
  checkCount(steps, 'steps');
  const [segmentScores, systemScores] = standardisedAlike(upward(metric));
  const own = pairsOfComparisons(comparisons, segmentScores);
  const prior = pairsOfComparisons(comparisons, systemScores);
  const decided = own.human.reduce((sum, preferred) => sum + Math.abs(preferred), 0);
  const foldOf = divide(own, folds, new Pcg64(seed));
  const used = 1 + foldOf.reduce((most, fold) => Math.max(most, fold), 0);

  // Consistent comparisons by fold and weight.
  const tried = steps + 1;
  const consistent = new Uint32Array(used * tried);
  for (let p = 0; p < own.count; p++) {
    const preferred = own.human[p]!;
    if (preferred === 0) continue;
    const fold = foldOf[own.group[p]!]!;
    for (let k = 0; k < tried; k++) {
      const apart = (k / steps) * own.difference[p]! + (1 - k / steps) * prior.difference[p]!;
      if (apart * preferred > 0) consistent[fold * tried + k]! += 1;
    }
  }
  const totals = Array.from({ length: tried }, (_, k) =>
    consistent.reduce((sum, count, at) => sum + (at % tried === k ? count : 0), 0),
  );
  const chosen = Array.from({ length: used }, (_, fold) => {
    const elsewhere = totals.map((total, k) => total - consistent[fold * tried + k]!);
    return elsewhere.indexOf(Math.max(...elsewhere));
  });
  const predicted = chosen.reduce((sum, k, fold) => sum + consistent[fold * tried + k]!, 0);
  const curve = totals.map((total, k) => ({ weight: k / steps, consistency: total / decided }));
  const judged = comparisons.outcome.reduce((sum, outcome) => sum + Math.abs(outcome), 0);
  return {
    weights: used < 2 ? [] : chosen.map((k) => k / steps),
    consistency: used < 2 ? NaN : predicted / decided,
    systemAlone: curve[0]!.consistency,
    segmentAlone: curve[steps]!.consistency,
    curve,
    counted: decided,
    missing: judged - decided,
  };
}

/** The mixture as scores, each segment with the weight that is best for the others; NaN if the segment has no weight. */
export function mixWithPrior(comparisons: Comparisons, metric: Scores, options: PriorOptions = {}): Scores {
  const { folds = 10, seed = statisticalDefaults.seed } = options;
  const { weights } = interpolatePrior(comparisons, metric, options);
  const [own, prior] = standardisedAlike(upward(metric));
  const foldOf = divide(pairsOfComparisons(comparisons, own), folds, new Pcg64(seed));
  const weightOf = new Map(comparisons.segments.map((segment, g) => [segment, weights[foldOf[g]!] ?? NaN]));
  const mixed = own.ofSegments.map((score, at) => {
    const weight = weightOf.get(own.segments[at % own.segments.length]!) ?? NaN;
    return weight * score + (1 - weight) * prior.ofSegments[at]!;
  });
  return { ...own, ofSegments: mixed };
}

/** Scores of segments and of their systems, for the outputs that have both; only finite ones can be added. */
function standardisedAlike(metric: Scores): [segmentScores: Scores, systemScores: Scores] {
  const prior = systemPrior({ ...metric, ofSystems: standardised(metric.ofSystems) }, metric.segments);
  const own = { ...metric, ofSegments: standardised(metric.ofSegments) };
  const without = (scores: Scores, other: Scores): Scores => ({
    ...scores,
    ofSegments: scores.ofSegments.map((score, at) => (Number.isNaN(other.ofSegments[at]!) ? NaN : score)),
  });
  return [without(own, prior), without(prior, own)];
}

/** Deviations from the mean in standard deviations; all 0 if nothing varies, NaN for values that are not finite. */
function standardised(values: Float64Array): Float64Array {
  const finite = values.filter((value) => Number.isFinite(value));
  const mean = finite.reduce((sum, value) => sum + value, 0) / finite.length;
  const spread = Math.sqrt(finite.reduce((sum, value) => sum + (value - mean) ** 2, 0) / finite.length);
  return values.map((value) => (Number.isFinite(value) ? (spread > 0 ? (value - mean) / spread : 0) : NaN));
}

/** A random fold for each segment with a decided comparison; folds are as equal in size as possible. */
function divide({ count, human, group, groups }: JudgedPairs, folds: number, random: Pcg64): Int32Array {
  const isDecided = new Uint8Array(groups);
  for (let p = 0; p < count; p++) if (human[p] !== 0) isDecided[group[p]!] = 1;
  const decided = Array.from(isDecided.keys()).filter((segment) => isDecided[segment] === 1);
  const foldOf = new Int32Array(groups).fill(-1);
  shuffle(decided, random).forEach((segment, i) => (foldOf[segment] = i % folds));
  return foldOf;
}
