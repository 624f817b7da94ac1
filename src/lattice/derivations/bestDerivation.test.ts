/** The oracle is the list of all derivations. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError, isUsageError } from '../../core/index.ts';
import { bestDerivation, bestScore, bestScores } from './bestDerivation.ts';
import { describeDerivation } from './derivation.ts';
import { FeatureNames } from '../shape/features.ts';
import { goalOf, symbolOf } from '../shape/hypergraph.ts';
import { HypergraphBuilder } from '../shape/hypergraphBuilder.ts';
import { LatticeBuilder } from '../shape/hypergraphBuilder.ts';
import { nbestDerivations } from './nbestDerivations.ts';
import { enumerateDerivations, randomHypergraph } from '../testing/randomHypergraph.ts';
import { weightEdges } from '../shape/hypergraph.ts';

describe('bestDerivation', () => {
  it('is the best of all', () => {
    fc.assert(
      fc.property(randomHypergraph(), (hypergraph) => {
        const all = enumerateDerivations(hypergraph);
        const best = bestDerivation(hypergraph);
        expect(best.score).toBe(Math.max(...all.map(({ score }) => score)));
        expect(best.score).toBe(bestScores(hypergraph).scores[goalOf(hypergraph)]);
        const same = all.find(({ edges }) => edges.join() === best.edges.join())!;
        expect(best).toMatchObject({ words: same.words, text: same.words.join(' '), score: same.score });
      }),
    );
  });

  it('takes the first of equal edges', () => {
    const builder = new LatticeBuilder(new FeatureNames(), 'two arcs');
    builder.start('0');
    builder.arc({ from: '0', to: '1', words: ['first'], score: 1 });
    builder.arc({ from: '0', to: '1', words: ['second'], score: 1 });
    builder.final('1');
    expect(bestDerivation(builder.finish()).text).toBe('first');
  });

  it('does not recurse: a lattice of 20,000 states', () => {
    const builder = new LatticeBuilder(new FeatureNames(['f']), 'long');
    builder.start('0');
    for (let state = 0; state < 20_000; state++) {
      builder.arc({ from: `${state}`, to: `${state + 1}`, words: ['w'], score: 1, features: [[0, 2]] });
    }
    builder.final('20000');
    const { words, score, features } = bestDerivation(builder.finish());
    expect([words.length, score, features]).toEqual([20_000, 20_000, [[0, 40_000]]]);
  });
});

describe('describeDerivation', () => {
  it('gives words, score and features of any derivation', () => {
    fc.assert(
      fc.property(randomHypergraph(), (hypergraph) => {
        const { starts, indices, values } = hypergraph.features;
        for (const { edges, words, score } of enumerateDerivations(hypergraph)) {
          const sums = [0, 0, 0];
          for (const e of edges)
            for (let at = starts[e]!; at < starts[e + 1]!; at++) sums[indices[at]!]! += values[at]!;
          const features = sums.map((value, index) => [index, value]).filter(([, value]) => value !== 0);
          expect(describeDerivation(hypergraph, Int32Array.from(edges))).toEqual({
            edges: Int32Array.from(edges),
            words,
            text: words.join(' '),
            score,
            features,
          });
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe('weightEdges', () => {
  it('makes the score of a derivation its features times the weights', () => {
    fc.assert(
      fc.property(randomHypergraph(), fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 3 }), (given, weights) => {
        const weighted = weightEdges(given, Float64Array.from(weights));
        const { score, features } = bestDerivation(weighted);
        expect(score).toBe(features.reduce((sum, [index, value]) => sum + value * (weights[index] ?? 0), 0));
        expect(score).toBe(Math.max(...enumerateDerivations(weighted).map(({ score }) => score)));
      }),
    );
  });

  it('refuses weights that are not finite, or too large', () => {
    const builder = new LatticeBuilder(new FeatureNames(['lm', 'tm']), 'small');
    builder.start('0');
    builder.arc({ from: '0', to: '1', words: ['a'], features: [[1, 10]] });
    builder.final('1');
    const lattice = builder.finish();
    const message = (weights: number[]): string => {
      try {
        weightEdges(lattice, Float64Array.from(weights));
        return '';
      } catch (error) {
        return isUsageError(error) ? error.message : 'no UsageError';
      }
    };
    expect(message([1, 2])).toBe('');
    expect(message([1, NaN])).toBe('The weight of feature tm is NaN: a weight must be a finite number.');
    expect(message([-Infinity, 1])).toBe('The weight of feature lm is -Infinity: a weight must be a finite number.');
    expect(message([0, 1e308])).toBe('Under these weights an edge has the score Infinity: the weights are too large.');
  });
});

describe('what is too large', () => {
  /** The words, twice as often with each of the doublings; every edge has the score and the feature. */
  const doubled = (words: readonly string[], doublings: number, score = 0, feature = 0) => {
    const builder = new HypergraphBuilder(new FeatureNames(['lm']), 'doubled');
    const rest = { score, features: [[0, feature]] } as const;
    builder.edge({ head: builder.node('0'), symbols: words.map((word) => builder.word(word)), ...rest });
    for (let at = 1; at <= doublings; at++) {
      const below = symbolOf(builder.node(`${at - 1}`));
      builder.edge({ head: builder.node(`${at}`), symbols: [below, below], ...rest });
    }
    return builder.finish(builder.node(`${doublings}`));
  };
  const thousand = Array.from({ length: 1000 }, (_, k) => `w${k}`);

  it.each([
    ['words', doubled(thousand, 14), 'A text is too long: it would have more than 10 million words.'],
    ['characters', doubled(['x'.repeat(20_000)], 14), 'A text is too long: it would have more than 200 million characters.'],
    ['edges', doubled([], 60), 'A text is too long: it would have more than 20 million edges.'],
    ['scores', doubled(['a'], 3, -1e308), 'The scores of a derivation add up to -Infinity: they are too large.'],
    ['features', doubled(['a'], 3, 0, 1e308), 'Feature lm adds up to Infinity: its values are too large.'],
  ])('%s', (_, hypergraph, message) => {
    expect(() => bestDerivation(hypergraph)).toThrow(new UsageError(message));
    expect(() => nbestDerivations(hypergraph, 1)).toThrow(new UsageError(message));
  }); // prettier-ignore

  it('has a score all the same, if that is not what is too large', () => {
    expect(bestScore(doubled(['a'], 60, -1))).toBe(1 - 2 ** 61);
    expect(bestDerivation(doubled(thousand, 10)).words).toHaveLength(1_024_000);
  });
});
