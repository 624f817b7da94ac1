import { expect, it } from 'vitest';
import { FeatureNames } from '../../lattice/index.ts';
import { selectSegments } from './candidates.ts';
import { mergeCandidates } from './mergeCandidates.ts';
import { type MadeCandidate, madeCandidates } from '../testing/madeCandidates.ts';

const lists: readonly (readonly MadeCandidate[])[] = [
  [['a', { x: 1 }, 7], ['b', { x: 2, y: 3 }, 8]],
  [],
  [['c', { y: 4 }]],
  [['d', {}, 9], ['e', { x: -1 }]],
]; // prettier-ignore
const names = () => new FeatureNames(['x', 'y']);

it.each([[[0, 1, 2, 3]], [[2]], [[3, 0]], [[1]], [[]], [[1, 2, 1]]])('segments %j are only those lists', (members) => {
  const selected = selectSegments(madeCandidates(names(), lists), members);
  expect(selected).toEqual(madeCandidates(names(), members.map((i) => lists[i]!))); // prettier-ignore
});

it('gives lists that can be merged again', () => {
  const all = madeCandidates(names(), lists);
  const again = mergeCandidates([selectSegments(all, [0, 1, 2, 3]), all]);
  expect(again.candidates).toEqual(all);
});
