import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Text } from '../../core/index.ts';
import { type AlignmentObjective, type MatchStage, StagedAligner } from './stagedAligner.ts';

/** Letters are words. Upper and lower case of a letter match as stems; neighbours in the alphabet match as synonyms. */
const textOf = (words: string, offset = 0): Text => {
  const view = (number: (word: string) => number) => {
    const ids = Int32Array.from([...'?'.repeat(offset), ...words], number);
    return { ids, start: offset, end: ids.length };
  };
  return [
    view((word) => word.charCodeAt(0)),
    view((word) => word.toLowerCase().charCodeAt(0)),
    view((word) => (word === 'z' ? -1 : word.toLowerCase().charCodeAt(0))),
  ];
};
const share = (a: number, b: number) => Math.abs(a - b) === 1;
const stages: readonly MatchStage[] = [
  { name: 'exact', view: 0 },
  { name: 'stem', view: 1 },
  { name: 'synonym', view: 2, share },
];

/** Phrases of a list, in either direction. */
const phraseStage = (pairs: readonly (readonly [string, string])[], of: (text: Text) => string): MatchStage => ({
  name: 'paraphrase',
  phrases(hypothesis, reference, report) {
    const [h, r] = [of(hypothesis), of(reference)];
    for (const [one, other] of [...pairs, ...pairs.map(([a, b]) => [b, a] as const)]) {
      for (let i = 0; i + one.length <= h.length; i++) {
        for (let j = 0; j + other.length <= r.length; j++) {
          if (h.startsWith(one, i) && r.startsWith(other, j)) report(i, one.length, j, other.length);
        }
      }
    }
  },
});
const lettersOf = ([words]: Text): string => String.fromCharCode(...words!.ids.subarray(words!.start, words!.end));

interface Link {
  readonly i: number;
  readonly iLength: number;
  readonly j: number;
  readonly jLength: number;
  readonly stage: number;
}

const linksOf = ({ links }: StagedAligner): Link[] =>
  Array.from({ length: links.count }, (_, k) => ({
    i: links.hypothesis[k]!,
    iLength: links.hypothesisLength[k]!,
    j: links.reference[k]!,
    jLength: links.referenceLength[k]!,
    stage: links.stage[k]!,
  }));

/** Every set of links that share no word, by trying each link or not. */
function* subsets(candidates: readonly Link[], at = 0, chosen: readonly Link[] = []): Generator<readonly Link[]> {
  if (at === candidates.length) {
    yield chosen;
    return;
  }
  const link = candidates[at]!;
  const apart = (a: number, aLength: number, b: number, bLength: number) => a + aLength <= b || b + bLength <= a;
  const fits = chosen.every(
    (other) =>
      apart(link.i, link.iLength, other.i, other.iLength) && apart(link.j, link.jLength, other.j, other.jLength),
  );
  if (fits) yield* subsets(candidates, at + 1, [...chosen, link]);
  yield* subsets(candidates, at + 1, chosen);
}

const total = (links: readonly Link[], of: (link: Link) => number) => links.reduce((sum, link) => sum + of(link), 0);
const distanceOf = (links: readonly Link[]) => total(links, ({ i, j }) => Math.abs(i - j));
const coverOf = (links: readonly Link[]) =>
  total(links, ({ iLength, jLength, stage }) => (stage === 0 ? 2 : 1) * (iLength + jLength));
const crossingsOf = (links: readonly Link[]) =>
  links.flatMap((a, k) => links.slice(k + 1).filter((b) => (a.i - b.i) * (a.j - b.j) < 0)).length;
const chunksOf = (links: readonly Link[]) => {
  const sorted = links.toSorted((a, b) => a.j - b.j);
  return sorted.filter((link, k) => {
    const before = sorted[k - 1];
    return !before || before.j + before.jLength !== link.j || before.i + before.iLength !== link.i;
  }).length;
};

