/** A lattice as states and arcs with one word each, for formats made of states and arcs. */
import { type Hypergraph, goalOf, isLattice, tailOf } from '../../lattice/index.ts';
import { forestRefused } from './format.ts';

export interface Arc {
  readonly from: number;
  readonly to: number;
  /** Undefined for ε. */
  readonly word: string | undefined;
  /** The edge whose score and features it has; −1 if it has none. */
  readonly edge: number;
}

/** States are in topological order, the start is 0. Arcs are in order of their sources. */
export interface Arcs {
  readonly states: number;
  readonly arcs: readonly Arc[];
  readonly finals: readonly { readonly state: number; readonly edge: number }[];
}

/**
 * With `weightedFinals` there can be several final states, each with a score; without, only the last state is final, and arcs without
 * words lead to it if necessary. An edge with several words becomes several arcs; the first has its score and features.
 */
export function arcsOf(
  hypergraph: Hypergraph,
  { weightedFinals, place, format }: { weightedFinals: boolean; place: string; format: string },
): Arcs {
  if (!isLattice(hypergraph)) throw forestRefused(place, format);
  const { edgeStarts, symbolStarts, symbols, words } = hypergraph;
  const goal = goalOf(hypergraph);
  const finals = weightedFinals ? weightedFinalEdges(hypergraph) : bareFinalEdge(hypergraph);
  const startsBare = hasBareStart(hypergraph);
  const states = new Int32Array(hypergraph.nodes);
  const arcs: Arc[] = [];
  let count = 1;
  for (let node = startsBare ? 1 : 0; node <= goal; node++) {
    if (node === goal && finals) break;
    const last: Omit<Arc, 'to'>[] = [];
    for (let e = edgeStarts[node]!; e < edgeStarts[node + 1]!; e++) {
      let at = symbolStarts[e]!;
      const end = symbolStarts[e + 1]!;
      const first = symbols[at];
      let from = 0;
      if (at < end && first! < 0) {
        from = states[tailOf(first!)]!;
        at++;
      }
      let edge = e;
      for (; at < end - 1; at++) {
        arcs.push({ from, to: count, word: words[symbols[at]!], edge });
        from = count++;
        edge = -1;
      }
      last.push({ from, word: at < end ? words[symbols[at]!] : undefined, edge });
    }
    const to = count++;
    states[node] = to;
    for (const arc of last) arcs.push({ ...arc, to });
  }
  return {
    states: count,
    arcs: arcs.sort((a, b) => a.from - b.from),
    finals: finals
      ? finals.map((edge) => ({ state: states[tailOf(symbols[symbolStarts[edge]!]!)]!, edge }))
      : [{ state: states[goal]!, edge: -1 }],
  };
}

/** Whether all paths begin in node 0, at no cost. */
function hasBareStart({ edges, edgeStarts, symbolStarts, symbols, scores, features }: Hypergraph): boolean {
  if (edgeStarts[1] !== 1 || symbolStarts[1] !== 0 || scores[0] !== 0 || features.starts[1] !== 0) return false;
  for (let e = 1; e < edges; e++) {
    const at = symbolStarts[e]!;
    if (at === symbolStarts[e + 1] || symbols[at]! >= 0) return false;
  }
  return true;
}

/** The edges into the goal if they only mark final states; otherwise undefined. */
function weightedFinalEdges(hypergraph: Hypergraph): number[] | undefined {
  const { edgeStarts, symbolStarts, symbols } = hypergraph;
  const edges: number[] = [];
  const tails = new Set<number>();
  for (let e = edgeStarts[goalOf(hypergraph)]!; e < hypergraph.edges; e++) {
    const at = symbolStarts[e]!;
    if (symbolStarts[e + 1] !== at + 1 || symbols[at]! >= 0) return undefined;
    edges.push(e);
    tails.add(symbols[at]!);
  }
  return tails.size === edges.length ? edges : undefined;
}

/** The one edge into the goal if it has neither words nor score nor features. No arc leaves its tail, as all paths end there. */
function bareFinalEdge(hypergraph: Hypergraph): number[] | undefined {
  const edges = weightedFinalEdges(hypergraph);
  if (edges?.length !== 1) return undefined;
  const [edge] = edges;
  const { scores, features } = hypergraph;
  return scores[edge!] === 0 && features.starts[edge!] === features.starts[edge! + 1] ? edges : undefined;
}
