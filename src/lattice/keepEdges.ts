/** The part of a hypergraph that is made of some of its edges. */
import { selectRows } from './shape/features.ts';
import { type Hypergraph, goalOf, symbolOf, tailOf } from './shape/hypergraph.ts';

/**
 * Nodes and edges that are then in no derivation are left out, the others renumbered in the same order. Word and feature numbers stay
 * what they are. The edges kept must have a derivation of the goal among them.
 */
export function keepEdges(hypergraph: Hypergraph, keep: Uint8Array): Hypergraph {
  const { nodes, edgeStarts, symbolStarts, symbols, scores, features } = hypergraph;
  const kept = keep.slice();
  const isDerived = new Uint8Array(nodes);
  for (let node = 0; node < nodes; node++) {
    for (let e = edgeStarts[node]!; e < edgeStarts[node + 1]!; e++) {
      for (let at = symbolStarts[e]!; at < symbolStarts[e + 1]!; at++) {
        if (symbols[at]! < 0 && isDerived[tailOf(symbols[at]!)] === 0) kept[e] = 0;
      }
      if (kept[e] === 1) isDerived[node] = 1;
    }
  }
  if (isDerived[goalOf(hypergraph)] === 0) throw new RangeError('The edges kept derive nothing.');
  const isUsed = new Uint8Array(nodes);
  isUsed[goalOf(hypergraph)] = 1;
  for (let node = nodes - 1; node >= 0; node--) {
    for (let e = edgeStarts[node]!; e < edgeStarts[node + 1]!; e++) {
      if (isUsed[node] === 0) kept[e] = 0;
      if (kept[e] === 0) continue;
      for (let at = symbolStarts[e]!; at < symbolStarts[e + 1]!; at++) {
        if (symbols[at]! < 0) isUsed[tailOf(symbols[at]!)] = 1;
      }
    }
  }
  const numbers = new Int32Array(nodes);
  const newEdgeStarts = [0];
  const newSymbolStarts = [0];
  const newSymbols: number[] = [];
  const edges: number[] = [];
  for (let node = 0; node < nodes; node++) {
    if (isUsed[node] === 0) continue;
    for (let e = edgeStarts[node]!; e < edgeStarts[node + 1]!; e++) {
      if (kept[e] === 0) continue;
      for (let at = symbolStarts[e]!; at < symbolStarts[e + 1]!; at++) {
        const symbol = symbols[at]!;
        newSymbols.push(symbol < 0 ? symbolOf(numbers[tailOf(symbol)]!) : symbol);
      }
      newSymbolStarts.push(newSymbols.length);
      edges.push(e);
    }
    numbers[node] = newEdgeStarts.length - 1;
    newEdgeStarts.push(edges.length);
  }
  return {
    ...hypergraph,
    nodes: newEdgeStarts.length - 1,
    edges: edges.length,
    edgeStarts: Int32Array.from(newEdgeStarts),
    symbolStarts: Int32Array.from(newSymbolStarts),
    symbols: Int32Array.from(newSymbols),
    scores: Float64Array.from(edges, (e) => scores[e]!),
    features: selectRows(features, edges),
  };
}
