import fc from 'fast-check';
import { expect, it } from 'vitest';
import { averageRanks } from './ranks.ts';

it.each([
  [[], []],
  [[5], [1]],
  [
    [3, 1, 2],
    [3, 1, 2],
  ],
  [
    [2, 2, 2],
    [2, 2, 2],
  ],
  [
    [10, 20, 20, 5],
    [2, 3.5, 3.5, 1],
  ],
  [
    [-0, 0, -1],
    [2.5, 2.5, 1],
  ],
  [
    [Infinity, -Infinity, 0],
    [3, 1, 2],
  ],
])('ranks of %j', (values, ranks) => {
  expect([...averageRanks(values)]).toEqual(ranks);
});

it('is one more than the number below, and half of those that are equal', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -4, max: 4 })), (values) => {
      const plain = values.map(
        (value) =>
          values.filter((other) => other < value).length + (values.filter((other) => other === value).length + 1) / 2,
      );
      expect([...averageRanks(values)]).toEqual(plain);
    }),
  );
});

it('refuses what is not a number', () => {
  expect(() => averageRanks([1, NaN])).toThrow(new RangeError('Value 1 is not a number. Leave out missing values.'));
});
