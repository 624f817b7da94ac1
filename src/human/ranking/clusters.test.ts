import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RankTally, clustersAfterLast, clustersOf, rankTally } from './clusters.ts';

const tallied = (size: number, ...samples: readonly (readonly number[])[]) => {
  const tally = rankTally(size, [...Array(size).keys()]);
  for (const scores of samples) tally.add(Float64Array.from(scores));
  return tally;
};
const rangesOf = (tally: RankTally, level: number) => tally.ranges(level).map(({ best, worst }) => [best, worst]);

describe('rank ranges', () => {
  it('of 40 resamples, one is dropped at either end for 95 %, and two for 94 %', () => {
    // The first system: once first, once last, else second. The second: second in these two, else first.
    const tally = tallied(3, [3, 2, 1], [1, 2, 3], ...Array.from({ length: 38 }, () => [2, 3, 1]));
    expect(rangesOf(tally, 0.95)).toEqual([[2, 2], [1, 2], [3, 3]]); // prettier-ignore
    expect(rangesOf(tally, 1)).toEqual([[1, 3], [1, 2], [1, 3]]); // prettier-ignore
    expect(rangesOf(tally, 0.94)).toEqual([[2, 2], [1, 1], [3, 3]]); // prettier-ignore
  });

  it('of 1000 resamples, 25 are dropped at either end, as at WMT', () => {
    const seldom = (times: number) =>
      tallied(2, ...Array.from({ length: times }, () => [2, 1]), ...Array.from({ length: 1000 - times }, () => [1, 2]));
    expect(rangesOf(seldom(25), 0.95)).toEqual([[2, 2], [1, 1]]); // prettier-ignore
    expect(rangesOf(seldom(26), 0.95)).toEqual([[1, 2], [1, 2]]); // prettier-ignore
  });

  it('equal scores share all their ranks; a system without a score comes last', () => {
    expect(rangesOf(tallied(4, [0.5, 0.9, 0.5, NaN]), 0.95)).toEqual([[2, 3], [1, 1], [2, 3], [4, 4]]); // prettier-ignore
    expect(rangesOf(tallied(2, [NaN, NaN]), 0.95)).toEqual([[1, 2], [1, 2]]); // prettier-ignore
    expect(rangesOf(tallied(2, [0.1 + 0.2, 0.3]), 0.95)).toEqual([[1, 2], [1, 2]]); // prettier-ignore
  });

  it('systems without a rank do not take one', () => {
    const tally = rankTally(3, [0, 2]);
    tally.add(Float64Array.of(1, 3, 2));
    expect(rangesOf(tally, 0.95)).toEqual([[2, 2], [NaN, NaN], [1, 1]]); // prettier-ignore
  });

  it('with one resample, the ranges are its ranks', () => {
    expect(rangesOf(tallied(2, [1, 2]), 0.5)).toEqual([[2, 2], [1, 1]]); // prettier-ignore
  });

  it('mean scores are over the resamples that have one', () => {
    expect([...tallied(3, [1, 2, NaN], [2, NaN, NaN]).meanScores()]).toEqual([1.5, 2, NaN]);
  });

  it('are the quantiles of sorted ranks', () => {
    const scores = fc.array(fc.array(fc.double({ noNaN: true, min: 0, max: 1 }), { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 60 }); // prettier-ignore
    fc.assert(
      fc.property(scores, fc.constantFrom(0.5, 0.8, 0.9, 0.95), (samples, level) => {
        const left = Math.min(Math.ceil(Math.round(((1 - level) / 2) * samples.length * 1e6) / 1e6), Math.floor((samples.length - 1) / 2)); // prettier-ignore
        const expected = [0, 1, 2].map((s) => {
          const ahead = samples.map((all) => all.filter((other) => other > all[s]! + 1e-9).length);
          const behind = samples.map((all) => all.filter((other) => other < all[s]! - 1e-9).length);
          return [
            ahead.map((count) => count + 1).sort((a, b) => a - b)[left],
            behind.map((count) => 3 - count).sort((a, b) => a - b)[samples.length - 1 - left],
          ];
        });
        expect(rangesOf(tallied(3, ...samples), level)).toEqual(expected);
      }),
    );
  });
});

describe('clusters', () => {
  it.each<[string, [number, number][], number[]]>([
    ['none', [], []],
    ['one', [[1, 1]], [1]],
    ['apart', [[1, 1], [2, 2], [3, 3]], [1, 2, 3]],
    ['overlapping in a chain', [[1, 2], [2, 3], [3, 4], [4, 5]], [1, 1, 1, 1]],
    ['two and two', [[1, 2], [1, 2], [3, 4], [3, 4]], [1, 1, 2, 2]],
    ['a wide range above prevents the line, even if the last one above ends before', [[1, 3], [2, 2], [3, 3]], [1, 1, 1]],
  ])('%s', (_, ranges, expected) => {
    expect(clustersOf(ranges.map(([best, worst]) => ({ best, worst })))).toEqual(expected);
  }); // prettier-ignore
});

it('WMT16 asks only the last system above a line', () => {
  const ranges = [[1, 3], [2, 2], [3, 4], [3, 4]].map(([best, worst]) => ({ best: best!, worst: worst! })); // prettier-ignore
  expect(clustersAfterLast(ranges)).toEqual([1, 1, 2, 2]);
  expect(clustersOf(ranges)).toEqual([1, 1, 1, 1]);
});
