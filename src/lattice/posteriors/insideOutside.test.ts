/** The oracle is the list of all derivations with their probabilities. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exp, log } from '../../core/index.ts';
import { FeatureNames } from '../shape/features.ts';
import { goalOf } from '../shape/hypergraph.ts';
import { insideOutside } from './insideOutside.ts';
import { LatticeBuilder } from '../shape/hypergraphBuilder.ts';
import { enumerateDerivations, randomHypergraph, withProbabilities } from '../testing/randomHypergraph.ts';

const scales = fc.constantFrom(0, 0.25, 1, 3);

function makeTwoWay(scores: readonly [number, number]) {
  const builder = new LatticeBuilder(new FeatureNames(), 'two ways');
  builder.start('0');
  for (const score of scores) builder.arc({ from: '0', to: '1', words: [`${score}`], score });
  builder.final('1');
  return builder.finish();
}

describe('insideOutside', () => {
  it('expects what the list of derivations does', () => {
    fc.assert(
      fc.property(randomHypergraph(), scales, (hypergraph, scale) => {
        const all = withProbabilities(enumerateDerivations(hypergraph), scale);
        const posteriors = insideOutside(hypergraph, scale);
        const edges = new Float64Array(hypergraph.edges);
        const nodes = new Float64Array(hypergraph.nodes);
        for (const { edges: used, p } of all) {
          for (const e of used) {
            edges[e]! += p;
            nodes[hypergraph.edgeStarts.findLastIndex((start) => start <= e)]! += p;
          }
        }
        const near = (given: ArrayLike<number>, expected: ArrayLike<number>): void => {
          expect(given.length).toBe(expected.length);
          Array.from(expected, (value, index) => expect(given[index]).toBeCloseTo(value, 10));
        };
        near(posteriors.edges, edges);
        near(posteriors.nodes, nodes);
        expect(posteriors.entropy).toBeCloseTo(
          all.reduce((sum, { p }) => (p > 0 ? sum - p * log(p) : sum), 0),
          10,
        );
        const total = all.reduce((sum, { score }) => sum + exp(scale * score), 0);
        expect(posteriors.logInside[goalOf(hypergraph)]).toBeCloseTo(log(total), 10);
      }),
    );
  });

  it('holds where probabilities are beyond floating point', () => {
    const { logInside, edges, entropy } = insideOutside(makeTwoWay([-100_000, -100_001]));
    // 1 / (1 + 1/e)
    expect(edges[1]).toBeCloseTo(0.7310585786300049, 10);
    expect(edges[2]).toBeCloseTo(0.2689414213699951, 10);
    expect(logInside.at(-1)).toBeCloseTo(-100_000 + 0.3132616875182228, 9);
    expect(entropy).toBeCloseTo(0.5822031088882179, 10);
    expect(insideOutside(makeTwoWay([5000, -5000])).edges).toEqual(Float64Array.of(1, 1, 0, 1));
  });

  it('has no entropy where there is one derivation, and ln n where n are equal', () => {
    expect(insideOutside(makeTwoWay([0, -1e6])).entropy).toBe(0);
    expect(insideOutside(makeTwoWay([3, 3])).entropy).toBeCloseTo(Math.LN2, 15);
    expect(insideOutside(makeTwoWay([7, -9]), 0).entropy).toBeCloseTo(Math.LN2, 15);
  });

  it.each([-1, NaN, Infinity])('refuses the scale %s', (scale) => {
    expect(() => insideOutside(makeTwoWay([0, 0]), scale)).toThrow(
      `The scale of scores is ${scale}: it must be a finite number, 0 or more.`,
    );
  });

  it('refuses a scale that makes scores infinite', () => {
    expect(() => insideOutside(makeTwoWay([1e300, 0]), 1e300)).toThrow('overflow');
    expect(() => insideOutside(makeTwoWay([-1e300, -1e300]), 1e300)).toThrow('overflow');
  });
});
