/** The generators give what they say. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goalOf, isLattice } from '../shape/hypergraph.ts';
import { enumerateDerivations, randomForest, randomLattice } from './randomHypergraph.ts';

describe('random hypergraphs', () => {
  it('lattices are lattices', () => {
    fc.assert(
      fc.property(randomLattice(), (lattice) => {
        expect(isLattice(lattice)).toBe(true);
        expect(enumerateDerivations(lattice, 1000).length).toBeGreaterThan(0);
      }),
    );
  });

  it('forests stay below their bound, and some have two tails', () => {
    let [drawn, branching] = [0, 0];
    fc.assert(
      fc.property(randomForest({ maxDerivations: 50 }), (forest) => {
        const all = enumerateDerivations(forest, 50);
        expect(new Set(all.map(({ edges }) => edges.join(' '))).size).toBe(all.length);
        expect(all.every(({ edges }) => edges.at(-1)! >= forest.edgeStarts[goalOf(forest)]!)).toBe(true);
        drawn++;
        if (!isLattice(forest)) branching++;
      }),
      { seed: 1, numRuns: 200 },
    );
    expect(branching).toBeGreaterThan(drawn / 4);
  });
});
