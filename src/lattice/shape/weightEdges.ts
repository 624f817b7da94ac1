/** The same hypergraph under other weights. */
import { UsageError } from '../../core/index.ts';
import { weigh } from './features.ts';
import type { Hypergraph } from './hypergraph.ts';

/** Scores become features · weights; a feature beyond the weights weighs nothing. All but the scores is shared with the one given. */
export function weightEdges(hypergraph: Hypergraph, weights: Float64Array): Hypergraph {
  const { edges, features, featureNames } = hypergraph;
  const bad = weights.findIndex((weight) => !Number.isFinite(weight));
  if (bad >= 0) {
    throw new UsageError(
      `The weight of feature ${featureNames[bad] ?? bad} is ${weights[bad]}: a weight must be a finite number.`,
    );
  }
  const scores = new Float64Array(edges);
  for (let e = 0; e < edges; e++) {
    scores[e] = weigh(features, e, weights);
    if (!Number.isFinite(scores[e]!)) {
      throw new UsageError(`Under these weights an edge has the score ${scores[e]}: the weights are too large.`);
    }
  }
  return { ...hypergraph, scores };
}
