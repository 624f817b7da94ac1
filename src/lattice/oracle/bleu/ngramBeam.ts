/**
 * Derivations that are good by a linear gain of n-grams: a gain for each word and each n-gram that is in a reference, without clipping.
 * Nodes keep a limited number of items with the words at both ends, as a decoder does with a language model: Chiang (2007).
 */
import { type Hypergraph, goalOf, isLattice, tailOf } from '../../shape/hypergraph.ts';
import { collectEdges } from '../../derivations/derivation.ts';
import type { ReferenceTree } from './referenceTree.ts';

interface Item {
  /** The first words, as far as they may end an n-gram of the references, at most order − 1; on lattices none are needed. */
  readonly left: readonly number[];
  /** Whether those are all words. */
  readonly isShort: boolean;
  /** The last words, as far as they may begin an n-gram. */
  readonly right: readonly number[];
  readonly gain: number;
  readonly score: number;
  readonly edge: number;
  readonly tails: readonly Item[];
}

/**
 * Edges of derivations, best first. A word gains gains[0], an n-gram in the references gains[n]; `size` items are kept at each node.
 * `wordIds` maps each word of the structure to its number in the references.
 */
export function beamDerivations(
  hypergraph: Hypergraph,
  wordIds: Int32Array,
  tree: ReferenceTree,
  gains: Float64Array,
  size: number,
): Int32Array[] {
  const { nodes, edgeStarts, symbolStarts, symbols, scores } = hypergraph;
  const lattice = isLattice(hypergraph);
  const most = tree.order - 1;
  /** No more is gained where two texts meet. */
  const mostAcross = gains.reduce((sum, gain, n) => (n > 1 ? sum + (n - 1) * gain : sum), 0);

  /** What n-grams gain that begin in the one and end in the other. */
  const across = (right: readonly number[], left: readonly number[]): number => {
    let gain = 0;
    for (let start = 0; start < right.length; start++) {
      let node = 0;
      for (let at = start; at < right.length && node >= 0; at++) node = tree.follow(node, right[at]!);
      for (let at = 0, n = right.length - start + 1; at < left.length && node >= 0 && n <= tree.order; at++, n++) {
        node = tree.follow(node, left[at]!);
        if (node >= 0) gain += gains[n]!;
      }
    }
    return gain;
  };

  const read = (item: Item, word: number): Item => {
    const { left, isShort, right } = item;
    const longer = isShort && !lattice && word >= 0 && left.length < most;
    return {
      ...item,
      left: longer ? [...left, word] : left,
      isShort: longer,
      right: tree.suffix([...right, word]),
      gain: item.gain + gains[0]! + across(right, [word]) + (word >= 0 ? gains[1]! : 0),
    };
  };

  const join = (item: Item, tail: Item, kept: Kept): void => {
    const gain = item.gain + tail.gain + across(item.right, tail.left);
    const score = item.score + tail.score;
    if (!kept.wants(gain)) return;
    const tails = [...item.tails, tail];
    if (lattice) {
      kept.add({ ...item, right: tail.right, gain, score, tails });
      return;
    }
    const left = item.isShort ? [...item.left, ...tail.left].slice(0, most) : item.left;
    const isShort = item.isShort && tail.isShort && item.left.length + tail.left.length <= most;
    const right = tail.isShort ? tree.suffix([...item.right, ...tail.left]) : tail.right;
    kept.add({ left, isShort, right, gain, score, edge: item.edge, tails });
  };

  const ofNode: Item[][] = [];
  for (let node = 0; node < nodes; node++) {
    const found = new Kept(size, gains[1]!);
    for (let e = edgeStarts[node]!; e < edgeStarts[node + 1]!; e++) {
      let partial: readonly Item[] = [
        { left: [], isShort: true, right: [], gain: 0, score: scores[e]!, edge: e, tails: [] },
      ];
      for (let at = symbolStarts[e]!; at < symbolStarts[e + 1]!; at++) {
        const symbol = symbols[at]!;
        if (symbol >= 0) {
          partial = partial.map((item) => read(item, wordIds[symbol]!));
          continue;
        }
        const joined = new Kept(size, gains[1]!);
        for (const item of partial) {
          for (const tail of ofNode[tailOf(symbol)]!) {
            // Tails come best first.
            if (!joined.wants(item.gain + tail.gain + mostAcross)) break;
            join(item, tail, joined);
          }
        }
        partial = joined.best();
      }
      for (const item of partial) found.add(item);
    }
    ofNode.push(found.best());
  }
  return ofNode[goalOf(hypergraph)]!.map((item) =>
    collectEdges<Item>(
      hypergraph,
      item,
      ({ edge }) => edge,
      ({ tails }, tail) => tails[tail]!,
    ),
  );
}

/** The best items of different ends or gains: with the same gain, clipping hardly tells them apart. */
class Kept {
  readonly #size: number;
  readonly #byEnds = new Map<string, Item>();
  readonly #step: number;
  #least = -Infinity;

  /** `gain` is that of a word, to tell gains that differ from those that are rounded otherwise. */
  constructor(size: number, gain: number) {
    this.#size = size;
    this.#step = gain * 1e-6;
  }

  wants(gain: number): boolean {
    return gain >= this.#least;
  }

  add(item: Item): void {
    const ends = `${item.left.join()}${item.isShort ? '=' : '|'}${item.right.join()}`;
    const key = `${ends} ${Math.round(item.gain / this.#step)}`;
    const known = this.#byEnds.get(key);
    if (known && !isBetter(item, known)) return;
    this.#byEnds.set(key, item);
    if (this.#byEnds.size < 2 * this.#size) return;
    const best = this.best();
    this.#least = best.at(-1)!.gain;
    this.#byEnds.clear();
    for (const each of best) this.add(each);
  }

  best(): Item[] {
    return [...this.#byEnds.values()]
      .sort((a, b) => (isBetter(a, b) ? -1 : isBetter(b, a) ? 1 : 0))
      .slice(0, this.#size);
  }
}

const isBetter = (a: Item, b: Item): boolean => a.gain > b.gain || (a.gain === b.gain && a.score > b.score);
