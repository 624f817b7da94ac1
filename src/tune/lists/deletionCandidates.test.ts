import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import { FeatureNames } from '../../lattice/index.ts';
import type { Candidates } from './candidates.ts';
import {
  deletedWords,
  deletionCandidates,
  deletionDefaults,
  deletionKinds,
  undeletedWeights,
} from './deletionCandidates.ts';
import { bestCandidates, chosenTexts } from './rerank.ts';
import { type MadeCandidate, madeCandidates } from '../testing/madeCandidates.ts';

const make = (lists: readonly (readonly MadeCandidate[])[]): Candidates =>
  madeCandidates(new FeatureNames(['x', 'y']), lists);

/** Features by name, without those that are 0. */
const featuresOf = ({ features, featureNames }: Candidates, c: number): Record<string, number> =>
  Object.fromEntries(
    Array.from({ length: features.starts[c + 1]! - features.starts[c]! }, (_, k) => {
      const at = features.starts[c]! + k;
      return [featureNames[features.indices[at]!]!, features.values[at]!];
    }),
  );

const listed = (candidates: Candidates, segment: number) =>
  Array.from({ length: candidates.starts[segment + 1]! - candidates.starts[segment]! }, (_, k) => {
    const c = candidates.starts[segment]! + k;
    return [candidates.texts[c]!, featuresOf(candidates, c)];
  });

describe('words', () => {
  const candidates = make([
    [
      ['a b b', { x: 1, y: -2 }, 7],
      ['a b', { x: 3 }, 6],
      ['a b', { x: 4 }, 5],
      ['c', { y: 5 }, 4],
    ],
    [],
    [['d', {}, 3]],
  ]);

  // By hand: of the three different texts of the first list, two have a, two have b, one has c.
  it('adds each text without each of its words, unless it is known', () => {
    const added = deletionCandidates(candidates, 'word');
    expect(added.segments).toBe(3);
    expect(added.featureNames).toEqual(['x', 'y', 'deletion', 'deletion-doubt', 'deletion-bridge']);
    expect(listed(added, 0)).toEqual([
      ['a b b', { x: 1, y: -2 }],
      ['a b', { x: 3 }],
      ['a b', { x: 4 }],
      ['c', { y: 5 }],
      // `a b` without one b is in the list; nothing precedes b in any of the texts.
      ['b b', { x: 1, y: -2, deletion: 1, 'deletion-doubt': 1 - 2 / 3 }],
      ['b', { x: 3, deletion: 1, 'deletion-doubt': 1 - 2 / 3 }],
      ['a', { x: 3, deletion: 1, 'deletion-doubt': 1 - 2 / 3 }],
      ['', { y: 5, deletion: 1, 'deletion-doubt': 1 - 1 / 3 }],
    ]);
    expect(listed(added, 1)).toEqual([]);
    expect(listed(added, 2)).toEqual([
      ['d', {}],
      ['', { deletion: 1 }],
    ]);
    expect([...added.totals]).toEqual([7, 6, 5, 4, NaN, NaN, NaN, NaN, 3, NaN]);
  });

  it('knows how often the words around a gap are adjacent', () => {
    const lists = make([
      [
        ['a b c', {}],
        ['a c d', {}],
        ['c b', {}],
        ['b', {}],
      ],
    ]);
    const added = listed(deletionCandidates(lists, 'word', { first: 1, longest: 1 }), 0).slice(4);
    expect(added).toEqual([
      ['b c', { deletion: 1, 'deletion-doubt': 1 / 2, 'deletion-bridge': 1 / 4 }], // b begins one text, a is in two
      ['a c', { deletion: 1, 'deletion-doubt': 1 / 4, 'deletion-bridge': 1 / 4 }],
      ['a b', { deletion: 1, 'deletion-doubt': 1 / 4, 'deletion-bridge': 1 / 2 }], // b ends two
    ]);
  });

  it.each([
    [1, 1, 1], // b b
    [2, 1, 3], // b, a
    [20, 1, 4], // nothing
    [1, 2, 3], // b b; a, b without two
    [1, 3, 4], // and nothing
  ])('the first %i texts, runs of up to %i: %i added', (first, longest, count) => {
    const added = deletionCandidates(candidates, 'word', { first, longest });
    expect(added.starts[1]! - 4).toBe(count);
  });

  const word = fc.constantFrom('a', 'b', 'c', 'd');
  const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
  const lists = fc.array(fc.array(fc.tuple(text, fc.integer({ min: -3, max: 3 })), { maxLength: 6 }), { maxLength: 4 });

  it('a version plus its missing words is the text that it comes from, and no text is added twice', () => {
    fc.assert(
      fc.property(lists, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 3 }), (drawn, first, longest) => {
        const before = make(drawn.map((list) => list.map(([each, x]) => [each, { x }] as const)));
        const after = deletionCandidates(before, 'word', { first, longest });
        const deleted = deletedWords(after);
        drawn.forEach((list, i) => {
          const own = list.map(([each]) => each);
          const origins = new Map([...new Set(own)].slice(0, first).map((each) => [each, list[own.indexOf(each)]![1]]));
          const added: string[] = [];
          for (let c = after.starts[i]! + list.length; c < after.starts[i + 1]!; c++) {
            const { x = 0 } = featuresOf(after, c);
            const sources = [...origins].filter(([origin, value]) => value === x && lacks(origin, after.texts[c]!, deleted[c]!)); // prettier-ignore
            expect(sources.length).toBeGreaterThan(0);
            added.push(after.texts[c]!);
          }
          expect(new Set([...own, ...added]).size).toBe(new Set(own).size + added.length);
          // All versions that can be made of these texts are there.
          const all = [...origins.keys()].flatMap((origin) => {
            const words = origin.split(' ').filter(Boolean);
            return words.flatMap((_, from) =>
              Array.from({ length: Math.min(longest, words.length - from) }, (__, k) =>
                words.filter((___, at) => at < from || at > from + k).join(' '),
              ),
            );
          });
          expect(new Set([...own, ...added])).toEqual(new Set([...own, ...all]));
        });
      }),
    );
  });

  /** Whether a run of `count` words put into the version makes it the text. */
  function lacks(origin: string, version: string, count: number): boolean {
    const [all, rest] = [origin, version].map((each) => each.split(' ').filter(Boolean)) as [string[], string[]];
    if (all.length !== rest.length + count) return false;
    return all.some((_, from) => [...all.slice(0, from), ...all.slice(from + count)].join(' ') === rest.join(' '));
  }
});