/** All pairs that a stage matches and no earlier stage does. */
function pairs(hypothesis: string, reference: string, stage: number): Link[] {
  const matches = [
    (a: string, b: string) => a === b,
    (a: string, b: string) => a.toLowerCase() === b.toLowerCase(),
    (a: string, b: string) =>
      a !== 'z' && b !== 'z' && Math.abs(a.toLowerCase().charCodeAt(0) - b.toLowerCase().charCodeAt(0)) <= 1,
  ];
  return [...hypothesis].flatMap((a, i) =>
    [...reference].flatMap((b, j) =>
      matches.findIndex((match) => match(a, b)) === stage ? [{ i, iLength: 1, j, jLength: 1, stage }] : [],
    ),
  );
}

/** The smallest of several lists of numbers, compared element by element. */
const least = (values: readonly (readonly number[])[]): readonly number[] =>
  values.reduce((best, value) => {
    const at = value.findIndex((each, k) => each !== best[k]);
    return at >= 0 && value[at]! < best[at]! ? value : best;
  });

const cost = (objective: AlignmentObjective, links: readonly Link[]): number[] =>
  objective === 'crossings'
    ? [-links.length, crossingsOf(links), distanceOf(links)]
    : [-coverOf(links), chunksOf(links), distanceOf(links)];

const letters = (alphabet: string, maxLength: number) =>
  fc.array(fc.constantFrom(...alphabet), { maxLength }).map((list) => list.join(''));

describe('finds what exhaustive search finds', () => {
  it('fewest chunks, all stages at once', () => {
    const aligner = new StagedAligner(stages, 'chunks');
    fc.assert(
      fc.property(letters('aAbcCz', 6), letters('aAbcCz', 5), (hypothesis, reference) => {
        aligner.align(textOf(hypothesis, 2), textOf(reference, 1));
        const candidates = [0, 1, 2].flatMap((stage) => pairs(hypothesis, reference, stage));
        const best = least([...subsets(candidates)].map((links) => cost('chunks', links)));
        expect(cost('chunks', linksOf(aligner))).toEqual(best);
        expect(aligner.chunks).toBe(best[1]);
        expect(aligner.exact).toBe(true);
      }),
      { seed: 8, numRuns: 300 },
    );
  });

  it('fewest crossings, stage by stage', () => {
    const aligner = new StagedAligner(stages, 'crossings');
    fc.assert(
      fc.property(letters('aAbcCz', 6), letters('aAbcCz', 6), (hypothesis, reference) => {
        aligner.align(textOf(hypothesis), textOf(reference, 3));
        const found = linksOf(aligner);
        for (const stage of [0, 1, 2]) {
          const before = found.filter((link) => link.stage < stage);
          const free = pairs(hypothesis, reference, stage).filter(({ i, j }) =>
            before.every((link) => link.i !== i && link.j !== j),
          );
          const chosen = found.filter((link) => link.stage === stage);
          expect(cost('crossings', chosen)).toEqual(least([...subsets(free)].map((links) => cost('crossings', links))));
        }
      }),
      { seed: 9, numRuns: 300 },
    );
  });

  it('fewest chunks with phrases', () => {
    const list = [
      ['ab', 'c'],
      ['bc', 'ca'],
      ['a', 'b'],
      ['cab', 'bb'],
    ] as const;
    const all = [stages[0]!, phraseStage(list, lettersOf)];
    const aligner = new StagedAligner(all, 'chunks');
    fc.assert(
      fc.property(letters('abc', 5), letters('abc', 5), (hypothesis, reference) => {
        const [h, r] = [textOf(hypothesis, 1), textOf(reference, 2)];
        const candidates = pairs(hypothesis, reference, 0);
        const known = new Set<string>();
        (all[1] as Extract<MatchStage, { phrases: unknown }>).phrases(h, r, (i, iLength, j, jLength) => {
          const key = [i, iLength, j, jLength].join();
          if (!known.has(key)) candidates.push({ i, iLength, j, jLength, stage: 1 });
          known.add(key);
        });
        aligner.align(h, r);
        const best = least([...subsets(candidates)].map((links) => cost('chunks', links)));
        expect(cost('chunks', linksOf(aligner))).toEqual(best);
      }),
      { seed: 10, numRuns: 300 },
    );
  });
});

