import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import { FeatureRowsBuilder } from '../../lattice/index.ts';
import type { Candidates } from '../lists/candidates.ts';
import { candidatePosteriors, normalized, posteriorsOf } from './evidence.ts';

const seed = 20260801;

/** Two segments, of two candidates and one, with the features `a` and `b`. */
function candidates(totals: readonly number[]): Candidates {
  const features = new FeatureRowsBuilder();
  for (const [a, b] of [
    [1, 0],
    [0, 1],
    [3, 4],
  ] as const) {
    // prettier-ignore
    features.add(0, a);
    features.add(1, b);
    features.endRow();
  }
  return {
    segments: 2,
    starts: Int32Array.of(0, 2, 3),
    texts: ['x', 'y', 'z'],
    featureNames: ['a', 'b'],
    features: features.finish(),
    totals: Float64Array.from(totals),
  };
}

describe('posteriorsOf', () => {
  it('is exp(scale · score) over the sum of all, and adds up to 1', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -30, max: 30, noNaN: true }), { minLength: 1, maxLength: 8 }),
        fc.double({ min: 0, max: 3, noNaN: true }),
        (scores, scale) => {
          const found = posteriorsOf(scores, scale);
          const weights = scores.map((score) => Math.exp(scale * score));
          const sum = weights.reduce((a, b) => a + b, 0);
          weights.forEach((weight, k) => expect(found[k]).toBeCloseTo(weight / sum, 12));
          expect(found.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
        },
      ),
      { seed },
    );
  });

  it('neither overflows nor vanishes with scores of any size', () => {
    expect([...posteriorsOf([-1e6, -1e6, -2e6], 1)]).toEqual([0.5, 0.5, 0]);
    expect([...posteriorsOf([5e5, 5e5], 1000)]).toEqual([0.5, 0.5]);
  });

  it('takes all to be equally probable if the scale is 0', () => {
    expect([...posteriorsOf([-3, 99, 0, 7], 0)]).toEqual([0.25, 0.25, 0.25, 0.25]);
  });
});

describe('normalized', () => {
  it('refuses values that are not weights', () => {
    expect(() => normalized([1, -1])).toThrow('The weight of a candidate is -1');
    expect(() => normalized([NaN])).toThrow(UsageError);
    expect(() => normalized([Infinity, 1])).toThrow(UsageError);
    expect(() => normalized([0, 0])).toThrow('more than 0');
    expect(() => normalized([1e308, 1e308])).toThrow('finite');
    expect([...normalized([])]).toEqual([]);
  });
});

describe('candidatePosteriors', () => {
  it('goes by nothing, totals, weights or numbers', () => {
    const lists = candidates([0, Math.log(3), -5]);
    const rounded = (rule: Parameters<typeof candidatePosteriors>[1]) =>
      candidatePosteriors(lists, rule).map((each) => [...each].map((value) => Number(value.toFixed(12))));
    expect(rounded({ from: 'nothing' })).toEqual([[0.5, 0.5], [1]]);
    expect(rounded({ from: 'totals', scale: 1 })).toEqual([[0.25, 0.75], [1]]);
    expect(rounded({ from: 'totals', scale: 2 })).toEqual([[0.1, 0.9], [1]]);
    expect(rounded({ from: 'weights', weights: Float64Array.of(Math.log(4)), scale: 1 })).toEqual([[0.8, 0.2], [1]]);
    expect(rounded({ from: 'numbers', numbers: [1, 4, 9] })).toEqual([[0.2, 0.8], [1]]);
  });

  it('says which candidate has no total, or none that is finite', () => {
    expect(() => candidatePosteriors(candidates([0, 0, NaN]), { from: 'totals', scale: 1 })).toThrow(
      'Candidate 1 of segment 1, segments numbered from 0, has no total',
    );
    expect(() => candidatePosteriors(candidates([0, -Infinity, 0]), { from: 'totals', scale: 1 })).toThrow(
      'Candidate 2 of segment 0, segments numbered from 0, has the score -Infinity',
    );
    expect(() => candidatePosteriors(candidates([0, 0, 0]), { from: 'numbers', numbers: [1, 2] })).toThrow(
      '2 posteriors for 3 candidates',
    );
    expect(() => candidatePosteriors(candidates([0, 0, 0]), { from: 'numbers', numbers: [1, 2, 0] })).toThrow(
      'The weights of the candidates of segment 1, segments numbered from 0, add up to 0.',
    );
  });
});
