import { describe, expect, it } from 'vitest';
import { poolScore } from './rerank.ts';
import { poolOf, share } from '../testing/syntheticPool.ts';

describe('the score of a pool', () => {
  const pool = poolOf([
    [
      { features: [1, 0, 0], row: [1, 4] },
      { features: [0, 1, 0], row: [4, 4] },
      { features: [0, 1, 0], row: [0, 4] },
    ],
    [],
    [
      { features: [-1, 1, 0], row: [3, 6] },
      { features: [0, 0, 1], row: [6, 6] },
    ],
  ]);
  it.each([
    ['the first of equal candidates', [0, 0, 0], 40],
    ['the highest', [0, 1, 0], 70],
    ['the highest below 0', [-1, -2, -3], 40],
    ['each feature', [0, 1, 2], 100],
  ])('is that of %s', (_, weights, expected) => {
    expect(poolScore(pool, share, Float64Array.from(weights))).toBe(expected);
  });

  it('without candidates is that of nothing', () => {
    const empty = poolOf([[], []]);
    expect(poolScore(empty, share, new Float64Array(3))).toBe(0);
  });
});