/** The best of all alignments, by what is left to do: reference words from j, hypothesis words taken, end of the last link. */
function bestBySteps(
  objective: 'chunks' | 'crossings',
  hypothesis: string,
  reference: string,
  creditOf: (a: string, b: string) => number,
): readonly number[] {
  const known = new Map<string, readonly number[]>();
  const from = (j: number, taken: number, end: number): readonly number[] => {
    if (j === reference.length) return [0, 0, 0];
    const key = `${j} ${taken} ${end}`;
    const found = known.get(key);
    if (found) return found;
    const ways = [from(j + 1, taken, -1)];
    for (let i = 0; i < hypothesis.length; i++) {
      const credit = creditOf(hypothesis[i]!, reference[j]!);
      if (credit === 0 || (taken & (1 << i)) !== 0) continue;
      const rest = from(j + 1, taken | (1 << i), objective === 'chunks' ? i + 1 : -1);
      const crossed = [...hypothesis].filter((_, k) => k > i && (taken & (1 << k)) !== 0).length;
      const costs = objective === 'crossings' ? crossed : end === i ? 0 : 1;
      ways.push([rest[0]! - credit, rest[1]! + costs, rest[2]! + Math.abs(i - j)]);
    }
    const best = least(ways);
    known.set(key, best);
    return best;
  };
  return from(0, 0, -1);
}

describe('finds the best alignment of repetitive texts', () => {
  // More partial alignments than the narrow beam keeps, and some extra reference words.
  const often = fc
    .constantFrom('aab', 'abc', 'aaabcde', 'aabbcdefgh')
    .chain((alphabet) => fc.tuple(letters(alphabet, 12), letters(alphabet, 12)));
  it.each(['chunks', 'crossings'] as const)('equal words, fewest %s', (objective) => {
    const aligner = new StagedAligner([stages[0]!], objective);
    fc.assert(
      fc.property(often, ([hypothesis, reference]) => {
        aligner.align(textOf(hypothesis), textOf(reference));
        const links = linksOf(aligner);
        const costs = objective === 'chunks' ? chunksOf(links) : crossingsOf(links);
        const best = bestBySteps(objective, hypothesis, reference, (a, b) => (a === b ? 1 : 0));
        expect([0 - links.length, costs, distanceOf(links)]).toEqual(best);
        expect(aligner.exact).toBe(true);
      }),
      { seed: 11, numRuns: 300 },
    );
  });

  it('all stages at once', () => {
    const aligner = new StagedAligner(stages, 'chunks');
    const creditOf = (a: string, b: string) =>
      [4, 2, 2][[0, 1, 2].findIndex((stage) => pairs(a, b, stage).length > 0)] ?? 0;
    fc.assert(
      fc.property(letters('aaAceggG', 10), letters('aaAceggG', 10), (hypothesis, reference) => {
        aligner.align(textOf(hypothesis), textOf(reference));
        const links = linksOf(aligner);
        const found = [0 - coverOf(links), chunksOf(links), distanceOf(links)];
        expect(found).toEqual(bestBySteps('chunks', hypothesis, reference, creditOf));
      }),
      { seed: 12, numRuns: 300 },
    );
  });
});

it('is no longer exact with too many ties, but still aligns as much as possible', () => {
  const aligner = new StagedAligner([stages[0]!], 'chunks');
  aligner.align(textOf('abcde'.repeat(20)), textOf('edcba'.repeat(20)));
  expect(aligner.exact).toBe(false);
  expect(aligner.hypothesisMatches[0]).toBe(100);
});

