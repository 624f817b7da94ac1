/**
 * What a decoder leaves behind, in one shape: a shared forest of derivations, or hypergraph. A word lattice is the forest in which every
 * edge has at most one tail, at its left end: the states are nodes, an arc from p to q with a word is an edge into q that says `p word`.
 * So whatever is written for forests holds for lattices, and only what is faster on them looks at `isLattice`.
 */
import { UsageError } from '../../core/index.ts';
import { type FeatureRows, weigh } from './features.ts';

/**
 * Checked by who builds it (`HypergraphBuilder`): tails have lower numbers than heads, every node derives something and is part of a
 * derivation of the goal, which is the last node.
 */
export interface Hypergraph {
  readonly nodes: number;
  readonly edges: number;
  /** The edges into node n are edgeStarts[n] … edgeStarts[n + 1], at least one. */
  readonly edgeStarts: Int32Array;
  /** What edge e says, from left to right, is symbols[symbolStarts[e] … symbolStarts[e + 1]): a word if ≥ 0, else what node −1 − symbol says. */
  readonly symbolStarts: Int32Array;
  readonly symbols: Int32Array;
  /** Words by number; each stands once. */
  readonly words: readonly string[];
  /** By edge, as the decoder gave it or as weights make it: the higher the better, a derivation's is the sum of its edges'. */
  readonly scores: Float64Array;
  /** By feature number. */
  readonly featureNames: readonly string[];
  /** By edge. */
  readonly features: FeatureRows;
}

/** The node that a symbol below 0 stands for. */
export const tailOf = (symbol: number): number => -1 - symbol;

/** The symbol that stands for a node. */
export const symbolOf = (node: number): number => -1 - node;

export const goalOf = ({ nodes }: Hypergraph): number => nodes - 1;

/** From left to right. */
export function tailsOf({ symbolStarts, symbols }: Hypergraph, edge: number): number[] {
  const tails: number[] = [];
  for (let at = symbolStarts[edge]!; at < symbolStarts[edge + 1]!; at++) {
    if (symbols[at]! < 0) tails.push(tailOf(symbols[at]!));
  }
  return tails;
}

/** Whether every edge has at most one tail and that at its left end. */
export function isLattice({ edges, symbolStarts, symbols }: Hypergraph): boolean {
  for (let e = 0; e < edges; e++) {
    for (let at = symbolStarts[e]! + 1; at < symbolStarts[e + 1]!; at++) if (symbols[at]! < 0) return false;
  }
  return true;
}

/** The same under other weights: scores become features · weights; a feature beyond the weights weighs nothing. All but the scores is shared with the one given. */
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