describe('sentences', () => {
  it('adds to each list an empty text, which has no decoder features and lacks the words of the first text', () => {
    const candidates = make([
      [
        ['a  b c ', { x: 1 }, 2],
        ['a', { y: 2 }, 1],
      ],
      [],
      [
        ['a', { x: 1 }, 1],
        ['', { x: 2 }, 0],
      ],
    ]);
    const added = deletionCandidates(candidates, 'sentence');
    expect(added.featureNames).toEqual(['x', 'y', 'deletion']);
    expect([0, 1, 2].map((i) => listed(added, i))).toEqual([
      [
        ['a  b c ', { x: 1 }],
        ['a', { y: 2 }],
        ['', { deletion: 3 }],
      ],
      [],
      [
        ['a', { x: 1 }],
        ['', { x: 2 }],
      ],
    ]);
  });
});

it('leaves lists unchanged without deletion', () => {
  const candidates = make([[['a b', { x: 1 }]]]);
  expect(deletionCandidates(candidates, 'none')).toBe(candidates);
  expect([...deletedWords(candidates)]).toEqual([0]);
});

it.each(['deletion', 'deletion-doubt', 'deletion-bridge'])('refuses lists that have a feature %s', (name) => {
  const candidates = madeCandidates(new FeatureNames(), [[['a', { [name]: 1 }]]]);
  expect(() => deletionCandidates(candidates, 'none')).toThrow(
    new UsageError(
      `The n-best lists have a feature named ${name}, a name that deletion uses. Rename the feature in the lists.`,
    ),
  );
});

it('weights that delete nothing make the same choice as without deletion', () => {
  const value = fc.integer({ min: -5, max: 5 });
  const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 4 }).map((words) => words.join(' '));
  const lists = fc.array(fc.array(fc.tuple(text, value, value), { maxLength: 5 }), { maxLength: 4 });
  fc.assert(
    fc.property(lists, fc.tuple(value, value), fc.constantFrom(...deletionKinds), (drawn, given, kind) => {
      const before = make(drawn.map((list) => list.map(([each, x, y]) => [each, { x, y }] as const)));
      const after = deletionCandidates(before, kind, { ...deletionDefaults, longest: 2 });
      const weights = Float64Array.from(given);
      const extended = undeletedWeights(after, weights);
      expect(extended).toHaveLength(after.featureNames.length);
      const chosen = bestCandidates(after, extended);
      expect(chosenTexts(after, chosen)).toEqual(chosenTexts(before, bestCandidates(before, weights)));
      const deleted = deletedWords(after);
      for (const c of chosen) if (c >= 0) expect(deleted[c]).toBe(0);
    }),
  );
});
