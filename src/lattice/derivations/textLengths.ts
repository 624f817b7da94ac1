/** How many words the shortest and the longest text of a hypergraph have. */
import { type Hypergraph, goalOf, tailOf } from '../shape/hypergraph.ts';

export interface TextLengths {
  readonly shortest: number;
  readonly longest: number;
}

export function textLengths(hypergraph: Hypergraph): TextLengths {
  const { nodes, edgeStarts, symbolStarts, symbols } = hypergraph;
  const shortest = new Float64Array(nodes).fill(Infinity);
  const longest = new Float64Array(nodes);
  for (let node = 0; node < nodes; node++) {
    for (let e = edgeStarts[node]!; e < edgeStarts[node + 1]!; e++) {
      let [least, most] = [0, 0];
      for (let at = symbolStarts[e]!; at < symbolStarts[e + 1]!; at++) {
        const symbol = symbols[at]!;
        least += symbol < 0 ? shortest[tailOf(symbol)]! : 1;
        most += symbol < 0 ? longest[tailOf(symbol)]! : 1;
      }
      shortest[node] = Math.min(shortest[node]!, least);
      longest[node] = Math.max(longest[node]!, most);
    }
  }
  const goal = goalOf(hypergraph);
  return { shortest: shortest[goal]!, longest: longest[goal]! };
}
