/** The oracle is the list of all derivations. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestDerivation } from './derivations/bestDerivation.ts';
import { FeatureNames } from './shape/features.ts';
import { type Hypergraph, isLattice } from './shape/hypergraph.ts';
import { insideOutside } from './posteriors/insideOutside.ts';
import { LatticeBuilder } from './shape/hypergraphBuilder.ts';
import { bestThroughEdges, keepEdges, prune, pruneByPosterior, pruneByScore, pruneToDensity } from './prune.ts';
import { enumerateDerivations, randomHypergraph } from './testing/randomHypergraph.ts';

/** What `Hypergraph` promises, looked at plainly. */
function expectValid(hypergraph: Hypergraph): void {
  const { nodes, edges, edgeStarts, symbolStarts, symbols, scores, features } = hypergraph;
  expect([edgeStarts.length, symbolStarts.length, scores.length, features.starts.length]).toEqual([nodes + 1, edges + 1, edges, edges + 1]); // prettier-ignore
  expect([edgeStarts[0], edgeStarts[nodes], symbolStarts[edges], features.starts[edges]]).toEqual([0, edges, symbols.length, features.values.length]); // prettier-ignore
  const used = new Set([nodes - 1]);
  for (let node = nodes - 1; node >= 0; node--) {
    expect(used.has(node)).toBe(true);
    expect(edgeStarts[node + 1]).toBeGreaterThan(edgeStarts[node]!);
    for (const symbol of symbols.subarray(symbolStarts[edgeStarts[node]!], symbolStarts[edgeStarts[node + 1]!])) {
      if (symbol < 0) expect(-1 - symbol).toBeLessThan(node);
      if (symbol < 0) used.add(-1 - symbol);
    }
  }
}

const said = (hypergraph: Hypergraph): string[] =>
  enumerateDerivations(hypergraph)
    .map(({ words, score }) => `${words.join(' ')} ${score}`)
    .sort();

/** Derivations made of these edges only. */
const saidBy = (hypergraph: Hypergraph, keep: (edge: number) => boolean): string[] =>
  enumerateDerivations(hypergraph)
    .filter(({ edges }) => edges.every(keep))
    .map(({ words, score }) => `${words.join(' ')} ${score}`)
    .sort();

describe('keepEdges', () => {
  it('derives what is made of the edges kept, and nothing else', () => {
    fc.assert(
      fc.property(
        randomHypergraph(),
        fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
        (hypergraph, wanted) => {
          const best = new Set(bestDerivation(hypergraph).edges);
          const keep = Uint8Array.from({ length: hypergraph.edges }, (_, e) => (best.has(e) || wanted[e % 30] ? 1 : 0));
          const kept = keepEdges(hypergraph, keep);
          expectValid(kept);
          expect(said(kept)).toEqual(saidBy(hypergraph, (e) => keep[e] === 1));
          expect(bestDerivation(kept)).toEqual({ ...bestDerivation(hypergraph), edges: bestDerivation(kept).edges });
          if (isLattice(hypergraph)) expect(isLattice(kept)).toBe(true);
        },
      ),
    );
  });

  it('changes nothing if all are kept', () => {
    fc.assert(
      fc.property(randomHypergraph(), (hypergraph) => {
        expect(keepEdges(hypergraph, new Uint8Array(hypergraph.edges).fill(1))).toEqual(hypergraph);
      }),
    );
  });
});

