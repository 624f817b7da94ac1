/** The best derivation and the best score below each node: the algorithm of Viterbi (1967), on hypergraphs. */
import { type Derivation, checkChosen, collectEdges, describeDerivation, scoresTooLarge } from './derivation.ts';
import { type Hypergraph, goalOf, tailOf } from '../shape/hypergraph.ts';

export interface BestScores {
  /** By node: the score of the best derivation of it. */
  readonly scores: Float64Array;
  /** By node: the edge at the root of that derivation; of equals the first. */
  readonly edges: Int32Array;
}

export function bestScores({ nodes, edgeStarts, symbolStarts, symbols, scores }: Hypergraph): BestScores {
  const best = new Float64Array(nodes).fill(-Infinity);
  const edges = new Int32Array(nodes).fill(-1);
  for (let node = 0; node < nodes; node++) {
    for (let e = edgeStarts[node]!; e < edgeStarts[node + 1]!; e++) {
      let sum = scores[e]!;
      for (let at = symbolStarts[e]!; at < symbolStarts[e + 1]!; at++) {
        const symbol = symbols[at]!;
        if (symbol < 0) sum += best[tailOf(symbol)]!;
      }
      if (edges[node]! >= 0 && !(sum > best[node]!)) continue;
      best[node] = sum;
      edges[node] = e;
    }
    // Every node is part of a derivation, so that one of these has no score.
    if (!Number.isFinite(best[node]!)) throw scoresTooLarge(best[node]!);
  }
  return { scores: best, edges };
}

/** The score of the best derivation, for which it need not be written out. */
export const bestScore = (hypergraph: Hypergraph): number => bestScores(hypergraph).scores[goalOf(hypergraph)]!;

export function bestDerivation(hypergraph: Hypergraph): Derivation {
  const { edges } = bestScores(hypergraph);
  checkChosen(hypergraph, edges);
  const chosen = collectEdges(
    hypergraph,
    goalOf(hypergraph),
    (node) => edges[node]!,
    (_place, _tail, node) => node,
  );
  return describeDerivation(hypergraph, chosen);
}
