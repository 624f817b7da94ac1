/** Small random lattices and forests, and the plain list of their derivations, to check the fast algorithms. */
import fc from 'fast-check';
import { exp } from '../../core/index.ts';
import { FeatureNames } from '../shape/features.ts';
import { type Hypergraph, goalOf, symbolOf, tailOf } from '../shape/hypergraph.ts';
import { HypergraphBuilder } from '../shape/hypergraphBuilder.ts';
import { LatticeBuilder } from '../shape/hypergraphBuilder.ts';

export interface RandomOptions {
  /** Nodes of a forest, or states of a lattice, at most; some are trimmed away. */
  readonly maxNodes?: number;
  /** Edges into a node, at most. */
  readonly maxEdges?: number;
  /** Words of an edge, at most; an edge may have none. */
  readonly maxWords?: number;
  /** Words to choose from: few, so that n-grams repeat. */
  readonly words?: readonly string[];
  /** A forest has no more derivations than this. */
  readonly maxDerivations?: number;
}

/** All that a derivation is, in plain arrays. */
export interface EnumeratedDerivation {
  /** Each edge after the edges of its tails, these from left to right; on a lattice that is the path. */
  readonly edges: readonly number[];
  readonly words: readonly string[];
  readonly score: number;
}

const defaults = { maxNodes: 6, maxEdges: 3, maxWords: 2, words: ['a', 'b', '__proto__'], maxDerivations: 400 };

/** Quarters, so that sums are exact and equal scores are common. */
const randomScore = fc.integer({ min: -12, max: 12 }).map((quarters) => quarters / 4);

const randomFeatures = fc
  .tuple(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -2, max: 2 }), fc.integer({ min: 0, max: 1 }))
  .map((values) => values.map((value, feature) => [feature, value] as const));

const featureNames = ['first', 'second', 'third'];

/** A lattice of at most maxEdges ** (maxNodes − 1) × 2 paths. */
export function randomLattice(options: RandomOptions = {}): fc.Arbitrary<Hypergraph> {
  const { maxNodes, maxEdges, maxWords, words } = { ...defaults, ...options };
  const arc = fc.record({
    back: fc.integer({ min: 1, max: maxNodes }),
    words: fc.array(fc.constantFrom(...words), { maxLength: maxWords }),
    score: randomScore,
    features: randomFeatures,
  });
  const states = fc.array(fc.array(arc, { minLength: 1, maxLength: maxEdges }), { minLength: 1, maxLength: maxNodes - 1 }); // prettier-ignore
  return fc.tuple(states, fc.boolean(), randomScore).map(([arcsInto, twoFinals, finalScore]) => {
    const last = arcsInto.length;
    const finals = twoFinals ? [last, last - 1] : [last];
    const from = (to: number, back: number): number => Math.max(0, to - back);
    const leadsOn = new Set(finals);
    for (let to = last; to > 0; to--) {
      if (leadsOn.has(to)) for (const { back } of arcsInto[to - 1]!) leadsOn.add(from(to, back));
    }
    const builder = new LatticeBuilder(new FeatureNames(featureNames), 'random lattice');
    builder.start('s0');
    arcsInto.forEach((arcs, index) => {
      const to = index + 1;
      if (!leadsOn.has(to)) return;
      for (const { back, ...rest } of arcs) builder.arc({ from: `s${from(to, back)}`, to: `s${to}`, ...rest });
    });
    for (const state of finals) builder.final(`s${state}`, { score: finalScore });
    return builder.finish();
  });
}

