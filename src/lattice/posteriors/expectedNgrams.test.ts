/** The oracle counts the n-grams of all derivations. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectedNgrams } from './expectedNgrams.ts';
import { FeatureNames } from '../shape/features.ts';
import { insideOutside } from './insideOutside.ts';
import { LatticeBuilder } from '../shape/hypergraphBuilder.ts';
import { likelyNgrams, ngramPosteriors } from './ngramPosteriors.ts';
import { type RandomOptions, enumerateDerivations, randomForest, randomLattice, withProbabilities } from '../testing/randomHypergraph.ts'; // prettier-ignore

const spelled = (words: readonly string[]): string => words.join(' ');

/** n-grams of a text, each as often as it occurs. */
function ngramsOf(words: readonly string[], order: number): string[] {
  const all: string[] = [];
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= Math.min(words.length, from + order); to++) all.push(spelled(words.slice(from, to)));
  }
  return all;
}

const kinds = [['lattices', randomLattice], ['forests', randomForest]] as const; // prettier-ignore
const shapes: readonly RandomOptions[] = [
  {},
  { maxWords: 1, words: ['a', 'b'] },
  { maxNodes: 10, maxEdges: 2, words: ['a'] },
];

describe.each(kinds)('n-grams of %s', (_kind, random) => {
  it.each([1, 2, 3, 4, 5])('up to %i words are expected as often, and as probably, as all derivations say', (order) => {
    fc.assert(
      fc.property(fc.oneof(...shapes.map(random)), fc.constantFrom(0, 0.5, 1), (hypergraph, scale) => {
        const counts = new Map<string, number>();
        const occurs = new Map<string, number>();
        let length = 0;
        for (const { words, p } of withProbabilities(enumerateDerivations(hypergraph), scale)) {
          const said = ngramsOf(words, order);
          length += p * words.length;
          for (const ngram of said) counts.set(ngram, (counts.get(ngram) ?? 0) + p);
          for (const ngram of new Set(said)) occurs.set(ngram, (occurs.get(ngram) ?? 0) + p);
        }
        const posteriors = insideOutside(hypergraph, scale);
        const expected = expectedNgrams(hypergraph, posteriors, order);
        const probable = ngramPosteriors(hypergraph, posteriors, expected);
        expect(expected.ngrams.size).toBe(counts.size + 1);
        expect(expected.counts).toHaveLength(counts.size + 1);
        expect(expected.counts[0]).toBeCloseTo(length, 10);
        for (let ngram = 1; ngram < expected.ngrams.size; ngram++) {
          const words = expected.ngrams.words(ngram);
          const name = spelled(words.map((word) => hypergraph.words[word]!));
          expect(words.reduce((found, word) => expected.ngrams.find(found, word), 0)).toBe(ngram);
          expect(expected.counts[ngram], name).toBeCloseTo(counts.get(name)!, 10);
          expect(probable[ngram], name).toBeCloseTo(occurs.get(name)!, 10);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('expectedNgrams', () => {
  const builder = new LatticeBuilder(new FeatureNames(), 'a a or b');
  builder.start('0');
  builder.arc({ from: '0', to: '1', words: ['a', 'a', 'a'] });
  builder.arc({ from: '0', to: '1', words: ['b'] });
  builder.final('1');
  const lattice = builder.finish();
  const posteriors = insideOutside(lattice);

  it('counts overlapping n-grams, and tells counts from occurrence', () => {
    const expected = expectedNgrams(lattice, posteriors, 2);
    const occurs = ngramPosteriors(lattice, posteriors, expected);
    const at = (...words: string[]): number =>
      words.reduce((ngram, word) => expected.ngrams.find(ngram, lattice.words.indexOf(word)), 0);
    const rows = [at('a'), at('a', 'a'), at('b')].map((ngram) => [expected.counts[ngram], occurs[ngram]]);
    expect(rows).toEqual([[1.5, 0.5], [1, 0.5], [0.5, 0.5]]); // prettier-ignore
    expect([at('b', 'a'), at('c')]).toEqual([-1, -1]);
    expect([expected.counts[0], occurs[0]]).toEqual([2, 1]);
  });

  it('lists n-grams, short ones first, then the most probable, then by what they say', () => {
    const found = likelyNgrams(lattice, { order: 2 });
    expect(found.map(({ words, count, posterior }) => [spelled(words), count, posterior])).toEqual([
      ['a', 1.5, 0.5],
      ['b', 0.5, 0.5],
      ['a a', 1, 0.5],
    ]);
    expect(likelyNgrams(lattice, { order: 1, least: 0.6 })).toEqual([]);
  });

  it('knows the empty text', () => {
    const empty = new LatticeBuilder(new FeatureNames(), 'empty');
    empty.start('0');
    empty.final('0');
    const hypergraph = empty.finish();
    const { ngrams, counts } = expectedNgrams(hypergraph, insideOutside(hypergraph));
    expect([ngrams.size, counts]).toEqual([1, Float64Array.of(0)]);
  });

  it.each([0, 2.5, NaN, 10])('refuses n-grams of %s words', (order) => {
    expect(() => expectedNgrams(lattice, posteriors, order)).toThrow('it must be a whole number from 1 to 9');
  });
});
