/** Weights of features from a file, as the commands about n-best lists and lattices take them. */
import { type Command, Option } from 'commander';
import { readWeightsFor } from '../data/index.ts';
import type { MatchedWeights, MissingWeights } from '../tune/index.ts';

export interface WeightOptions {
  weights?: string;
  missingWeights?: MissingWeights;
}

/** `summary` says what the command does with them. */
export function declareWeights(command: Command, summary: string): void {
  command
    .option('-w, --weights <file>', summary)
    .addOption(
      new Option('--missing-weights <what>', 'what a feature without a weight is: a mistake, or of weight 0')
        .choices(['error', 'zero'])
        .default('error'),
    );
}

/** One weight for each feature; undefined if no file is given. */
export const requestedWeights = async (
  { weights, missingWeights }: WeightOptions,
  featureNames: readonly string[],
): Promise<MatchedWeights | undefined> =>
  weights === undefined ? undefined : readWeightsFor(featureNames, weights, missingWeights);
