/** Prunes hypergraphs. The best derivation is always kept, so the result is never empty. */
import { UsageError } from '../core/index.ts';
import { bestDerivation, bestScore, bestScores } from './derivations/bestDerivation.ts';
import { insideOutside } from './posteriors/insideOutside.ts';
import { selectRows } from './shape/features.ts';
import { type Hypergraph, goalOf, symbolOf, tailOf, tailsOf } from './shape/hypergraph.ts';

/** What to prune by: posteriors, distance from the best score, or edges per word of the best text. */
interface PruneBy {
  readonly posterior?: number;
  /** Of the posteriors. */
  readonly scale?: number;
  readonly beam?: number;
  readonly edgesPerWord?: number;
}

/**
 * Prunes a lattice or forest by the first limit given: posterior, beam, or edges per word. Without a limit it returns the hypergraph
 * unchanged.
 */
export function prune(hypergraph: Hypergraph, { posterior, scale, beam, edgesPerWord }: PruneBy): Hypergraph {
  if (posterior !== undefined) return pruneByPosterior(hypergraph, posterior, scale);
  if (beam !== undefined) return pruneByScore(hypergraph, beam);
  return edgesPerWord === undefined ? hypergraph : pruneToDensity(hypergraph, edgesPerWord);
}

/** Keeps edges that are expected at least `threshold` times, where the probability of a derivation is proportional to exp(scale × score). */
export function pruneByPosterior(hypergraph: Hypergraph, threshold: number, scale = 1): Hypergraph {
  if (!(threshold >= 0 && threshold <= 1)) {
    throw new UsageError(`The posterior to prune by is ${threshold}: it must be between 0 and 1.`);
  }
  const { edges } = insideOutside(hypergraph, scale);
  return keepBestAnd(hypergraph, (e) => edges[e]! >= threshold);
}

/** Keeps edges of derivations that are at most `beam` worse than the best. */
export function pruneByScore(hypergraph: Hypergraph, beam: number): Hypergraph {
  if (!(beam >= 0)) throw new UsageError(`The beam to prune by is ${beam}: it must be 0 or more.`);
  const through = bestThroughEdges(hypergraph);
  const least = bestScore(hypergraph) - beam;
  return keepBestAnd(hypergraph, (e) => through[e]! >= least);
}

/**
 * Keeps at most `edgesPerWord` edges per word of the best derivation: those used by the best derivations (forward-backward
 * pruning of Sixtus & Ortmanns 1999; Tromble et al. 2008 keep 30). If edges at the limit are equally good, none of them is kept.
 */
export function pruneToDensity(hypergraph: Hypergraph, edgesPerWord: number): Hypergraph {
  if (!(edgesPerWord > 0)) {
    throw new UsageError(`The number of edges per word is ${edgesPerWord}: it must be more than 0.`);
  }
  const limit = Math.floor(edgesPerWord * Math.max(1, bestDerivation(hypergraph).words.length));
  if (hypergraph.edges <= limit) return hypergraph;
  const through = bestThroughEdges(hypergraph);
  const first = through.slice().sort().at(-1 - limit)!; // prettier-ignore
  return keepBestAnd(hypergraph, (e) => through[e]! > first);
}

/** By edge: the score of the best derivation that uses it. */
export function bestThroughEdges(hypergraph: Hypergraph): Float64Array {
  const { nodes, edges, edgeStarts, scores } = hypergraph;
  const inside = bestScores(hypergraph).scores;
  const outside = new Float64Array(nodes).fill(-Infinity);
  const through = new Float64Array(edges);
  outside[goalOf(hypergraph)] = 0;
  for (let node = nodes - 1; node >= 0; node--) {
    for (let e = edgeStarts[node]!; e < edgeStarts[node + 1]!; e++) {
      const tails = tailsOf(hypergraph, e);
      through[e] = outside[node]! + tails.reduce((sum, tail) => sum + inside[tail]!, scores[e]!);
      for (const tail of tails) outside[tail] = Math.max(outside[tail]!, through[e]! - inside[tail]!);
    }
  }
  return through;
}

function keepBestAnd(hypergraph: Hypergraph, isKept: (edge: number) => boolean): Hypergraph {
  const keep = Uint8Array.from({ length: hypergraph.edges }, (_, e) => (isKept(e) ? 1 : 0));
  for (const e of bestDerivation(hypergraph).edges) keep[e] = 1;
  return keepEdges(hypergraph, keep);
}

/**
 * The part that is made of some of the edges. Nodes and edges that are then in no derivation are left out, the others renumbered in the
 * same order. Word and feature numbers stay what they are. The edges kept must have a derivation of the goal among them.
 */
export function keepEdges(hypergraph: Hypergraph, keep: Uint8Array): Hypergraph {
  const { nodes, edgeStarts, symbolStarts, symbols, scores, features } = hypergraph;
  const kept = keep.slice();
  const isDerived = new Uint8Array(nodes);
  for (let node = 0; node < nodes; node++) {
    for (let e = edgeStarts[node]!; e < edgeStarts[node + 1]!; e++) {
      if (tailsOf(hypergraph, e).some((tail) => isDerived[tail] === 0)) kept[e] = 0;
      if (kept[e] === 1) isDerived[node] = 1;
    }
  }
  if (isDerived[goalOf(hypergraph)] === 0) throw new RangeError('The kept edges have no derivation.');
  const isUsed = new Uint8Array(nodes);
  isUsed[goalOf(hypergraph)] = 1;
  for (let node = nodes - 1; node >= 0; node--) {
    for (let e = edgeStarts[node]!; e < edgeStarts[node + 1]!; e++) {
      if (isUsed[node] === 0) kept[e] = 0;
      if (kept[e] === 1) for (const tail of tailsOf(hypergraph, e)) isUsed[tail] = 1;
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
