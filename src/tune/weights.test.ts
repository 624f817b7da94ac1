import { expect, it } from 'vitest';
import { UsageError } from '../core/index.ts';
import { type Weights, matchWeights } from './weights.ts';

const named = (entries: readonly (readonly [string, number])[]): Weights => ({
  kind: 'named',
  byName: new Map(entries),
});

it('finds weights by name, in any order', () => {
  const { weights, notes } = matchWeights(named([['b', 2], ['__proto__', 3], ['a', 1]]), ['a', '__proto__', 'b']); // prettier-ignore
  expect([...weights]).toEqual([1, 3, 2]);
  expect(notes).toEqual([]);
});

it('takes weights without names in the order of the features', () => {
  expect([...matchWeights({ kind: 'listed', values: [1, 2] }, ['a', 'b']).weights]).toEqual([1, 2]);
});

it('notes what is not needed, and what has weight 0 if that is requested', () => {
  const { weights, notes } = matchWeights(named([['a', 1], ['z', 9]]), ['a', 'b'], 'zero'); // prettier-ignore
  expect([...weights]).toEqual([1, 0]);
  expect(notes).toEqual([
    'Features without a weight, which get weight 0: b.',
    'Weights ignored because no candidate has the feature: z.',
  ]);
});

it.each<[Weights, string[], string]>([
  [
    named([['a', 1]]),
    ['a', 'b', 'c'],
    'No weight for the features b, c; there are weights for a. Add the missing weights, or set them to 0 with --missing-weights zero.',
  ],
  [
    named([['lm', 1]]),
    ['lm_1', 'lm'],
    'No weight for the feature lm_1; there are weights for lm. Add the missing weights, or set them to 0 with --missing-weights zero.',
  ],
  [
    { kind: 'listed', values: [1] },
    Array.from({ length: 10 }, (_, k) => `f${k + 1}`),
    'Cannot match 1 weight without names to 10 features: f1, f2, f3, f4, f5, f6, f7, f8 and 2 more. Give one for each in this order, or give weights by name.',
  ],
])('%j for the features %j is an error', (weights, features, message) => {
  expect(() => matchWeights(weights, features)).toThrow(new UsageError(message));
});
