/** One derivation of a hypergraph: a path of a lattice, a tree of a forest. */
import { UsageError } from '../../core/index.ts';
import { type Hypergraph, tailOf, tailsOf } from '../shape/hypergraph.ts';

/** One derivation of a lattice or forest: its edges, text, score and features. */
export interface Derivation {
  /** Each edge after the edges of its tails, these from left to right; on a lattice that is the path from its start. */
  readonly edges: Int32Array;
  readonly words: readonly string[];
  /** The words with blanks between them. */
  readonly text: string;
  readonly score: number;
  /** Sums over the edges, in ascending order of feature number; zeros are left out. */
  readonly features: readonly (readonly [feature: number, value: number])[];
}

/**
 * A small forest can have very long texts: a node that occurs twice in an edge doubles the text, and thirty such nodes fill any
 * memory. These limits are far above any translation.
 */
const mostEdges = 20_000_000;
const mostWords = 10_000_000;
const mostCharacters = 200_000_000;

const wordsAllowed = '10 million words';
const edgesAllowed = '20 million edges';

const tooLong = (what: string): UsageError => new UsageError(`A text is too long: it would have more than ${what}.`);

/** Refuses a derivation that is too long before its edges are collected; `edges` has the one chosen for each node. */
export function checkChosen({ nodes, symbolStarts, symbols }: Hypergraph, edges: Int32Array): void {
  const words = new Float64Array(nodes);
  const sizes = new Float64Array(nodes);
  for (let node = 0; node < nodes; node++) {
    sizes[node] = 1;
    for (let at = symbolStarts[edges[node]!]!; at < symbolStarts[edges[node]! + 1]!; at++) {
      const symbol = symbols[at]!;
      words[node]! += symbol < 0 ? words[tailOf(symbol)]! : 1;
      if (symbol < 0) sizes[node]! += sizes[tailOf(symbol)]!;
    }
  }
  if (words[nodes - 1]! > mostWords) throw tooLong(wordsAllowed);
  if (sizes[nodes - 1]! > mostEdges) throw tooLong(edgesAllowed);
}

/** The text, score and features of the edges, which must be in the order of `Derivation`. */
export function describeDerivation(hypergraph: Hypergraph, edges: Int32Array): Derivation {
  checkLength(hypergraph, edges);
  const words = wordsOf(hypergraph, edges);
  // Added in the same order as in `bestScores`, so the best derivation has exactly the best score.
  const score = fold<number>(hypergraph, edges, (e, tails) =>
    tails.reduce((sum, tail) => sum + tail, hypergraph.scores[e]!),
  );
  if (!Number.isFinite(score)) throw scoresTooLarge(score);
  const features = sumFeatures(hypergraph, edges);
  const odd = features.find(([, value]) => !Number.isFinite(value));
  if (odd) {
    throw new UsageError(`Feature ${hypergraph.featureNames[odd[0]]} adds up to ${odd[1]}: its values are too large.`);
  }
  return { edges, words, text: words.join(' '), score, features };
}

export const scoresTooLarge = (sum: number): UsageError =>
  new UsageError(`The scores of a derivation add up to ${sum}: they are too large.`);

/** By counting, before any text is made. */
function checkLength({ symbolStarts, symbols, words }: Hypergraph, edges: Int32Array): void {
  let [count, characters] = [0, 0];
  for (const e of edges) {
    for (let at = symbolStarts[e]!; at < symbolStarts[e + 1]!; at++) {
      if (symbols[at]! < 0) continue;
      count++;
      characters += words[symbols[at]!]!.length + 1;
    }
  }
  if (count > mostWords) throw tooLong(wordsAllowed);
  if (characters > mostCharacters) throw tooLong('200 million characters');
}

/** Combines the texts of the tails of the last edge. */
function fold<T>(hypergraph: Hypergraph, edges: Int32Array, make: (edge: number, tails: readonly T[]) => T): T {
  const open: T[] = [];
  for (const e of edges) {
    const tails = tailsOf(hypergraph, e).length;
    open.push(make(e, open.splice(open.length - tails, tails)));
  }
  return open[0]!;
}

const wordsOf = (hypergraph: Hypergraph, edges: Int32Array): string[] =>
  fold<string[]>(hypergraph, edges, (e, parts) => {
    const { symbolStarts, symbols, words } = hypergraph;
    const [from, to] = [symbolStarts[e]!, symbolStarts[e + 1]!];
    // The text of the leftmost tail is extended in place, so a path takes linear time.
    let part = from < to && symbols[from]! < 0 ? 1 : 0;
    const said = part === 1 ? parts[0]! : [];
    for (let at = from + part; at < to; at++) {
      const symbol = symbols[at]!;
      if (symbol >= 0) said.push(words[symbol]!);
      else for (const word of parts[part++]!) said.push(word);
    }
    return said;
  });

function sumFeatures({ features }: Hypergraph, edges: Int32Array): [feature: number, value: number][] {
  const { starts, indices, values } = features;
  const sums = new Map<number, number>();
  for (const e of edges) {
    for (let at = starts[e]!; at < starts[e + 1]!; at++) {
      sums.set(indices[at]!, (sums.get(indices[at]!) ?? 0) + values[at]!);
    }
  }
  return [...sums].filter(([, value]) => value !== 0).sort(([a], [b]) => a - b);
}

/** The edges of a derivation in order, from its root edge and the edges below. Not recursive, since lattices are long. */
export function collectEdges<Place>(
  { symbolStarts, symbols }: Hypergraph,
  root: Place,
  edgeOf: (place: Place) => number,
  below: (place: Place, tail: number, node: number) => Place,
): Int32Array {
  // Root first and tails from right to left is the reverse of the required order.
  const edges: number[] = [];
  const open = [root];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const e = edgeOf(place);
    edges.push(e);
    if (edges.length > mostEdges) throw tooLong(edgesAllowed);
    let tail = 0;
    for (let at = symbolStarts[e]!; at < symbolStarts[e + 1]!; at++) {
      if (symbols[at]! < 0) open.push(below(place, tail++, tailOf(symbols[at]!)));
    }
  }
  return Int32Array.from(edges.reverse());
}
