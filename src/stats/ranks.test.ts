import fc from 'fast-check';
import { expect, it } from 'vitest';
import { averageRanks, median, sortedOrder } from './ranks.ts';

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

it.each([0, 1, 2, 29, 30, 31, 32, 100])('sorts %i values, equal ones in their order', (count) => {
  const values = Array.from({ length: count }, (_, i) => (i * 7) % 5);
  expect([...sortedOrder(values)]).toEqual([0, 1, 2, 3, 4].flatMap((value) => [...values.keys()].filter((i) => values[i] === value))); // prettier-ignore
  expect([...sortedOrder([...values.keys()].map((i) => -i))]).toEqual([...values.keys()].reverse());
});

it.each([
  [[], NaN],
  [[4], 4],
  [[4, 1], 2.5],
  [[3, -1, 10], 3],
  [[10, 9, 1, 2], 5.5],
])('the median of %j is %d', (values, expected) => {
  expect(median(values)).toBe(expected);
});

it('refuses what is not a number', () => {
  expect(() => averageRanks([1, NaN])).toThrow(new RangeError('Value 1 is not a number. Leave out missing values.'));
});
