import { describe, expect, it } from 'vitest';
import { madOutliers } from './ranks.ts';

describe('madOutliers', () => {
  // Median 3 and 3.5, median absolute deviation 1 and 1.5: 2.5 deviations are 3.7065 and 5.5597.
  it.each([
    [[1, 2, 3, 4, 5], []],
    [[1, 2, 3, 4, 6.7], []],
    [[1, 2, 3, 4, 6.71], [4]],
    [
      [-0.71, 2, 3, 4, 6.71],
      [0, 4],
    ],
    [[1, 2, 3, 4, 5, 9.05], []],
    [[9.07, 1, 2, 3, 4, 5], [0]],
    [[], []],
    [[7], []],
    [[1, 100], []],
  ])('in %j: %j', (values, expected) => {
    expect(madOutliers(values)).toEqual(expected);
  });

  it('takes another cutoff', () => {
    expect(madOutliers([1, 2, 3, 4, 5], 1.3)).toEqual([0, 4]);
  });

  it('finds none where at least half of the values are equal', () => {
    expect(madOutliers([1, 1, 1, 2, 1000])).toEqual([]);
  });

  it('refuses what is missing', () => {
    expect(() => madOutliers([1, NaN, 3])).toThrow(RangeError);
  });
});
