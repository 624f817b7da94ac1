/** Weights as files give them, by name or in the order of the features, brought to the features of a run. */
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

/** What a feature without a weight means: a mistake, or the weight 0, as for sparse features. */
export type MissingWeights = 'error' | 'zero';

export interface MatchedWeights {
  /** By feature number. */
  readonly weights: Float64Array;
  /** What was missing or not needed, for the report. */
  readonly notes: readonly string[];
}

/** Names shown; the rest is counted. */
const shown = 8;

/** Weights of names that no feature has are left out with a note: a sparse feature need not occur in every list. */
export function matchWeights(
  weights: Weights,
  featureNames: readonly string[],
  missing: MissingWeights = 'error',
): MatchedWeights {
  if (weights.kind === 'listed') {
    const { values } = weights;
    if (values.length === featureNames.length) return { weights: Float64Array.from(values), notes: [] };
    throw new UsageError(
      `${counted(values.length, 'weight')} without names for ${counted(featureNames.length, 'feature')}: ` +
        `${someOf(featureNames)}. Give one for each, in this order, or give them by name.`,
    );
  }
  const { byName } = weights;
  const without = featureNames.filter((name) => !byName.has(name));
  if (without.length > 0 && missing === 'error') {
    throw new UsageError(
      `There ${without.length === 1 ? 'is no weight for the feature' : 'are no weights for the features'} ` +
        `${someOf(without)}; there are weights for ${someOf([...byName.keys()])}. ` +
        'Add the missing ones, or let them weigh 0 with --missing-weights zero.',
    );
  }
  const known = new Set(featureNames);
  const unused = [...byName.keys()].filter((name) => !known.has(name));
  return {
    weights: Float64Array.from(featureNames, (name) => byName.get(name) ?? 0),
    notes: [
      ...(without.length > 0 ? [`Without a weight, so weighing 0: ${someOf(without)}.`] : []),
      ...(unused.length > 0 ? [`Weights of features that no candidate has, left out: ${someOf(unused)}.`] : []),
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
