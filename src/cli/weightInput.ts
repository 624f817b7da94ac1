/** Weights of features from a file, as the commands about n-best lists and lattices take them. */
import { oneOf } from '../core/index.ts';
import { readWeightsFor } from '../data/index.ts';
import type { MatchedWeights } from '../tune/index.ts';
import { type Given, inputFile, value } from './options.ts';

/** `summary` says what the command does with them. */
export const weightOptions = (summary: string) => ({
  weights: inputFile({ letter: 'w', help: summary }),
  missingWeights: value(oneOf(['error', 'zero']), {
    value: 'what',
    default: 'error',
    help: 'what a feature without a weight is: a mistake, or of weight 0',
  }),
});

type WeightOptions = Partial<Given<ReturnType<typeof weightOptions>>>;

/** One weight for each feature; undefined if no file is given. */
export const requestedWeights = async (
  { weights, missingWeights }: WeightOptions,
  featureNames: readonly string[],
): Promise<MatchedWeights | undefined> =>
  weights === undefined ? undefined : readWeightsFor(featureNames, weights, missingWeights);
