/** The oracle is the list of all derivations. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeHypergraph } from './describeHypergraph.ts';
import { FeatureNames } from './features.ts';
import { isLattice, tailOf } from './hypergraph.ts';
import { LatticeBuilder } from './latticeBuilder.ts';
import { enumerateDerivations, randomHypergraph } from './testing/randomHypergraph.ts';

it('counts what there is', () => {
  fc.assert(
    fc.property(randomHypergraph(), (hypergraph) => {
      const all = enumerateDerivations(hypergraph);
      const lengths = all.map(({ words }) => words.length);
      const tails = Array.from(
        { length: hypergraph.edges },
        (_, e) =>
          hypergraph.symbols
            .subarray(hypergraph.symbolStarts[e], hypergraph.symbolStarts[e + 1])
            .filter((symbol) => symbol < 0 && tailOf(symbol) >= 0).length,
      );
      expect(describeHypergraph(hypergraph)).toMatchObject({
        lattice: isLattice(hypergraph),
        nodes: hypergraph.nodes,
        edges: hypergraph.edges,
        maxTails: Math.max(...tails),
        distinctWords: new Set(all.flatMap(({ words }) => words)).size,
        derivations: BigInt(all.length),
        shortest: Math.min(...lengths),
        longest: Math.max(...lengths),
      });
    }),
  );
});

it('counts derivations beyond 2⁵³ to the last one', () => {
  const builder = new LatticeBuilder(new FeatureNames(['used', 'unused']), 'chain');
  builder.start('0');
  for (let at = 0; at < 100; at++) {
    for (const word of ['a', 'b', 'c'])
      builder.arc({ from: `${at}`, to: `${at + 1}`, words: [word], features: [[0, 1]] });
  }
  builder.final('100');
  const { derivations, distinctFeatures } = describeHypergraph(builder.finish());
  expect([derivations, distinctFeatures]).toEqual([3n ** 100n, 1]);
});
