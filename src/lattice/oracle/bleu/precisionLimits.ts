/**
 * What matches − λ · n-grams of an order cannot exceed over all derivations of a structure, for the bound of the BLEU oracle.
 * Clipping is left out but for the whole, since it does not split at nodes: a match counts as often as it is said. On a lattice the rest
 * is exact: the words that an n-gram may still go on from are a state. On a forest it is for words and pairs of words; longer n-grams that
 * match begin with a pair that does, so there are no more of them than of pairs.
 */
import { type Hypergraph, goalOf, isLattice, tailOf } from '../../shape/hypergraph.ts';
import { mostOfWords, textLengths } from '../../derivations/bestDerivation.ts';
import type { ReferenceTree } from './referenceTree.ts';

/** By order, from 1 on, and by λ. */
export function precisionLimits(
  hypergraph: Hypergraph,
  wordIds: Int32Array,
  tree: ReferenceTree,
  lambdas: readonly number[],
): number[][] {
  const { order, mostMatches } = tree;
  const { shortest } = textLengths(hypergraph);
  const lattice = isLattice(hypergraph);
  const pairs = lattice ? [] : lambdas.map((lambda) => (order > 1 ? limitPairs(hypergraph, wordIds, tree, lambda) : 0));
  return Array.from({ length: order }, (_, k) => {
    const n = k + 1;
    const fewest = Math.max(0, shortest - k);
    return lambdas.map((lambda, l) => {
      const found =
        n === 1
          ? mostOfWords(
              hypergraph,
              Float64Array.from(wordIds, (id) => (id >= 0 ? 1 : 0) - lambda),
            )
          : lattice
            ? limitPaths(hypergraph, wordIds, tree, n, lambda)
            : pairs[l]! + lambda * k;
      return Math.min(found, mostMatches[k]! - lambda * fewest);
    });
  });
}

interface PathState {
  /** Words so far, at most n − 1. */
  readonly count: number;
  /** The last of them, as far as they may begin an n-gram. */
  readonly last: readonly number[];
  readonly gain: number;
}

const start: ReadonlyMap<string, PathState> = new Map([['', { count: 0, last: [], gain: 0 }]]);

/** On a lattice: states are the last words, and whether there were n − 1 of them at all. */
function limitPaths(
  hypergraph: Hypergraph,
  wordIds: Int32Array,
  tree: ReferenceTree,
  n: number,
  lambda: number,
): number {
  const { nodes, edgeStarts, symbolStarts, symbols } = hypergraph;
  const read = ({ count, last, gain }: PathState, word: number): PathState => {
    const words = [...last, word];
    const kept = tree.suffix(words.length < n ? words : words.slice(1));
    if (count < n - 1) return { count: count + 1, last: kept, gain };
    let node = words.length === n ? 0 : -1;
    for (let at = 0; at < n && node >= 0; at++) node = tree.follow(node, words[at]!);
    return { count, last: kept, gain: gain + (node >= 0 ? 1 : 0) - lambda };
  };
  const ofNode: Map<string, PathState>[] = [];
  for (let node = 0; node < nodes; node++) {
    const states = new Map<string, PathState>();
    for (let e = edgeStarts[node]!; e < edgeStarts[node + 1]!; e++) {
      let [from, to] = [symbolStarts[e]!, symbolStarts[e + 1]!];
      const tail = from < to && symbols[from]! < 0 ? ofNode[tailOf(symbols[from++]!)]! : start;
      for (let state of tail.values()) {
        for (let at = from; at < to; at++) state = read(state, wordIds[symbols[at]!]!);
        const key = `${state.count} ${state.last.join()}`;
        const known = states.get(key);
        if (!known || state.gain > known.gain) states.set(key, state);
      }
    }
    ofNode.push(states);
  }
  let best = -Infinity;
  for (const { gain } of ofNode[goalOf(hypergraph)]!.values()) best = Math.max(best, gain);
  return best;
}

/** First and last words of the texts of a node, and by both the most that matching pairs − λ · words can be. */
interface PairTable {
  readonly firsts: Int32Array;
  readonly lasts: Int32Array;
  /** [first * lasts.length + last] */
  readonly gains: Float64Array;
  /** Of the empty text. */
  readonly empty: number;
}

