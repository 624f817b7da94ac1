import { expect, it } from 'vitest';
import { groupBy } from './collections.ts';

it('keeps groups and their items in order of first appearance', () => {
  const groups = groupBy(['beta', 'alpha', 'gamma', 'bravo', 'apple'], (word) => word[0]);
  expect([...groups]).toEqual([
    ['b', ['beta', 'bravo']],
    ['a', ['alpha', 'apple']],
    ['g', ['gamma']],
  ]);
});
