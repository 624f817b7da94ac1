/** Smaller hypergraphs that keep what matters. The best derivation is always kept, so that something is. */
import { UsageError } from '../core/index.ts';
import { bestDerivation, bestScores } from './derivations/bestDerivation.ts';
import { type Hypergraph, goalOf, tailOf } from './shape/hypergraph.ts';
import { insideOutside } from './posteriors/insideOutside.ts';
import { keepEdges } from './keepEdges.ts';

/** What to prune by: posteriors, distance from the best score, or edges for each word of the best text. */
export interface PruneBy {
  readonly posterior?: number;
  /** Of the posteriors. */
  readonly scale?: number;
  readonly beam?: number;
  readonly edgesPerWord?: number;
}

/** By the first of the limits that is given; without any the hypergraph as it is. */
export function prune(hypergraph: Hypergraph, { posterior, scale, beam, edgesPerWord }: PruneBy): Hypergraph {
  if (posterior !== undefined) return pruneByPosterior(hypergraph, posterior, scale);
  if (beam !== undefined) return pruneByScore(hypergraph, beam);
  return edgesPerWord === undefined ? hypergraph : pruneToDensity(hypergraph, edgesPerWord);
}

/** Keeps edges that are expected at least `threshold` times, where a derivation is as probable as exp(scale × score) makes it. */
export function pruneByPosterior(hypergraph: Hypergraph, threshold: number, scale = 1): Hypergraph {
  if (!(threshold >= 0 && threshold <= 1)) {
    throw new UsageError(`The posterior to prune by is ${threshold}: it must lie between 0 and 1.`);
  }
  const { edges } = insideOutside(hypergraph, scale);
  const keep = keepBest(hypergraph);
  for (let e = 0; e < keep.length; e++) if (edges[e]! >= threshold) keep[e] = 1;
  return keepEdges(hypergraph, keep);
}

/** Keeps edges through which a derivation leads that is at most `beam` worse than the best. */
export function pruneByScore(hypergraph: Hypergraph, beam: number): Hypergraph {
  if (!(beam >= 0)) throw new UsageError(`The beam to prune by is ${beam}: it must be a number from 0 on.`);
  const through = bestThroughEdges(hypergraph);
  const best = bestScores(hypergraph).scores[goalOf(hypergraph)]!;
  const keep = keepBest(hypergraph);
  for (let e = 0; e < keep.length; e++) if (through[e]! >= best - beam) keep[e] = 1;
  return keepEdges(hypergraph, keep);
}

/**
 * Keeps at most so many edges for each word of the best derivation: those through which the best derivations lead (forward-backward
 * pruning of Sixtus & Ortmanns 1999; Tromble et al. 2008 keep 30). Of edges equally good at the limit none is kept.
 */
export function pruneToDensity(hypergraph: Hypergraph, edgesPerWord: number): Hypergraph {
  if (!(edgesPerWord > 0)) {
    throw new UsageError(`The number of edges per word is ${edgesPerWord}: it must be more than 0.`);
  }
  const limit = Math.floor(edgesPerWord * Math.max(1, bestDerivation(hypergraph).words.length));
  if (hypergraph.edges <= limit) return hypergraph;
  const through = bestThroughEdges(hypergraph);
  const first = through.slice().sort().at(-1 - limit)!; // prettier-ignore
  const keep = keepBest(hypergraph);
  for (let e = 0; e < keep.length; e++) if (through[e]! > first) keep[e] = 1;
  return keepEdges(hypergraph, keep);
}

/** By edge: the score of the best derivation that uses it. */
export function bestThroughEdges(hypergraph: Hypergraph): Float64Array {
  const { nodes, edges, edgeStarts, symbolStarts, symbols, scores } = hypergraph;
  const inside = bestScores(hypergraph).scores;
  const outside = new Float64Array(nodes).fill(-Infinity);
  const through = new Float64Array(edges);
  outside[goalOf(hypergraph)] = 0;
  for (let node = nodes - 1; node >= 0; node--) {
    for (let e = edgeStarts[node]!; e < edgeStarts[node + 1]!; e++) {
      let sum = scores[e]!;
      for (let at = symbolStarts[e]!; at < symbolStarts[e + 1]!; at++) {
        if (symbols[at]! < 0) sum += inside[tailOf(symbols[at]!)]!;
      }
      through[e] = outside[node]! + sum;
      for (let at = symbolStarts[e]!; at < symbolStarts[e + 1]!; at++) {
        if (symbols[at]! >= 0) continue;
        const tail = tailOf(symbols[at]!);
        outside[tail] = Math.max(outside[tail]!, through[e]! - inside[tail]!);
      }
    }
  }
  return through;
}

function keepBest(hypergraph: Hypergraph): Uint8Array {
  const keep = new Uint8Array(hypergraph.edges);
  for (const e of bestDerivation(hypergraph).edges) keep[e] = 1;
  return keep;
}
