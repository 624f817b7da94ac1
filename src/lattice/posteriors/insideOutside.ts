/**
 * How probable nodes and edges are when a derivation d has a probability proportional to exp(scale × score of d): the inside-outside
 * algorithm (Baker 1979; on hypergraphs Li & Eisner 2009), in logarithms.
 */
import { UsageError, exp, log } from '../../core/index.ts';
import { type Hypergraph, goalOf, tailOf } from '../shape/hypergraph.ts';

/** The posterior probabilities of a lattice or forest: inside sums of nodes and expected uses of edges and nodes. */
export interface Posteriors {
  readonly scale: number;
  /** By node: ln of the sum of exp(scale × score) over its derivations. The goal's is the normaliser. */
  readonly logInside: Float64Array;
  /**
   * By edge: its probability among the edges into its head, given that the head is used. Given its head, an edge depends on nothing
   * else, and given an edge its tails do not depend on each other: a derivation's probability is the product over its edges.
   */
  readonly choices: Float64Array;
  /** By edge: how often it is expected to be used. On a lattice, and wherever no derivation uses an edge twice, its probability. */
  readonly edges: Float64Array;
  /** The same by node. */
  readonly nodes: Float64Array;
  /** Of the probabilities of derivations, in nats. */
  readonly entropy: number;
}

/**
 * Computes the posterior probabilities of the nodes and edges of a lattice or forest. Outside sums are never formed: from the goal
 * downwards, the expected use of an edge is that of its head times the probability of choosing the edge there. All terms lie between 0 and
 * the value at the goal, so nothing overflows or cancels.
 */
export function insideOutside(hypergraph: Hypergraph, scale = 1): Posteriors {
  if (!(scale >= 0 && scale < Infinity)) {
    throw new UsageError(`The scale of scores is ${scale}: it must be a finite number, 0 or more.`);
  }
  const { edgeStarts, symbolStarts, symbols, scores } = hypergraph;
  const logInside = new Float64Array(hypergraph.nodes);
  const choices = new Float64Array(hypergraph.edges);
  const logChoices = new Float64Array(hypergraph.edges);
  for (let node = 0; node < hypergraph.nodes; node++) {
    const [from, to] = [edgeStarts[node]!, edgeStarts[node + 1]!];
    let most = -Infinity;
    for (let e = from; e < to; e++) {
      let sum = scale * scores[e]!;
      for (let at = symbolStarts[e]!; at < symbolStarts[e + 1]!; at++) {
        if (symbols[at]! < 0) sum += logInside[tailOf(symbols[at]!)]!;
      }
      logChoices[e] = sum;
      if (sum > most) most = sum;
    }
    let total = 0;
    for (let e = from; e < to; e++) total += choices[e] = exp(logChoices[e]! - most);
    const logTotal = log(total);
    for (let e = from; e < to; e++) {
      choices[e]! /= total;
      logChoices[e]! -= most + logTotal;
    }
    logInside[node] = most + logTotal;
  }
  if (!Number.isFinite(logInside[goalOf(hypergraph)]!)) {
    throw new UsageError(`Scores times the scale ${scale} overflow. Use a smaller scale.`);
  }
  const nodes = new Float64Array(hypergraph.nodes);
  const edges = new Float64Array(hypergraph.edges);
  let entropy = 0;
  nodes[goalOf(hypergraph)] = 1;
  for (let node = goalOf(hypergraph); node >= 0; node--) {
    for (let e = edgeStarts[node]!; e < edgeStarts[node + 1]!; e++) {
      const expected = nodes[node]! * choices[e]!;
      edges[e] = expected;
      if (expected > 0) entropy -= expected * logChoices[e]!;
      for (let at = symbolStarts[e]!; at < symbolStarts[e + 1]!; at++) {
        if (symbols[at]! < 0) nodes[tailOf(symbols[at]!)]! += expected;
      }
    }
  }
  return { scale, logInside, choices, edges, nodes, entropy: Math.max(0, entropy) };
}
