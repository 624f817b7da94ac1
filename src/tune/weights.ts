/** Brings weights from files, by name or in the order of the features, to the features of a run. */
import { UsageError, counted } from '../core/index.ts';

interface NamedWeights {
  readonly kind: 'named';
  readonly byName: ReadonlyMap<string, number>;
}

/** One weight for each feature, in order. */
interface ListedWeights {
  readonly kind: 'listed';
  readonly values: readonly number[];
}

export type Weights = NamedWeights | ListedWeights;

/** How to treat a feature without a weight: as a mistake, or as weight 0, as for sparse features. */
export type MissingWeights = 'error' | 'zero';

export interface MatchedWeights {
  /** By feature number. */
  readonly weights: Float64Array;
  /** What was missing or unused, for the report. */
  readonly notes: readonly string[];
}

/** Number of names to show; the rest is counted. */
const shown = 8;

/**
 * Brings weights, by name or by position, into the order of the given features. Weights whose names no feature has are left out with a
 * note, because a sparse feature need not occur in every list.
 */
export function matchWeights(
  weights: Weights,
  featureNames: readonly string[],
  missing: MissingWeights = 'error',
): MatchedWeights {
  if (weights.kind === 'listed') {
    const { values } = weights;
    if (values.length === featureNames.length) return { weights: Float64Array.from(values), notes: [] };
    throw new UsageError(
      `Cannot match ${counted(values.length, 'weight')} without names to ${counted(featureNames.length, 'feature')}: ` +
        `${someOf(featureNames)}. Give one for each in this order, or give weights by name.`,
    );
  }
  const { byName } = weights;
  const without = featureNames.filter((name) => !byName.has(name));
  if (without.length > 0 && missing === 'error') {
    throw new UsageError(
      `No weight for the ${without.length === 1 ? 'feature' : 'features'} ` +
        `${someOf(without)}; there are weights for ${someOf([...byName.keys()])}. ` +
        'Add the missing weights, or set them to 0 with --missing-weights zero.',
    );
  }
  const known = new Set(featureNames);
  const unused = [...byName.keys()].filter((name) => !known.has(name));
  return {
    weights: Float64Array.from(featureNames, (name) => byName.get(name) ?? 0),
    notes: [
      ...(without.length > 0 ? [`Features without a weight, which get weight 0: ${someOf(without)}.`] : []),
      ...(unused.length > 0 ? [`Weights ignored because no candidate has the feature: ${someOf(unused)}.`] : []),
    ],
  };
}

function someOf(names: readonly string[]): string {
  const more = names.length - shown;
  return more > 0 ? `${names.slice(0, shown).join(', ')} and ${more} more` : names.join(', ');
}

/** Σ |w|. */
export function l1Norm(weights: Float64Array): number {
  let sum = 0;
  for (const weight of weights) sum += Math.abs(weight);
  return sum;
}
