import { describe, expect, it } from 'vitest';
import type { Rating } from '../judgments.ts';
import { ratingScores } from './outputScores.ts';

const rating = (judge: string, system: string, segment: string, score: number, item: Rating['item'] = 'output'): Rating => ({
  task: 'x-y', segment, judge, order: 0, system, score, item,
}); // prettier-ignore

describe('ratingScores', () => {
  // Judge 1: mean 50, deviation 20; judge 2: mean 80, deviation 10.
  const ratings = [
    rating('1', 'a', '1', 30),
    rating('1', 'b', '1', 70),
    rating('1', 'a', '2', 50),
    rating('2', 'b', '1', 70),
    rating('2', 'a', '1', 90),
    rating('2', 'b', '3', 80),
  ];

  it('raw: means over judges, then over segments', () => {
    const { systems, segments, ofSegments, ofSystems, judgesLeftOut } = ratingScores('x-y', ratings, 'raw');
    expect(systems).toEqual(['a', 'b']);
    expect(segments).toEqual(['1', '2', '3']);
    expect([...ofSegments]).toEqual([60, 50, NaN, 70, NaN, 80]);
    expect([...ofSystems]).toEqual([55, 75]);
    expect(judgesLeftOut).toEqual([]);
  });

  it('standardised: by mean and deviation (n − 1) of the judge first', () => {
    const { ofSegments, ofSystems } = ratingScores('x-y', ratings);
    expect([...ofSegments]).toEqual([(-1 + 1) / 2, 0, NaN, (1 - 1) / 2, NaN, 0]);
    expect([...ofSystems]).toEqual([0, 0]);
  });

  it('checks count neither as scores nor in the scale; other tasks do not count', () => {
    const checks = [
      rating('1', 'a', '1', 0, 'damaged'),
      rating('1', 'ref', '1', 100, 'reference'),
      rating('1', 'a', '1', 35, 'repeat'),
      { ...rating('1', 'a', '1', 100), task: 'y-x' },
    ];
    expect(ratingScores('x-y', [...ratings, ...checks])).toEqual(ratingScores('x-y', ratings));
  });

  it('a judge with one rating, or equal ratings, has no scale and is left out of standardised scores', () => {
    const more = [...ratings, rating('3', 'c', '1', 99), rating('4', 'c', '2', 0.1), rating('4', 'c', '3', 0.1)];
    const { systems, ofSystems, judgesLeftOut } = ratingScores('x-y', more);
    expect(judgesLeftOut).toEqual(['3', '4']);
    expect(systems).toEqual(['a', 'b', 'c']);
    expect([...ofSystems]).toEqual([0, 0, NaN]);
    expect(ratingScores('x-y', more, 'raw').ofSystems[2]).toBeCloseTo((99 + 0.1 + 0.1) / 3, 12);
  });

  it('no ratings', () => {
    expect(ratingScores('x-y', [])).toMatchObject({ systems: [], segments: [] });
  });
});