describe('prune', () => {
  it('by score keeps the edges of derivations within the beam', () => {
    fc.assert(
      fc.property(randomHypergraph(), fc.integer({ min: 0, max: 40 }), (hypergraph, quarters) => {
        const all = enumerateDerivations(hypergraph);
        const through = Array.from({ length: hypergraph.edges }, (_, e) =>
          Math.max(...all.filter(({ edges }) => edges.includes(e)).map(({ score }) => score)),
        );
        expect(Array.from(bestThroughEdges(hypergraph))).toEqual(through);
        const pruned = pruneByScore(hypergraph, quarters / 4);
        expectValid(pruned);
        const worst = bestDerivation(hypergraph).score - quarters / 4;
        expect(pruned.edges).toBe(through.filter((score) => score >= worst).length);
        expect(said(pruned)).toEqual(saidBy(hypergraph, (e) => through[e]! >= worst));
      }),
    );
  });

  it('by posterior keeps probable edges and the best derivation', () => {
    fc.assert(
      fc.property(randomHypergraph(), fc.double({ min: 0, max: 1, noNaN: true }), (hypergraph, threshold) => {
        const { edges } = insideOutside(hypergraph, 0.5);
        const best = new Set(bestDerivation(hypergraph).edges);
        const pruned = pruneByPosterior(hypergraph, threshold, 0.5);
        expectValid(pruned);
        expect(said(pruned)).toEqual(saidBy(hypergraph, (e) => edges[e]! >= threshold || best.has(e)));
      }),
    );
    fc.assert(
      fc.property(randomHypergraph(), (hypergraph) => {
        expect(pruneByPosterior(hypergraph, 0)).toEqual(hypergraph);
      }),
    );
  });

  it('to a density keeps the best edges and no more than asked for', () => {
    fc.assert(
      fc.property(randomHypergraph(), fc.integer({ min: 1, max: 4 }), (hypergraph, edgesPerWord) => {
        const { words, edges, score } = bestDerivation(hypergraph);
        const pruned = pruneToDensity(hypergraph, edgesPerWord);
        expectValid(pruned);
        const limit = edgesPerWord * Math.max(1, words.length);
        expect(pruned.edges).toBeLessThanOrEqual(Math.max(limit, new Set(edges).size));
        expect(bestDerivation(pruned).score).toBe(score);
        // One edge more would be too many: those left out that are best would all come together.
        const through = bestThroughEdges(hypergraph);
        const worstKept = Math.min(...bestThroughEdges(pruned));
        const better = through.filter((value) => value >= worstKept).length;
        const next = Math.max(...through.filter((value) => value < worstKept));
        if (pruned.edges === better && next > -Infinity) {
          expect(through.filter((value) => value >= next).length).toBeGreaterThan(limit);
        }
      }),
    );
  });

  const builder = new LatticeBuilder(new FeatureNames(), 'three arcs');
  builder.start('0');
  for (const [word, score] of [['x', 0], ['y', -1], ['z', -1]] as const) builder.arc({ from: '0', to: '1', words: [word], score }); // prettier-ignore
  builder.final('1');
  const lattice = builder.finish();

  it.each([
    [5, ['x 0', 'y -1', 'z -1']],
    [4, ['x 0']], // y and z are equal
    [0.1, ['x 0']], // the best has three edges, start and end included, and stays
  ] as const)('to %s edges a word leaves %o', (edgesPerWord, left) => {
    expect(said(pruneToDensity(lattice, edgesPerWord))).toEqual(left);
  });

  it.each([
    [() => pruneByPosterior(lattice, 1.5), 'The posterior to prune by is 1.5: it must be between 0 and 1.'],
    [() => pruneByPosterior(lattice, NaN), 'The posterior to prune by is NaN: it must be between 0 and 1.'],
    [() => pruneByScore(lattice, -1), 'The beam to prune by is -1: it must be 0 or more.'],
    [() => pruneToDensity(lattice, 0), 'The number of edges per word is 0: it must be more than 0.'],
  ])('refuses %s', (prune, message) => {
    expect(prune).toThrow(message);
  });
});

it('prune goes by whichever limit is given', () => {
  const [hypergraph] = fc.sample(randomHypergraph({ maxNodes: 8 }), { numRuns: 1, seed: 5 });
  const whole = hypergraph!;
  expect(prune(whole, {})).toBe(whole);
  expect(prune(whole, { posterior: 0.3, scale: 2 })).toEqual(pruneByPosterior(whole, 0.3, 2));
  expect(prune(whole, { beam: 0.5 })).toEqual(pruneByScore(whole, 0.5));
  expect(prune(whole, { edgesPerWord: 1 })).toEqual(pruneToDensity(whole, 1));
});