it.each(['crossings', 'chunks'] as const)(
  'matches as much as possible, whatever was aligned before, fewest %s',
  (objective) => {
    // Permutations of many repeated words, and words that match without being in one group: more than any beam keeps.
    const alphabet = fc.constantFrom('aabbccddeeff', 'acegikmo', 'abcdefgh');
    const aligner = new StagedAligner(stages, objective);
    fc.assert(
      fc.property(
        alphabet.chain((each) => fc.tuple(letters(each, 30), fc.nat(29))),
        ([hypothesis, cut]) => {
          const reference = [...hypothesis.slice(cut), ...hypothesis.slice(0, cut)].reverse().join('');
          aligner.align(textOf(hypothesis), textOf(reference));
          const first = linksOf(aligner);
          const matched = first.filter(({ stage }) => objective === 'chunks' || stage === 0);
          expect(matched).toHaveLength(hypothesis.length);
          const other = new StagedAligner(stages, objective);
          other.align(textOf(hypothesis), textOf(reference));
          expect(linksOf(other)).toEqual(first);
        },
      ),
      { seed: 13, numRuns: 60 },
    );
  },
);

it.each(['crossings', 'chunks'] as const)(
  'does not run out of words for those that must be matched, fewest %s',
  (objective) => {
    // The cheapest alignments so far take words that later ones need.
    const aligner = new StagedAligner([stages[0]!], objective);
    aligner.align(textOf('straßethethesatthethethe'), textOf('thethethestraßethethesat'));
    expect(aligner.hypothesisMatches[0]).toBe(24);
  },
);

it.each(['crossings', 'chunks', 'meteor-1.5'] as const)('texts of thousands of words, %s', (objective) => {
  const aligner = new StagedAligner([stages[0]!], objective);
  const long = String.fromCharCode(...Array.from({ length: 700 }, (_, k) => 0x4e00 + k)).repeat(3);
  // One more word at the end; words further away than the search reaches are not needed.
  aligner.align(textOf(`${long}b`), textOf(`${long}d`));
  expect(aligner.hypothesisMatches[0]).toBe(2100);
  expect(aligner.chunks).toBe(1);
  expect(aligner.exact).toBe(false);
});

describe('Meteor 1.5', () => {
  const align = (hypothesis: string, reference: string, objective: AlignmentObjective) => {
    const aligner = new StagedAligner(stages, objective);
    aligner.align(textOf(hypothesis), textOf(reference));
    return linksOf(aligner).map(({ i, j, stage }) => [i, j, stage]);
  };

  it('leaves out a stem match with rivals that would be a chunk of its own', () => {
    expect(align('Zmq', 'ttzhz', 'chunks')).toEqual([[0, 2, 1]]);
    expect(align('Zmq', 'ttzhz', 'meteor-1.5')).toEqual([]);
    // Without a rival it is always taken.
    expect(align('Zmq', 'ttzhh', 'meteor-1.5')).toEqual([[0, 2, 1]]);
  });

  it('has only exact matches for equal texts', () => {
    expect(align('aAa', 'aAa', 'meteor-1.5').map(([, , stage]) => stage)).toEqual([0, 0, 0]);
  });
});

it('does not combine phrases with crossings', () => {
  expect(() => new StagedAligner([stages[0]!, phraseStage([], lettersOf)], 'crossings')).toThrow(
    'cannot align phrases',
  );
});

it('by hypothesis word: its partner and stage', () => {
  const aligner = new StagedAligner(stages, 'crossings');
  aligner.align(textOf('Abxd'), textOf('dac'));
  // A and a are stems, b and c synonyms, d is crossed by them, x is unmatched.
  expect([...aligner.partners.subarray(0, 4)]).toEqual([1, 2, -1, 0]);
  expect([...aligner.stageOf.subarray(0, 4)]).toEqual([1, 2, -1, 0]);
  expect([...aligner.referenceMatches]).toEqual([1, 1, 1]);
  expect(aligner.chunks).toBe(2);
});
