/** The n best derivations, each made only when asked for: Huang & Chiang (2005), "Better k-best parsing", algorithm 3. */
import { UsageError } from '../../core/index.ts';
import { bestScores } from './bestDerivation.ts';
import { type Derivation, checkChosen, collectEdges, describeDerivation } from './derivation.ts';
import { type Hypergraph, goalOf, tailOf } from '../shape/hypergraph.ts';

export interface NbestOptions {
  /** Of derivations with the same text keep only the best. */
  readonly distinctTexts?: boolean;
  /** Derivations looked at, at most; ten thousand more than asked for unless told. It matters only with distinct texts. */
  readonly maxLookedAt?: number;
}

export interface Nbest {
  /** Best first. */
  readonly derivations: readonly Derivation[];
  /** How many were looked at to find them. */
  readonly lookedAt: number;
  /** Whether there are no others. False also when it was not tried to find another. */
  readonly exhausted: boolean;
}

/** An edge and, for each of its tails, which of the tail's derivations: 0 is the best. */
interface Choice {
  readonly edge: number;
  readonly ranks: readonly number[];
  readonly score: number;
}

/** Words and edges of all derivations of a list, at most: more would not fit into memory. */
const mostInAll = 100_000_000;

export function nbestDerivations(hypergraph: Hypergraph, count: number, options: NbestOptions = {}): Nbest {
  const { distinctTexts = false, maxLookedAt = count + 10_000 } = options;
  for (const [name, value] of [['derivations', count], ['derivations to look at', maxLookedAt]] as const) {
    if (!(value >= 1)) throw new UsageError(`The number of ${name} is ${value}: it must be 1 or more.`);
  } // prettier-ignore
  const derivations: Derivation[] = [];
  const texts = new Set<string>();
  let lookedAt = 0;
  let inAll = 0;
  for (const derivation of rankDerivations(hypergraph)) {
    lookedAt++;
    if (!distinctTexts || !texts.has(derivation.text)) {
      texts.add(derivation.text);
      derivations.push(derivation);
      inAll += derivation.words.length + derivation.edges.length;
      if (inAll > mostInAll) {
        throw new UsageError(
          `The ${derivations.length} best derivations have more than 100 million words and edges. Ask for fewer.`,
        );
      }
    }
    if (derivations.length >= count || lookedAt >= maxLookedAt) return { derivations, lookedAt, exhausted: false };
  }
  return { derivations, lookedAt, exhausted: true };
}

/** All derivations, best first. Of equals the one with the lower edge at its root comes first, then the one with better tails to the left. */
export function* rankDerivations(hypergraph: Hypergraph): Generator<Derivation, void, undefined> {
  const ranking = new Ranking(hypergraph);
  const goal = goalOf(hypergraph);
  for (let rank = 0; ranking.reach(goal, rank); rank++) {
    const edges = collectEdges(
      hypergraph,
      ranking.at(goal, rank),
      ({ edge }) => edge,
      ({ ranks }, tail, node) => ranking.at(node, ranks[tail]!),
    );
    yield describeDerivation(hypergraph, edges);
  }
}

/** The derivations of each node that were asked for so far. */
class Ranking {
  readonly #hypergraph: Hypergraph;
  readonly #best: Float64Array;
  /** By node, best first. */
  readonly #found: Choice[][];
  /** By node: what may come next, a heap; undefined before the node is first asked. */
  readonly #next: (Choice[] | undefined)[];
  /** By node: whether what may follow the last one found is in the heap. */
  readonly #followed: Uint8Array;

  constructor(hypergraph: Hypergraph) {
    this.#hypergraph = hypergraph;
    const { scores, edges } = bestScores(hypergraph);
    checkChosen(hypergraph, edges);
    this.#best = scores;
    this.#found = Array.from({ length: hypergraph.nodes }, () => []);
    this.#next = Array.from({ length: hypergraph.nodes });
    this.#followed = new Uint8Array(hypergraph.nodes);
  }

  /** Whether the node has a derivation of this rank; it is then found. */
  reach(node: number, rank: number): boolean {
    // Nodes that wait for one below them; a stack of our own, as lattices are long.
    const waiting = [{ node, rank }];
    while (waiting.length > 0) {
      const { node, rank } = waiting.at(-1)!;
      const found = this.#found[node]!;
      if (found.length > rank) {
        waiting.pop();
        continue;
      }
      const next = (this.#next[node] ??= this.#firstChoices(node));
      if (found.length > 0 && this.#followed[node] === 0) {
        const missing = this.#missingBelow(found.at(-1)!);
        if (missing !== undefined) {
          waiting.push(missing);
          continue;
        }
        this.#follow(found.at(-1)!, next);
        this.#followed[node] = 1;
      }
      if (next.length === 0) {
        waiting.pop();
        continue;
      }
      found.push(popBest(next));
      this.#followed[node] = 0;
    }
    return this.#found[node]!.length > rank;
  }

  at(node: number, rank: number): Choice {
    // The best derivation of a tail is used before the tail is asked for it.
    if (!this.reach(node, rank)) throw new RangeError(`Node ${node} has no derivation ${rank}.`);
    return this.#found[node]![rank]!;
  }

  #firstChoices(node: number): Choice[] {
    const { edgeStarts } = this.#hypergraph;
    const heap: Choice[] = [];
    for (let edge = edgeStarts[node]!; edge < edgeStarts[node + 1]!; edge++) {
      const ranks = this.#tails(edge).map(() => 0);
      push(heap, { edge, ranks, score: this.#score(edge, ranks) });
    }
    return heap;
  }

  /** The first derivation of a tail that must be known before what follows the choice is. */
  #missingBelow({ edge, ranks }: Choice): { node: number; rank: number } | undefined {
    const tails = this.#tails(edge);
    for (let tail = firstToRaise(ranks); tail < tails.length; tail++) {
      const [node, rank] = [tails[tail]!, ranks[tail]! + 1];
      const exhausted = this.#followed[node] === 1 && this.#next[node]!.length === 0;
      if (this.#found[node]!.length <= rank && !exhausted) return { node, rank };
    }
    return undefined;
  }

  /** Puts into the heap what may follow a choice. Each combination of ranks follows one other only, so none comes twice. */
  #follow({ edge, ranks }: Choice, heap: Choice[]): void {
    const tails = this.#tails(edge);
    for (let tail = firstToRaise(ranks); tail < tails.length; tail++) {
      const raised = ranks.with(tail, ranks[tail]! + 1);
      if (this.#found[tails[tail]!]!.length > raised[tail]!) {
        push(heap, { edge, ranks: raised, score: this.#score(edge, raised) });
      }
    }
  }

  #tails(edge: number): number[] {
    const { symbolStarts, symbols } = this.#hypergraph;
    const tails: number[] = [];
    for (let at = symbolStarts[edge]!; at < symbolStarts[edge + 1]!; at++) {
      if (symbols[at]! < 0) tails.push(tailOf(symbols[at]!));
    }
    return tails;
  }

  #score(edge: number, ranks: readonly number[]): number {
    let sum = this.#hypergraph.scores[edge]!;
    this.#tails(edge).forEach((node, tail) => {
      sum += ranks[tail] === 0 ? this.#best[node]! : this.#found[node]![ranks[tail]!]!.score;
    });
    return sum;
  }
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