/** A forest whose edges have up to two tails anywhere between their words, the same one twice at times. */
export function randomForest(options: RandomOptions = {}): fc.Arbitrary<Hypergraph> {
  const { maxNodes, maxEdges, maxWords, words, maxDerivations } = { ...defaults, ...options };
  const part = fc.oneof(
    fc.constantFrom(...words).map((word) => ({ word, back: 0 })),
    fc.integer({ min: 1, max: 3 }).map((back) => ({ word: '', back })),
  );
  const edge = fc.record({
    parts: fc.array(part, { maxLength: maxWords + 2 }),
    score: randomScore,
    features: randomFeatures,
  });
  const nodes = fc.array(fc.array(edge, { minLength: 1, maxLength: maxEdges }), { minLength: 1, maxLength: maxNodes });
  return nodes.map((edgesInto) => {
    const derivations: number[] = [];
    const kept = edgesInto.map((edges, head) => {
      let sum = 0;
      const plain = edges.map(({ parts, ...rest }) => {
        let tails = 0;
        let ways = 1;
        const symbols: (string | number)[] = [];
        for (const { word, back } of parts) {
          if (back === 0) symbols.push(word);
          const tail = head - back;
          // A tail too many, or one that makes too many derivations, is left out.
          if (back === 0 || tail < 0 || tails === 2 || sum + ways * derivations[tail]! > maxDerivations) continue;
          tails++;
          ways *= derivations[tail]!;
          symbols.push(tail);
        }
        sum += ways;
        return { symbols, ...rest };
      });
      derivations.push(sum);
      return plain;
    });
    const goal = kept.length - 1;
    const needed = new Set([goal]);
    for (let head = goal; head >= 0; head--) {
      if (!needed.has(head)) continue;
      for (const { symbols } of kept[head]!) {
        for (const symbol of symbols) if (typeof symbol === 'number') needed.add(symbol);
      }
    }
    const builder = new HypergraphBuilder(new FeatureNames(featureNames), 'random forest');
    kept.forEach((edges, head) => {
      if (!needed.has(head)) return;
      for (const { symbols, ...rest } of edges) {
        builder.edge({
          head: builder.node(`n${head}`),
          symbols: symbols.map((symbol) =>
            typeof symbol === 'string' ? builder.word(symbol) : symbolOf(builder.node(`n${symbol}`)),
          ),
          ...rest,
        });
      }
    });
    return builder.finish(builder.node(`n${goal}`));
  });
}

/** Lattices and forests alike. */
export const randomHypergraph = (options: RandomOptions = {}): fc.Arbitrary<Hypergraph> =>
  fc.oneof(randomLattice(options), randomForest(options));

/** All derivations, in no order of worth; throws if any node has more than `limit`. */
export function enumerateDerivations(hypergraph: Hypergraph, limit = 10_000): EnumeratedDerivation[] {
  const { edgeStarts, symbolStarts, symbols, words, scores } = hypergraph;
  const ofNode: EnumeratedDerivation[][] = [];
  for (let node = 0; node <= goalOf(hypergraph); node++) {
    const all: EnumeratedDerivation[] = [];
    for (let e = edgeStarts[node]!; e < edgeStarts[node + 1]!; e++) {
      let partial: EnumeratedDerivation[] = [{ edges: [], words: [], score: 0 }];
      for (const symbol of symbols.subarray(symbolStarts[e], symbolStarts[e + 1])) {
        const ways = symbol < 0 ? ofNode[tailOf(symbol)]! : [{ edges: [], words: [words[symbol]!], score: 0 }];
        partial = partial.flatMap((left) =>
          ways.map((right) => ({
            edges: [...left.edges, ...right.edges],
            words: [...left.words, ...right.words],
            score: left.score + right.score,
          })),
        );
      }
      for (const { edges, words, score } of partial)
        all.push({ edges: [...edges, e], words, score: score + scores[e]! });
    }
    if (all.length > limit) throw new Error(`More than ${limit} derivations.`);
    ofNode.push(all);
  }
  return ofNode[goalOf(hypergraph)]!;
}

/** With the probabilities that exp(scale × score) gives them. */
export function withProbabilities(
  derivations: readonly EnumeratedDerivation[],
  scale = 1,
): (EnumeratedDerivation & { readonly p: number })[] {
  const best = Math.max(...derivations.map(({ score }) => score));
  const shares = derivations.map(({ score }) => exp(scale * (score - best)));
  const total = shares.reduce((sum, share) => sum + share, 0);
  return derivations.map((derivation, index) => ({ ...derivation, p: shares[index]! / total }));
}
