/** The n best derivations, each computed only on demand: Huang & Chiang (2005), "Better k-best parsing", algorithm 3. */
import { UsageError } from '../../core/index.ts';
import { bestScores } from './bestDerivation.ts';
import { type Derivation, checkChosen, collectEdges, describeDerivation } from './derivation.ts';
import { type Hypergraph, goalOf, tailsOf } from '../shape/hypergraph.ts';

export interface NbestOptions {
  /** Keep only the best derivation of each text. At most ten thousand others are tried for that. */
  readonly distinctTexts?: boolean;
}

export interface Nbest {
  /** Best first. */
  readonly derivations: readonly Derivation[];
  /** The number of derivations tried to find them. */
  readonly lookedAt: number;
  /** Whether there are no others. Also false if the search for another was not tried. */
  readonly exhausted: boolean;
}

/** An edge and, for each of its tails, which of the tail's derivations: 0 is the best. */
interface Choice {
  readonly edge: number;
  readonly ranks: readonly number[];
  readonly score: number;
}

/** The maximum number of words and edges of all derivations of a list; more would not fit into memory. */
const mostInAll = 100_000_000;

const mostOthers = 10_000;

/** Returns the best derivations, at most `count`, optionally only those with distinct texts. */
export function nbestDerivations(hypergraph: Hypergraph, count: number, options: NbestOptions = {}): Nbest {
  if (!(count >= 1)) throw new UsageError(`The number of derivations is ${count}: it must be 1 or more.`);
  const derivations: Derivation[] = [];
  const texts = new Set<string>();
  let lookedAt = 0;
  let inAll = 0;
  for (const derivation of rankDerivations(hypergraph)) {
    lookedAt++;
    if (!options.distinctTexts || !texts.has(derivation.text)) {
      texts.add(derivation.text);
      derivations.push(derivation);
      inAll += derivation.words.length + derivation.edges.length;
      if (inAll > mostInAll) {
        throw new UsageError(
          `The ${derivations.length} best derivations have more than 100 million words and edges. Ask for fewer.`,
        );
      }
    }
    if (derivations.length >= count || lookedAt >= count + mostOthers)
      return { derivations, lookedAt, exhausted: false };
  }
  return { derivations, lookedAt, exhausted: true };
}

/** All derivations, best first. Of equals the one with the lower edge at its root comes first, then the one with better tails to the left. */
export function* rankDerivations(hypergraph: Hypergraph): Generator<Derivation, void, undefined> {
  const at = ranking(hypergraph);
  const goal = goalOf(hypergraph);
  for (let rank = 0, root = at(goal, 0); root; root = at(goal, ++rank)) {
    const edges = collectEdges<Choice>(
      hypergraph,
      root,
      ({ edge }) => edge,
      // The parts of a choice were found before it, except for the best derivations of tails.
      ({ ranks }, tail, node) => at(node, ranks[tail]!)!,
    );
    yield describeDerivation(hypergraph, edges);
  }
}

/** The derivation of a node at a rank, if there is one, computed on demand. */
function ranking(hypergraph: Hypergraph): (node: number, rank: number) => Choice | undefined {
  const { nodes, edgeStarts, scores } = hypergraph;
  const best = bestScores(hypergraph);
  checkChosen(hypergraph, best.edges);
  /** By node, best first. */
  const found = Array.from({ length: nodes }, (): Choice[] => []);
  /** By node: a heap of candidates for the next derivation; undefined before first use. */
  const next: (Choice[] | undefined)[] = Array.from({ length: nodes });
  /** By node: whether the successors of the last derivation found are in the heap. */
  const followed = new Uint8Array(nodes);

  const choose = (edge: number, ranks: readonly number[]): Choice => {
    let score = scores[edge]!;
    tailsOf(hypergraph, edge).forEach((node, tail) => {
      score += ranks[tail] === 0 ? best.scores[node]! : found[node]![ranks[tail]!]!.score;
    });
    return { edge, ranks, score };
  };

  const firstChoices = (node: number): Choice[] => {
    const heap: Choice[] = [];
    for (let edge = edgeStarts[node]!; edge < edgeStarts[node + 1]!; edge++) {
      const ranks = tailsOf(hypergraph, edge).map(() => 0);
      push(heap, choose(edge, ranks));
    }
    return heap;
  };

  /** The first derivation of a tail that is needed to compute the successors of the choice. */
  const missingBelow = ({ edge, ranks }: Choice): { node: number; rank: number } | undefined => {
    const tails = tailsOf(hypergraph, edge);
    for (let tail = firstToRaise(ranks); tail < tails.length; tail++) {
      const [node, rank] = [tails[tail]!, ranks[tail]! + 1];
      const exhausted = followed[node] === 1 && next[node]!.length === 0;
      if (found[node]!.length <= rank && !exhausted) return { node, rank };
    }
    return undefined;
  };

  /** Adds the successors of a choice to the heap. Each combination of ranks has only one predecessor, so none is added twice. */
  const follow = ({ edge, ranks }: Choice, heap: Choice[]): void => {
    const tails = tailsOf(hypergraph, edge);
    for (let tail = firstToRaise(ranks); tail < tails.length; tail++) {
      const rank = ranks[tail]! + 1;
      if (found[tails[tail]!]!.length > rank) push(heap, choose(edge, ranks.with(tail, rank)));
    }
  };

  return (node, rank) => {
    // Nodes waiting for one below them; an explicit stack, since lattices are long.
    const waiting = [{ node, rank }];
    for (let now = waiting.at(-1); now; now = waiting.at(-1)) {
      const ofNode = found[now.node]!;
      const heap = (next[now.node] ??= firstChoices(now.node));
      if (ofNode.length > 0 && ofNode.length <= now.rank && followed[now.node] === 0) {
        const missing = missingBelow(ofNode.at(-1)!);
        if (missing) {
          waiting.push(missing);
          continue;
        }
        follow(ofNode.at(-1)!, heap);
        followed[now.node] = 1;
      }
      if (ofNode.length > now.rank || heap.length === 0) waiting.pop();
      else {
        ofNode.push(popBest(heap));
        followed[now.node] = 0;
      }
    }
    return found[node]![rank];
  };
}

/** The last tail that is not at its best, or the first if all are: only this one and those to its right are raised. */
function firstToRaise(ranks: readonly number[]): number {
  let tail = ranks.length - 1;
  while (tail > 0 && ranks[tail] === 0) tail--;
  return Math.max(0, tail);
}

function comesBefore(a: Choice, b: Choice): boolean {
  if (a.score !== b.score) return a.score > b.score;
  if (a.edge !== b.edge) return a.edge < b.edge;
  const tail = a.ranks.findIndex((rank, index) => rank !== b.ranks[index]);
  return tail >= 0 && a.ranks[tail]! < b.ranks[tail]!;
}

function push(heap: Choice[], choice: Choice): void {
  let at = heap.length;
  heap.push(choice);
  while (at > 0) {
    const above = (at - 1) >> 1;
    if (!comesBefore(choice, heap[above]!)) break;
    heap[at] = heap[above]!;
    at = above;
  }
  heap[at] = choice;
}

function popBest(heap: Choice[]): Choice {
  const best = heap[0]!;
  const last = heap.pop()!;
  if (heap.length === 0) return best;
  let at = 0;
  for (let below = 1; below < heap.length; below = 2 * at + 1) {
    if (below + 1 < heap.length && comesBefore(heap[below + 1]!, heap[below]!)) below++;
    if (!comesBefore(heap[below]!, last)) break;
    heap[at] = heap[below]!;
    at = below;
  }
  heap[at] = last;
  return best;
}
