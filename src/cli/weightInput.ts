/** Weights of features from a file, as the commands about n-best lists and lattices take them. */
import { type Command, Option } from 'commander';
import { readWeights } from '../data/index.ts';
import { atPlace } from '../lattice/index.ts';
import { type MatchedWeights, type MissingWeights, matchWeights } from '../tune/index.ts';

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
export async function requestedWeights(
  { weights, missingWeights }: WeightOptions,
  featureNames: readonly string[],
): Promise<MatchedWeights | undefined> {
  if (weights === undefined) return undefined;
  const read = await readWeights(weights);
  return atPlace(weights, () => matchWeights(read, featureNames, missingWeights));
}
