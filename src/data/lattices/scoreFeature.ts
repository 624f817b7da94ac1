/** Formats with features and no scores keep a score as one more feature, so that what is written can be read back. */
import type { Hypergraph } from '../../lattice/index.ts';

/** Read as the score of an edge, not as a feature of it. */
export const scoreFeature = 'assay.score';

/** The features of an edge by name, its score among them unless it is 0. */
export function namedFeatures({ scores, featureNames, features }: Hypergraph, edge: number): [string, number][] {
  const row: [string, number][] = [];
  for (let at = features.starts[edge]!; at < features.starts[edge + 1]!; at++) {
    row.push([featureNames[features.indices[at]!]!, features.values[at]!]);
  }
  if (scores[edge] !== 0) row.push([scoreFeature, scores[edge]!]);
  return row;
}
