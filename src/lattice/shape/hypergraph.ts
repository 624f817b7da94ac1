/**
 * The search space of a decoder in one data structure: a shared forest of derivations, or hypergraph. A word lattice is the forest in which every
 * edge has at most one tail, at its left end: the states are nodes, an arc from p to q with a word is an edge into q that says `p word`.
 * So all code for forests works for lattices; only code with a faster version for lattices checks `isLattice`.
 */
import { UsageError } from '../../core/index.ts';
import { type FeatureRows, weigh } from './features.ts';

/**
 * A lattice or forest of a decoder. `HypergraphBuilder` checks it: tails have lower numbers than heads, and every node derives something
 * and is part of a derivation of the goal, which is the last node.
 */
export interface Hypergraph {
  readonly nodes: number;
  readonly edges: number;
  /** The edges into node n are edgeStarts[n] … edgeStarts[n + 1], at least one. */
  readonly edgeStarts: Int32Array;
  /** What edge e says, from left to right, is symbols[symbolStarts[e] … symbolStarts[e + 1]): a word if ≥ 0, else what node −1 − symbol says. */
  readonly symbolStarts: Int32Array;
  readonly symbols: Int32Array;
  /** Words by number; each occurs once. */
  readonly words: readonly string[];
  /** By edge, as the decoder gave it or as weights make it: the higher the better, a derivation's is the sum of its edges'. */
  readonly scores: Float64Array;
  /** By feature number. */
  readonly featureNames: readonly string[];
  /** By edge. */
  readonly features: FeatureRows;
}

/** The node of a symbol below 0. */
export const tailOf = (symbol: number): number => -1 - symbol;

/** The symbol of a node. */
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

/** Returns whether a hypergraph is a lattice: every edge has at most one tail, at its left end. */
export function isLattice({ edges, symbolStarts, symbols }: Hypergraph): boolean {
  for (let e = 0; e < edges; e++) {
    for (let at = symbolStarts[e]! + 1; at < symbolStarts[e + 1]!; at++) if (symbols[at]! < 0) return false;
  }
  return true;
}

/**
 * Returns the hypergraph with the score of each edge computed from its features and the given weights. Features without a weight count
 * nothing. Everything but the scores is shared with the original.
 */
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
