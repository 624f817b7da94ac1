import { describe, expect, it } from 'vitest';
import { UsageError } from '../core/index.ts';
import { FeatureNames } from '../lattice/index.ts';
import { madeCandidates } from './testing/madeCandidates.ts';
import { type ListSet, bestTexts, decodedTexts, divideSet, selectSet } from './tuningSet.ts';

/** Segments `i` have the candidates `i low` and `i high`, except those in `without`. */
function made(segments: readonly number[], features = ['x', 'y'], without: readonly number[] = []): ListSet {
  const lists = segments.map((i) =>
    without.includes(i) ? [] : [[`${i} low`, { x: 0 }] as const, [`${i} high`, { x: 1 }] as const],
  );
  return {
    candidates: madeCandidates(new FeatureNames(features), lists),
    references: segments.map((i) => [`${i} high`]),
    sources: segments.map((i) => `source ${i}`),
    labels: new Map([['half', segments.map((i) => (i % 2 === 0 ? 'even' : 'odd'))]]),
    notes: ['made'],
    sha256: 'abc',
  };
}

it('selects segments with everything that belongs to them', () => {
  const part = selectSet(made([0, 1, 2, 3]), [3, 0]);
  expect(part).toMatchObject({
    references: [['3 high'], ['0 high']],
    sources: ['source 3', 'source 0'],
    sha256: 'abc',
  });
  expect(part.labels).toEqual(new Map([['half', ['odd', 'even']]]));
  expect(decodedTexts(part)).toEqual(['3 low', '0 low']);
  expect(bestTexts(part, Float64Array.of(1, 0))).toEqual(['3 high', '0 high']);
});

describe('divideSet', () => {
  it('ignores segments without candidates, and says where translations go', () => {
    const { dev, test, translated } = divideSet(made([0, 1, 2], ['x', 'y'], [1]), undefined, 1);
    expect(dev.references).toEqual([['0 high'], ['2 high']]);
    expect(test).toBeUndefined();
    expect(translated).toEqual({ segments: 3, members: [0, 2] });
    expect(divideSet(made([0, 1]), { share: 0 }, 1).test).toBeUndefined();
  });

  it('draws a share, each segment on one side', () => {
    const { dev, test, drawn } = divideSet<ListSet>(made([0, 1, 2, 3, 4, 5]), { share: 0.5 }, 1);
    expect(drawn).toHaveLength(3);
    expect(test!.references.map(([text]) => text)).toEqual(drawn!.map((i) => `${i} high`));
    expect([...dev.references, ...test!.references].flat().toSorted()).toEqual([0, 1, 2, 3, 4, 5].map((i) => `${i} high`)); // prettier-ignore
  });

  it.each([
    ['no features', made([0], [], [0]), undefined, 'The n-best lists have no features, so there is nothing to tune.'],
    ['a new feature', made([0]), made([1], ['x', 'y', 'z']), 'The feature z is only in the held-out data, so its weight cannot be tuned.'],
    ['other numbers', made([0]), made([1], ['y', 'x']), 'The held-out data numbers its features differently. Read both with the same `names`.'],
    ['nothing to test on', made([0]), made([1], ['x', 'y'], [1]), 'There is nothing to test on: no held-out segment has a candidate.'],
  ])('refuses %s', (_, set, test, message) => {
    expect(() => divideSet(set, test, 1)).toThrow(new UsageError(message));
  }); // prettier-ignore
});
