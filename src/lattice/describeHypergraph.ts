/** Computes the size of a lattice or forest and the number of its derivations. */
import { log } from '../core/index.ts';
import { textLengths } from './derivations/bestDerivation.ts';
import { type Hypergraph, goalOf, isLattice, tailOf, tailsOf } from './shape/hypergraph.ts';

/** The size of a lattice or forest: its nodes, edges, words, features and derivations, and the lengths of its shortest and longest text. */
export interface HypergraphDescription extends ReturnType<typeof textLengths> {
  readonly lattice: boolean;
  readonly nodes: number;
  readonly edges: number;
  /** Tails of an edge, at most. */
  readonly maxTails: number;
  /** Different words on the edges. */
  readonly distinctWords: number;
  /** Different features on the edges. */
  readonly distinctFeatures: number;
  /** Exact; undefined if there are more than 10³⁰⁰. */
  readonly derivations: bigint | undefined;
  /** The logarithm to base 10 of their number, which can be infinite. */
  readonly derivationsLog10: number;
}

/** Up to here, derivations are counted exactly. No node has more than the goal, so counts need little memory. */
const mostDigits = 300;

export function describeHypergraph(hypergraph: Hypergraph): HypergraphDescription {
  const { nodes, edges, symbols, features } = hypergraph;
  let maxTails = 0;
  for (let e = 0; e < edges; e++) maxTails = Math.max(maxTails, tailsOf(hypergraph, e).length);
  const derivationsLog10 = logDerivations(hypergraph);
  return {
    lattice: isLattice(hypergraph),
    nodes,
    edges,
    maxTails,
    distinctWords: new Set(symbols.filter((symbol) => symbol >= 0)).size,
    distinctFeatures: new Set(features.indices).size,
    derivations: derivationsLog10 <= mostDigits ? countDerivations(hypergraph) : undefined,
    derivationsLog10,
    ...textLengths(hypergraph),
  };
}

function countDerivations(hypergraph: Hypergraph): bigint {
  const { nodes, edgeStarts, symbolStarts, symbols } = hypergraph;
  const counts: bigint[] = [];
  for (let node = 0; node < nodes; node++) {
    let ways = 0n;
    for (let e = edgeStarts[node]!; e < edgeStarts[node + 1]!; e++) {
      let product = 1n;
      for (let at = symbolStarts[e]!; at < symbolStarts[e + 1]!; at++) {
        if (symbols[at]! < 0) product *= counts[tailOf(symbols[at]!)]!;
      }
      ways += product;
    }
    counts.push(ways);
  }
  return counts[goalOf(hypergraph)]!;
}

/** The same as m · 2^e with 1 ≤ m < 2^64, since a count may have more digits than fit into memory. */
function logDerivations(hypergraph: Hypergraph): number {
  const { nodes, edgeStarts, symbolStarts, symbols } = hypergraph;
  const mantissas = new Float64Array(nodes);
  const exponents = new Float64Array(nodes);
  for (let node = 0; node < nodes; node++) {
    let [sum, sumExponent] = [0, 0];
    for (let e = edgeStarts[node]!; e < edgeStarts[node + 1]!; e++) {
      let [product, exponent] = [1, 0];
      for (let at = symbolStarts[e]!; at < symbolStarts[e + 1]!; at++) {
        if (symbols[at]! >= 0) continue;
        const tail = tailOf(symbols[at]!);
        product *= mantissas[tail]!;
        exponent += exponents[tail]!;
        if (product >= limit) [product, exponent] = [product / limit, exponent + limitBits];
      }
      const gap = exponent - sumExponent;
      // A number 2^1000 times as large hides the other completely.
      if (sum === 0 || gap > 1000) [sum, sumExponent] = [product, exponent];
      else if (gap >= 0) [sum, sumExponent] = [sum * 2 ** -gap + product, exponent];
      else if (gap >= -1000) sum += product * 2 ** gap;
      if (sum >= limit) [sum, sumExponent] = [sum / limit, sumExponent + limitBits];
    }
    mantissas[node] = sum;
    exponents[node] = sumExponent;
  }
  const goal = goalOf(hypergraph);
  return (log(mantissas[goal]!) + exponents[goal]! * log(2)) / log(10);
}

const limitBits = 64;
const limit = 2 ** limitBits;
