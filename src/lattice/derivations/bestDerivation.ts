/** The best derivation of a hypergraph, and the best below each node, by the algorithm of Viterbi (1967). */
import { type Hypergraph, goalOf, tailOf } from '../shape/hypergraph.ts';
import { type Derivation, checkChosen, collectEdges, describeDerivation, scoresTooLarge } from './derivation.ts';

interface Best {
  /** By node: the score of its best derivation. */
  readonly scores: Float64Array;
  /** By node: the edge at the root of that derivation; the first of equals. */
  readonly edges: Int32Array;
}

/** Given the value of edges and, optionally, of words. */
export function bestBy(
  { nodes, edgeStarts, symbolStarts, symbols }: Hypergraph,
  edgeValues: Float64Array,
  wordValues?: Float64Array,
): Best {
  const scores = new Float64Array(nodes).fill(-Infinity);
  const edges = new Int32Array(nodes).fill(-1);
  for (let node = 0; node < nodes; node++) {
    for (let e = edgeStarts[node]!; e < edgeStarts[node + 1]!; e++) {
      let sum = edgeValues[e]!;
      for (let at = symbolStarts[e]!; at < symbolStarts[e + 1]!; at++) {
        const symbol = symbols[at]!;
        if (symbol < 0) sum += scores[tailOf(symbol)]!;
        else if (wordValues) sum += wordValues[symbol]!;
      }
      if (edges[node]! >= 0 && !(sum > scores[node]!)) continue;
      scores[node] = sum;
      edges[node] = e;
    }
  }
  return { scores, edges };
}

/** By the scores of the edges. */
export function bestScores(hypergraph: Hypergraph): Best {
  const best = bestBy(hypergraph, hypergraph.scores);
  // Every node is part of a derivation, so one of the derivations has no finite score.
  const odd = best.scores.find((score) => !Number.isFinite(score));
  if (odd !== undefined) throw scoresTooLarge(odd);
  return best;
}

/** The score of the best derivation, without building it. */
export const bestScore = (hypergraph: Hypergraph): number => bestScores(hypergraph).scores[goalOf(hypergraph)]!;

/** The highest sum of word values. */
export const mostOfWords = (hypergraph: Hypergraph, wordValues: Float64Array): number =>
  bestBy(hypergraph, new Float64Array(hypergraph.edges), wordValues).scores[goalOf(hypergraph)]!;

/** The number of words of the shortest and the longest text. */
export function textLengths(hypergraph: Hypergraph): { readonly shortest: number; readonly longest: number } {
  const { length } = hypergraph.words;
  return {
    shortest: 0 - mostOfWords(hypergraph, new Float64Array(length).fill(-1)),
    longest: mostOfWords(hypergraph, new Float64Array(length).fill(1)),
  };
}

/** The edges of the best derivation. */
export const collectBest = (hypergraph: Hypergraph, { edges }: Best): Int32Array =>
  collectEdges(
    hypergraph,
    goalOf(hypergraph),
    (node) => edges[node]!,
    (_place, _tail, node) => node,
  );

/** Returns the derivation with the highest score. */
export function bestDerivation(hypergraph: Hypergraph): Derivation {
  const best = bestScores(hypergraph);
  checkChosen(hypergraph, best.edges);
  return describeDerivation(hypergraph, collectBest(hypergraph, best));
}
