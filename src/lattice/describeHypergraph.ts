/** How large a hypergraph is, and how much it says. */
import { type Hypergraph, goalOf, isLattice, tailOf } from './hypergraph.ts';
import { type TextLengths, textLengths } from './textLengths.ts';

/** Among it the words of the shortest and of the longest text. */
export interface HypergraphDescription extends TextLengths {
  readonly lattice: boolean;
  readonly nodes: number;
  readonly edges: number;
  /** Tails of an edge, at most. */
  readonly maxTails: number;
  /** Different words on the edges. */
  readonly distinctWords: number;
  /** Different features on the edges. */
  readonly distinctFeatures: number;
  /** Exact, however many. */
  readonly derivations: bigint;
}

export function describeHypergraph(hypergraph: Hypergraph): HypergraphDescription {
  const { nodes, edges, edgeStarts, symbolStarts, symbols, features } = hypergraph;
  const derivations: bigint[] = [];
  let maxTails = 0;
  for (let node = 0; node < nodes; node++) {
    let ways = 0n;
    for (let e = edgeStarts[node]!; e < edgeStarts[node + 1]!; e++) {
      let [tails, product] = [0, 1n];
      for (let at = symbolStarts[e]!; at < symbolStarts[e + 1]!; at++) {
        if (symbols[at]! >= 0) continue;
        tails++;
        product *= derivations[tailOf(symbols[at]!)]!;
      }
      maxTails = Math.max(maxTails, tails);
      ways += product;
    }
    derivations.push(ways);
  }
  return {
    lattice: isLattice(hypergraph),
    nodes,
    edges,
    maxTails,
    distinctWords: new Set(symbols.filter((symbol) => symbol >= 0)).size,
    distinctFeatures: new Set(features.indices).size,
    derivations: derivations[goalOf(hypergraph)]!,
    ...textLengths(hypergraph),
  };
}
