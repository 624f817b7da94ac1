/** The edges of the best derivation that says nothing at all, if there is one. */
import { collectEdges } from '../derivation.ts';
import { type Hypergraph, goalOf, tailOf } from '../hypergraph.ts';

export function bestEmptyDerivation(hypergraph: Hypergraph): Int32Array | undefined {
  const { nodes, edgeStarts, symbolStarts, symbols, scores } = hypergraph;
  const best = new Float64Array(nodes).fill(-Infinity);
  const chosen = new Int32Array(nodes).fill(-1);
  for (let node = 0; node < nodes; node++) {
    for (let e = edgeStarts[node]!; e < edgeStarts[node + 1]!; e++) {
      let sum = scores[e]!;
      for (let at = symbolStarts[e]!; at < symbolStarts[e + 1]!; at++) {
        const symbol = symbols[at]!;
        sum += symbol < 0 ? best[tailOf(symbol)]! : -Infinity;
      }
      if (!(sum > best[node]!)) continue;
      best[node] = sum;
      chosen[node] = e;
    }
  }
  const goal = goalOf(hypergraph);
  if (chosen[goal]! < 0) return undefined;
  return collectEdges(
    hypergraph,
    goal,
    (node) => chosen[node]!,
    (_place, _tail, node) => node,
  );
}
