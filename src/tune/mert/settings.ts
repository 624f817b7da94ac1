/** The settings of a run of minimum error rate training, and checks that they make sense. */
import { UsageError } from '../../core/index.ts';
import { accepted, checkSetting, checkWeights, greatest } from '../checks.ts';
import { type Smoothing, smoothings } from './lineSearch.ts';

const normalizations = ['l1', 'none'] as const;
type NormalizationId = (typeof normalizations)[number];

/** The settings of MERT: restarts, random directions, smoothing, bounds. */
export interface MertSettings {
  readonly seed: number;
  /** Number of random starting points, in addition to the given one. */
  readonly restarts: number;
  /** Number of random directions in every round, in addition to the axes. */
  readonly randomDirections: number;
  /** The search ends with a round that gains no more than this. */
  readonly minGain: number;
  readonly maxRounds: number;
  readonly smoothing: Smoothing;
  /** λ: the cost of a Euclidean distance of 1 from the given weights, in points of the metric. */
  readonly penalty: number;
  /** l1: absolute weights sum to 1. The default, unless weights are fixed or bounded to values other than 0, which it would change. */
  readonly normalization?: NormalizationId;
  /** By feature number: the lowest and the highest weight; −∞ and ∞ mean no bound. */
  readonly bounds?: ReadonlyMap<number, readonly [low: number, high: number]>;
  /** Numbers of features whose weights stay as given. */
  readonly fixed?: readonly number[];
}

/** The default settings of MERT: 20 random starts as in Moses and Z-MERT, 15 random directions as in cdec. */
export const mertDefaults: MertSettings = {
  seed: 1,
  restarts: 20,
  randomDirections: 15,
  minGain: 1e-6,
  maxRounds: 100,
  smoothing: { kind: 'none', window: 3 },
  penalty: 0,
};

/** Settings by feature. */
export interface CheckedSettings {
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly normalization: NormalizationId;
}

export function checkSettings(
  weights: Float64Array,
  featureNames: readonly string[],
  settings: MertSettings,
): CheckedSettings {
  checkWeights(weights, featureNames, 'The start');
  const large = weights.findIndex((weight) => Math.abs(weight) > greatest);
  if (large >= 0)
    throw new UsageError(`The weight of ${featureNames[large]} is ${weights[large]}. It must be at most ${greatest}.`);
  checkSetting('Restarts', settings.restarts, accepted.wholeFrom(0));
  checkSetting('Random directions', settings.randomDirections, accepted.wholeFrom(0));
  checkSetting('Rounds', settings.maxRounds, accepted.wholeFrom(1));
  checkSetting('The window of smoothing', settings.smoothing.window, accepted.wholeFrom(0));
  checkSetting('The seed', settings.seed, accepted.wholeFrom(0));
  if (!smoothings.includes(settings.smoothing.kind)) {
    throw new UsageError(`Smoothing must be one of ${smoothings.join(', ')}, not ${settings.smoothing.kind}.`);
  }
  checkSetting('The least gain', settings.minGain, accepted.from0);
  checkSetting('The penalty', settings.penalty, accepted.from0);
  const features = featureNames.length;
  const low = new Float64Array(features).fill(-Infinity);
  const high = new Float64Array(features).fill(Infinity);
  for (const [f, [least, most]] of settings.bounds ?? []) {
    checkFeature(f, featureNames);
    if (!(least <= most && least < Infinity && most > -Infinity)) {
      throw new UsageError(
        `The weight of ${featureNames[f]} cannot be from ${least} to ${most}. Give the lower bound first.`,
      );
    }
    low[f] = least;
    high[f] = most;
  }
  weights.forEach((weight, f) => {
    if (weight >= low[f]! && weight <= high[f]!) return;
    throw new UsageError(
      `The weight of ${featureNames[f]} is ${weight} at the start, outside its bounds ${low[f]} to ${high[f]}.`,
    );
  });
  for (const f of settings.fixed ?? []) {
    checkFeature(f, featureNames);
    low[f] = high[f] = weights[f]!;
  }
  return { low, high, normalization: checkNormalization(low, high, featureNames, settings) };
}

function checkNormalization(
  low: Float64Array,
  high: Float64Array,
  featureNames: readonly string[],
  { normalization }: MertSettings,
): NormalizationId {
  const isScalable = (bound: number): boolean => bound === 0 || Math.abs(bound) === Infinity;
  const kept = featureNames.findIndex((_, f) => !isScalable(low[f]!) || !isScalable(high[f]!));
  if (normalization === undefined) return kept < 0 ? 'l1' : 'none';
  if (!normalizations.includes(normalization)) {
    throw new UsageError(`Normalization must be one of ${normalizations.join(', ')}, not ${normalization}.`);
  }
  if (normalization === 'l1' && kept >= 0) {
    throw new UsageError(
      `The weight of ${featureNames[kept]} is fixed or bounded to values other than 0, which normalization would change. Use normalization none.`,
    );
  }
  return normalization;
}

function checkFeature(feature: number, featureNames: readonly string[]): void {
  if (Number.isInteger(feature) && feature >= 0 && feature < featureNames.length) return;
  throw new UsageError(`There is no feature ${feature}: features are numbered 0 to ${featureNames.length - 1}.`);
}
