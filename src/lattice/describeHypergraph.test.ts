/** The oracle is the list of all derivations. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeHypergraph } from './describeHypergraph.ts';
import { FeatureNames } from './shape/features.ts';
import { isLattice, symbolOf, tailOf } from './shape/hypergraph.ts';
import { HypergraphBuilder } from './shape/hypergraphBuilder.ts';
import { LatticeBuilder } from './shape/hypergraphBuilder.ts';
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
        derivationsLog10: expect.closeTo(Math.log10(all.length), 12) as number,
        shortest: Math.min(...lengths),
        longest: Math.max(...lengths),
      });
    }),
  );
});

/** `places` words, each one of these. */
function chain(places: number, words: readonly string[]) {
  const builder = new LatticeBuilder(new FeatureNames(['used', 'unused']), 'chain');
  builder.start('0');
  for (let at = 0; at < places; at++) {
    for (const word of words) builder.arc({ from: `${at}`, to: `${at + 1}`, words: [word], features: [[0, 1]] });
  }
  builder.final(`${places}`);
  return builder.finish();
}

/** Twice as much with each node, from `a` or `b` on, and once with other words. */
function doublings(count: number) {
  const builder = new HypergraphBuilder(new FeatureNames(), 'doublings');
  for (const word of ['a', 'b']) builder.edge({ head: builder.node('0'), symbols: [builder.word(word)] });
  for (let at = 1; at <= count; at++) {
    const below = symbolOf(builder.node(`${at - 1}`));
    builder.edge({ head: builder.node(`${at}`), symbols: [below, below] });
    builder.edge({ head: builder.node(`${at}`), symbols: [builder.word('c'), below] });
  }
  return builder.finish(builder.node(`${count}`));
}

it('counts derivations beyond 2⁵³ to the last one', () => {
  const { derivations, distinctFeatures } = describeHypergraph(chain(100, ['a', 'b', 'c']));
  expect([derivations, distinctFeatures]).toEqual([3n ** 100n, 1]);
});

it.each([
  ['2 ** 990', chain(990, ['a', 'b']), 2n ** 990n],
  ['3 ** 2000', chain(2000, ['a', 'b', 'c']), 3n ** 2000n],
  ['2 ** 60000', chain(60_000, ['a', 'b']), 2n ** 60_000n],
  ...[4, 9, 16].map((count) => {
    let ways = 2n;
    for (let at = 0; at < count; at++) ways = ways * ways + ways;
    return [`doubled ${count} times`, doublings(count), ways] as const;
  }),
] as const)('knows the size of a number of derivations that has too many digits: %s', (_, hypergraph, expected) => {
  const { derivations, derivationsLog10 } = describeHypergraph(hypergraph);
  const digits = String(expected);
  expect(derivations).toBe(digits.length <= 300 ? expected : undefined);
  const [whole, fraction] = [digits.length - 1, Math.log10(Number(`${digits[0]}.${digits.slice(1, 17)}`))];
  expect(derivationsLog10 / (whole + fraction)).toBeCloseTo(1, 12);
});

it('does not lose itself in a number whose very exponent is too large', () => {
  const { derivations, derivationsLog10, longest } = describeHypergraph(doublings(1100));
  expect([derivations, derivationsLog10, longest]).toEqual([undefined, Infinity, Infinity]);
});
