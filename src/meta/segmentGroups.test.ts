import { expect, it } from 'vitest';
import { type Ranking, compareRankings } from '../human/index.ts';
import { scoresOfRankings } from './humanSide.ts';
import { groupMeans, scoresOver, scoresWithin, segmentGroups, sideOver, sideWithin } from './segmentGroups.ts';
import { makeScores } from './testing/makeScores.ts';

const groups = segmentGroups(['news', 'news', 'talk', 'news', 'talk']);
const scores = makeScores([
  ['a', [1, 2, 30, NaN, 50]],
  ['b', [5, NaN, NaN, NaN, NaN]],
]);

it('means of groups skip missing scores', () => {
  expect(groups.names).toEqual(['news', 'talk']);
  expect([...groupMeans(scores, groups)]).toEqual([1.5, 40, 5, NaN]);
});

it('one group alone, and groups in place of segments', () => {
  const talk = scoresWithin(scores, groups, groupMeans(scores, groups), 1);
  expect(talk).toMatchObject({ systems: ['a', 'b'], segments: ['3', '5'] });
  expect([...talk.ofSystems]).toEqual([40, NaN]);
  expect([...talk.ofSegments]).toEqual([30, 50, NaN, NaN]);
  const over = scoresOver(scores, groups, groupMeans(scores, groups));
  expect(over).toMatchObject({ segments: ['news', 'talk'] });
  expect([...over.ofSystems]).toEqual([...scores.ofSystems]);
  expect([...over.ofSegments]).toEqual([1.5, 40, 5, NaN]);
});

it('segments that are not lines belong to no group', () => {
  const named = { ...scores, segments: ['1', 'x', '3', '9', '05x'] };
  expect([...groupMeans(named, groups)]).toEqual([1, 30, 5, NaN]);
});

const ranking = (segment: string, ranks: number[]): Ranking => ({
  task: 't',
  segment,
  judge: 'j',
  order: 0,
  systems: ['a', 'b', 'c'],
  ranks,
});

it('comparisons of one group, and the majority of a group', () => {
  // Line 2 is news, line 3 and 5 are talk.
  const comparisons = compareRankings('t', [
    ranking('2', [1, 2, 3]),
    ranking('3', [2, 1, 2]),
    ranking('5', [2, 1, 1]),
    ranking('5', [1, 3, 3]),
  ]);
  const side = { id: 'rankings', scores: scoresOfRankings(comparisons), comparisons };
  const talk = sideWithin(side, groups, 1);
  expect(talk.comparisons!.count).toBe(9);
  // a is better or equal in: against b 0 + 0 + 1, against c 1 + 0 + 1, of 6.
  expect(talk.scores.ofSystems[talk.scores.systems.indexOf('a')]).toBeCloseTo(3 / 6, 12);
  const { comparisons: over } = sideOver(side, groups);
  const said = Array.from(
    { length: over!.count },
    (_, c) =>
    [over!.segments[over!.segment[c]!], over!.systems[over!.first[c]!], over!.systems[over!.second[c]!], over!.outcome[c]].join(' '), // prettier-ignore
  );
  // In talk: a against b −1 −1 +1, a against c 0 −1 +1, b against c +1 0 0.
  expect(said.sort()).toEqual(
    ['news a b 1', 'news a c 1', 'news b c 1', 'talk a b -1', 'talk a c 0', 'talk b c 1'].sort(),
  );
  expect(sideOver(side, groups).scores).toBe(side.scores);
});