/** On a forest: matching pairs of words minus λ for each word. The numbers of words are moved up by 1, so that 0 is any other word. */
function limitPairs(hypergraph: Hypergraph, wordIds: Int32Array, tree: ReferenceTree, lambda: number): number {
  const { nodes, edgeStarts, symbolStarts, symbols } = hypergraph;
  const words = tree.vocabulary.size + 1;
  const isPair = new Uint8Array(words * words);
  for (let a = 1; a < words; a++) {
    for (let b = 1; b < words; b++) {
      const node = tree.follow(0, a - 1);
      if (node >= 0 && tree.follow(node, b - 1) >= 0) isPair[a * words + b] = 1;
    }
  }
  const single = Array.from({ length: words }, (_, word): PairTable => {
    const ids = Int32Array.of(word);
    return { firsts: ids, lasts: ids, gains: Float64Array.of(-lambda), empty: -Infinity };
  });
  const gathered = new PairGatherer(words);
  const ofNode: PairTable[] = [];
  for (let node = 0; node < nodes; node++) {
    for (let e = edgeStarts[node]!; e < edgeStarts[node + 1]!; e++) {
      let table: PairTable = nothing;
      for (let at = symbolStarts[e]!; at < symbolStarts[e + 1]!; at++) {
        const symbol = symbols[at]!;
        const next = symbol < 0 ? ofNode[tailOf(symbol)]! : single[wordIds[symbol]! + 1]!;
        table = table === nothing ? next : joinPairs(table, next, isPair, words);
      }
      gathered.add(table);
    }
    ofNode.push(gathered.take());
  }
  const { gains, empty } = ofNode[goalOf(hypergraph)]!;
  return gains.reduce((most, gain) => Math.max(most, gain), empty);
}

const nothing: PairTable = {
  firsts: new Int32Array(0),
  lasts: new Int32Array(0),
  gains: new Float64Array(0),
  empty: 0,
};

function joinPairs(left: PairTable, right: PairTable, isPair: Uint8Array, words: number): PairTable {
  const { firsts } = left;
  const { lasts } = right;
  const [inner, outer] = [left.lasts.length, lasts.length];
  const gains = new Float64Array(firsts.length * outer).fill(-Infinity);
  const bestRight = new Float64Array(outer).fill(-Infinity);
  for (let f = 0; f < right.firsts.length; f++) {
    for (let l = 0; l < outer; l++) bestRight[l] = Math.max(bestRight[l]!, right.gains[f * outer + l]!);
  }
  const raise = (first: number, gain: number, row: Float64Array, from: number): void => {
    for (let l = 0; l < outer; l++) {
      const found = gain + row[from + l]!;
      if (found > gains[first * outer + l]!) gains[first * outer + l] = found;
    }
  };
  for (let first = 0; first < firsts.length; first++) {
    let best = -Infinity;
    for (let l = 0; l < inner; l++) best = Math.max(best, left.gains[first * inner + l]!);
    raise(first, best, bestRight, 0);
  }
  for (let l = 0; l < inner; l++) {
    for (let f = 0; f < right.firsts.length; f++) {
      if (isPair[left.lasts[l]! * words + right.firsts[f]!] === 0) continue;
      for (let first = 0; first < firsts.length; first++) {
        raise(first, left.gains[first * inner + l]! + 1, right.gains, f * outer);
      }
    }
  }
  const joined = { firsts, lasts, gains, empty: left.empty + right.empty };
  if (left.empty === -Infinity && right.empty === -Infinity) return joined;
  const gathered = new PairGatherer(words);
  gathered.add(joined);
  if (left.empty > -Infinity) gathered.add({ ...right, empty: -Infinity }, left.empty);
  if (right.empty > -Infinity) gathered.add({ ...left, empty: -Infinity }, right.empty);
  return gathered.take();
}

/** The best of several tables. */
class PairGatherer {
  readonly #words: number;
  readonly #gains: Float64Array;
  readonly #firsts = new Set<number>();
  readonly #lasts = new Set<number>();
  #empty = -Infinity;

  constructor(words: number) {
    this.#words = words;
    this.#gains = new Float64Array(words * words).fill(-Infinity);
  }

  add({ firsts, lasts, gains, empty }: PairTable, more = 0): void {
    this.#empty = Math.max(this.#empty, empty + more);
    for (const last of lasts) this.#lasts.add(last);
    for (let f = 0; f < firsts.length; f++) {
      this.#firsts.add(firsts[f]!);
      const row = firsts[f]! * this.#words;
      for (let l = 0; l < lasts.length; l++) {
        const gain = gains[f * lasts.length + l]! + more;
        if (gain > this.#gains[row + lasts[l]!]!) this.#gains[row + lasts[l]!] = gain;
      }
    }
  }

  take(): PairTable {
    const firsts = Int32Array.from(this.#firsts);
    const lasts = Int32Array.from(this.#lasts);
    const gains = new Float64Array(firsts.length * lasts.length);
    for (let f = 0; f < firsts.length; f++) {
      for (let l = 0; l < lasts.length; l++) {
        const at = firsts[f]! * this.#words + lasts[l]!;
        gains[f * lasts.length + l] = this.#gains[at]!;
        this.#gains[at] = -Infinity;
      }
    }
    const empty = this.#empty;
    this.#firsts.clear();
    this.#lasts.clear();
    this.#empty = -Infinity;
    return { firsts, lasts, gains, empty };
  }
}
