import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FeatureNames } from '../../lattice/index.ts';
import type { Candidates } from './candidates.ts';
import { mergeCandidates } from './mergeCandidates.ts';
import { madeCandidates } from '../testing/madeCandidates.ts';

/** The lists as plain data, features by name. */
const spelled = ({ segments, starts, texts, featureNames, features, totals }: Candidates) =>
  Array.from({ length: segments }, (_, i) =>
    texts.slice(starts[i], starts[i + 1]).map((text, k) => {
      const c = starts[i]! + k;
      const row = Array.from({ length: features.starts[c + 1]! - features.starts[c]! }, (_unused, f) => {
        const at = features.starts[c]! + f;
        return [featureNames[features.indices[at]!]!, features.values[at]!] as const;
      });
      return [text, Object.fromEntries(row), totals[c]!] as const;
    }),
  );

it('keeps the first of equal candidates, and counts what came from where', () => {
  const names = new FeatureNames();
  const first = madeCandidates(names, [[['a', { x: 1 }, 5], ['a', { x: 2 }, 4], ['a', { x: 1 }, 3]], []]);
  const second = madeCandidates(names, [[['b', { x: 1 }], ['a', { x: 2 }]], [['a', { x: 1 }]], [['c', {}]]]);
  const { candidates, added, repeated } = mergeCandidates([first, second]);
  expect(spelled(candidates)).toEqual([
    [['a', { x: 1 }, 5], ['a', { x: 2 }, 4], ['b', { x: 1 }, NaN]],
    [['a', { x: 1 }, NaN]],
    [['c', {}, NaN]],
  ]);
  expect([added, repeated]).toEqual([[2, 3], [1, 1]]);
}); // prettier-ignore

it('matches features by name if lists number them differently', () => {
  const one = madeCandidates(new FeatureNames(), [[['a', { x: 1, y: 2 }]]]);
  const other = madeCandidates(new FeatureNames(['z', 'y']), [[['a', { y: 2, x: 1 }], ['a', { y: 2, x: 1, z: 3 }]]]);
  const { candidates, repeated } = mergeCandidates([one, other]);
  expect(candidates.featureNames).toEqual(['x', 'y', 'z']);
  expect([...candidates.features.indices]).toEqual([0, 1, 0, 1, 2]);
  expect([...candidates.features.values]).toEqual([1, 2, 1, 2, 3]);
  expect(repeated).toEqual([0, 1]);
}); // prettier-ignore

it('merges nothing into nothing', () => {
  expect(spelled(mergeCandidates([]).candidates)).toEqual([]);
});

it('equals a plain merge by printed keys, on random lists', () => {
  const value = fc.integer({ min: -2, max: 2 });
  const candidate = fc.tuple(fc.constantFrom('a', 'b', '__proto__'), fc.record({ x: value, y: value }));
  const lists = fc.array(fc.array(fc.array(candidate, { maxLength: 6 }), { maxLength: 3 }), { maxLength: 3 });
  fc.assert(
    fc.property(lists, (drawn) => {
      const { candidates, added, repeated } = mergeCandidates(
        drawn.map((list, l) => madeCandidates(new FeatureNames(l % 2 === 0 ? ['x', 'y'] : ['y', 'x']), list)),
      );
      const segments = Math.max(0, ...drawn.map(({ length }) => length));
      const expected = Array.from({ length: segments }, (_, i) => [
        ...new Set(drawn.flatMap((list) => list[i] ?? []).map(([text, { x, y }]) => `${text} ${x + 0} ${y + 0}`)),
      ]);
      const found = spelled(candidates).map((list) => list.map(([text, { x = 0, y = 0 }]) => `${text} ${x} ${y}`));
      expect(found).toEqual(expected);
      drawn.forEach((list, l) => expect(added[l]! + repeated[l]!).toBe(list.flat().length));
    }),
  );
});
