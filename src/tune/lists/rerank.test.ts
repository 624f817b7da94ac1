import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FeatureNames } from '../../lattice/index.ts';
import { bestCandidates, chosenTexts, firstCandidates, rerank } from './rerank.ts';
import { madeCandidates } from '../testing/madeCandidates.ts';

const names = new FeatureNames(['x', 'y']);
const candidates = madeCandidates(names, [
  [['a', { x: 1 }], ['b', { y: 2 }], ['c', { x: 3, y: -1 }], ['d', { x: 1 }]],
  [],
  [['e', {}], ['f', { y: -1 }]],
]); // prettier-ignore

it.each<[number[], string[], string]>([
  [[1, 0], ['c', '', 'e'], 'cadbef'],
  [[0, 1], ['b', '', 'e'], 'badcef'],
  [[0, -1], ['c', '', 'f'], 'cadbfe'],
  [[0, 0], ['a', '', 'e'], 'abcdef'],
  [[1], ['c', '', 'e'], 'cadbef'], // a feature beyond the weights has weight 0
])('weights %j choose %j', (weights, texts, order) => {
  const given = Float64Array.from(weights);
  expect(chosenTexts(candidates, bestCandidates(candidates, given))).toEqual(texts);
  const reranked = rerank(candidates, given);
  expect(Array.from(reranked.order, (c) => candidates.texts[c]).join('')).toBe(order);
});

it('scores are inner products', () => {
  expect([...rerank(candidates, Float64Array.of(0.5, 2)).scores]).toEqual([0.5, 4, -0.5, 0.5, 0, -2]);
});

it.each([1e308, -1e308])('refuses weights of %s, under which scores are infinite', (weight) => {
  for (const choose of [rerank, bestCandidates]) {
    expect(() => choose(candidates, Float64Array.of(0, weight))).toThrow(
      `Candidate 2 of segment 0, segments numbered from 0, has the score ${weight * 10}: its features or the weights are too large.`,
    );
  }
});

it('knows the first of each list', () => {
  expect([...firstCandidates(candidates)]).toEqual([0, -1, 4]);
});

it('puts the best first, with any weights', () => {
  const value = fc.integer({ min: -3, max: 3 });
  const list = fc.array(fc.tuple(value, value), { maxLength: 8 });
  fc.assert(
    fc.property(fc.array(list, { maxLength: 4 }), fc.tuple(value, value), (drawn, weights) => {
      const made = madeCandidates(new FeatureNames(['x', 'y']), drawn.map((each) => each.map(([x, y]) => ['t', { x, y }] as const))); // prettier-ignore
      const given = Float64Array.from(weights);
      const { order, scores } = rerank(made, given);
      const best = bestCandidates(made, given);
      drawn.forEach((each, i) => {
        const mine = [...order.subarray(made.starts[i], made.starts[i + 1])];
        const plain = each
          .map(([x, y], k) => ({ c: made.starts[i]! + k, score: x * weights[0] + y * weights[1] }))
          .sort((a, b) => b.score - a.score || a.c - b.c);
        expect(mine).toEqual(plain.map(({ c }) => c));
        expect(mine.map((c) => scores[c]! + 0)).toEqual(plain.map(({ score }) => score + 0));
        expect(best[i]).toBe(mine[0] ?? -1);
      });
    }),
  );
});
