/** Weights from files. */
import { parseWeights } from '../formats/index.ts';
import { atPlace } from '../lattice/index.ts';
import { type MatchedWeights, type MissingWeights, type Weights, matchWeights } from '../tune/index.ts';
import { withInput } from './input.ts';

export const readWeights = (path: string): Promise<Weights> => withInput(path, undefined, parseWeights);

/** The weights of a file for the features of a run. */
export async function readWeightsFor(
  featureNames: readonly string[],
  path: string,
  missing?: MissingWeights,
): Promise<MatchedWeights> {
  const weights = await readWeights(path);
  return atPlace(path, () => matchWeights(weights, featureNames, missing));
}
