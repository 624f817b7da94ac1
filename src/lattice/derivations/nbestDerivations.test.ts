/** The oracle is the list of all derivations, sorted. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestDerivation } from './bestDerivation.ts';
import { FeatureNames } from '../shape/features.ts';
import { LatticeBuilder } from '../shape/hypergraphBuilder.ts';
import { nbestDerivations, rankDerivations } from './nbestDerivations.ts';
import { enumerateDerivations, randomHypergraph } from '../testing/randomHypergraph.ts';

/** A lattice of `length` places with two arcs each, one of them 1 worse. */
function makeChain(length: number, words: readonly [string, string]) {
  const builder = new LatticeBuilder(new FeatureNames(), 'chain');
  builder.start('0');
  for (let at = 0; at < length; at++) {
    builder.arc({ from: `${at}`, to: `${at + 1}`, words: [words[0]] });
    builder.arc({ from: `${at}`, to: `${at + 1}`, words: [words[1]], score: -1 });
  }
  builder.final(`${length}`);
  return builder.finish();
}

describe('rankDerivations', () => {
  it('gives each derivation once, best first', () => {
    fc.assert(
      fc.property(randomHypergraph(), (hypergraph) => {
        const all = enumerateDerivations(hypergraph);
        const ranked = [...rankDerivations(hypergraph)];
        expect(ranked.map(({ score }) => score)).toEqual(all.map(({ score }) => score).sort((a, b) => b - a));
        const key = ({ edges }: { edges: ArrayLike<number> }): string => Array.from(edges).join();
        expect(ranked.map(key).sort()).toEqual(all.map(key).sort());
        expect(ranked[0]).toEqual(bestDerivation(hypergraph));
      }),
    );
  });

  it('orders equals by their edges, the same way each time', () => {
    const texts = Array.from(rankDerivations(makeChain(3, ['a', 'b'])), ({ text }) => text);
    // The root of a path is its last arc, so equals are told apart from the right.
    expect(texts).toEqual(['a a a', 'b a a', 'a b a', 'a a b', 'b b a', 'b a b', 'a b b', 'b b b']);
  });

  it('does not recurse: a chain of 15,000 places', () => {
    const { derivations } = nbestDerivations(makeChain(15_000, ['a', 'b']), 3);
    expect(derivations.map(({ score }) => score)).toEqual([0, -1, -1]);
  });
});

describe('nbestDerivations', () => {
  it('stops at the number asked for, or when there are no more', () => {
    const chain = makeChain(3, ['a', 'b']);
    expect(nbestDerivations(chain, 5)).toMatchObject({ lookedAt: 5, exhausted: false });
    expect(nbestDerivations(chain, 5).derivations).toHaveLength(5);
    expect(nbestDerivations(chain, 100)).toMatchObject({ lookedAt: 8, exhausted: true });
  });

  it('keeps the best of each text', () => {
    fc.assert(
      fc.property(randomHypergraph(), (hypergraph) => {
        const best = new Map<string, number>();
        for (const { words, score } of enumerateDerivations(hypergraph)) {
          best.set(words.join(' '), Math.max(score, best.get(words.join(' ')) ?? -Infinity));
        }
        const { derivations, exhausted } = nbestDerivations(hypergraph, 1000, { distinctTexts: true });
        expect(exhausted).toBe(true);
        expect(new Map(derivations.map(({ text, score }) => [text, score]))).toEqual(best);
        expect(derivations).toHaveLength(best.size);
      }),
    );
  });

  it('looks at no more than it may', () => {
    // 2 ** 40 derivations of one text
    const same = makeChain(40, ['a', 'a']);
    const { derivations, lookedAt, exhausted } = nbestDerivations(same, 2, { distinctTexts: true });
    expect([derivations.length, lookedAt, exhausted]).toEqual([1, 10_002, false]);
  });

  it.each([
    [0, 'The number of derivations is 0: it must be 1 or more.'],
    [NaN, 'The number of derivations is NaN: it must be 1 or more.'],
  ] as const)('refuses %s', (count, message) => {
    expect(() => nbestDerivations(makeChain(1, ['a', 'b']), count)).toThrow(message);
  });
});
