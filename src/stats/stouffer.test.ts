import { expect, it } from 'vitest';
import { stouffer } from './stouffer.ts';

// SciPy 1.17.1: combine_pvalues(p, method='stouffer').pvalue
it.each([
  [[0.01, 0.2, 0.3], 0.016512032608962935],
  [[0.5, 0.5], 0.5],
  [[1e-20, 0.9], 8.342533983537686e-9],
  [[0.04], 0.04],
  [[1e-300, 1e-10], 3.380189589875144e-207],
])('combines %j', (given, expected) => expect(stouffer(given) / expected).toBeCloseTo(1, 11));

it('a test that is sure of the contrary decides, and no test says nothing', () => {
  expect(stouffer([1, 1e-9])).toBe(1);
  expect(stouffer([])).toBe(1);
  expect(stouffer([0, 1])).toBeNaN();
});
