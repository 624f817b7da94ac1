import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Pcg64 } from '../../stats/index.ts';
import { type PairCounts, compareRankings, countPairs } from '../comparisons.ts';
import type { Ranking } from '../judgments.ts';
import { type RankingMethodId, rankingMethods } from './rankingMethods.ts';
import { comparisonsOf } from './testing/rankings.ts';

const methodOf = (id: RankingMethodId) => rankingMethods.find((method) => method.id === id)!;
const scores = (id: RankingMethodId, counts: PairCounts) => [...methodOf(id).scores(counts, new Pcg64(1))];

// a > b three times, b > a once, a = b once; b > c twice, b = c twice; a > c once.
const example = comparisonsOf(['a b', 3], 'b a', 'a=b', ['b c', 2], ['b=c', 2], 'a c');

describe('pair counts', () => {
  it('rows beat columns, ties are symmetric', () => {
    const { size, wins, ties } = countPairs(example);
    expect(size).toBe(3);
    expect([...wins]).toEqual([0, 3, 1, 1, 0, 2, 0, 0, 0]);
    expect([...ties]).toEqual([0, 1, 0, 1, 0, 2, 0, 2, 0]);
  });

  it('a ranking of five outputs gives ten comparisons; outputs without a rank give none', () => {
    const { count, systems } = comparisonsOf('a b=c d e', 'a? b c?');
    expect(systems).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(count).toBe(10);
  });
});

describe('by hand', () => {
  // Wins, ties, losses: a 4, 1, 1; b 3, 3, 3; c 0, 2, 3.
  it.each<[RankingMethodId, number[]]>([
    ['ge', [5 / 6, 6 / 9, 2 / 5]],
    ['gt', [4 / 6, 3 / 9, 0]],
    ['bojar', [4 / 5, 3 / 6, 0]],
    ['expected-wins', [(3 / 4 + 1) / 2, (1 / 4 + 1) / 2, 0]],
  ])('%s', (id, expected) => {
    scores(id, countPairs(example)).forEach((score, s) => expect(score).toBeCloseTo(expected[s]!, 14));
  });
});

describe('missing comparisons', () => {
  it.each(rankingMethods.map(({ id }) => [id] as const))('%s: a system that was never compared has no score', (id) => {
    const [a, b, c] = scores(id, countPairs(comparisonsOf(['a b', 3], 'c?')));
    expect(a).toBeGreaterThan(b!);
    expect(c).toBeNaN();
  });

  it.each(rankingMethods.map(({ id }) => [id] as const))('%s: no comparison at all', (id) => {
    expect(scores(id, countPairs(comparisonsOf('a')))).toEqual([NaN]);
    expect(scores(id, countPairs(comparisonsOf()))).toEqual([]);
  });

  it.each<[RankingMethodId, number]>([
    ['ge', 1],
    ['gt', 0],
    ['bojar', 0.5],
    ['expected-wins', 0],
    ['bradley-terry', 0],
  ])('%s: ties only', (id, expected) => {
    expect(scores(id, countPairs(comparisonsOf(['a=b=c', 4])))).toEqual([expected, expected, expected]);
  });

  it('expected wins: a pair that was never compared adds 0 and counts in the denominator', () => {
    // a against b: 2 of 2; a never met c, which won 1 of 2 against b.
    expect(scores('expected-wins', countPairs(comparisonsOf(['a b', 2], 'b c', 'c b')))).toEqual([0.5, 0.25, 0.25]);
  });
});

describe('laws', () => {
  const names = ['a', 'b', 'c', 'd', '__proto__'];
  const someRanking = fc
    .tuple(fc.shuffledSubarray(names, { minLength: 2 }), fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 5, maxLength: 5 }))
    .map(([systems, ranks]): Ranking => ({
      task: 'x-y', segment: '1', judge: 'j', order: 0, systems, ranks: ranks.slice(0, systems.length),
    })); // prettier-ignore
  const someRankings = fc.array(someRanking, { minLength: 1, maxLength: 12 });
  const byName = (rankings: readonly Ranking[], id: RankingMethodId) => {
    const comparisons = compareRankings('x-y', rankings);
    const found = scores(id, countPairs(comparisons));
    return new Map(comparisons.systems.map((system, s) => [system, found[s]!]));
  };
  const exact = rankingMethods.filter(({ byChance }) => !byChance).map(({ id }) => [id] as const);
  const near = (a: number, b: number) => (Number.isNaN(a) ? expect(b).toBeNaN() : expect(b).toBeCloseTo(a, 9));

  it.each(exact)('%s: other names, same scores', (id) => {
    const renamed = new Map([['a', 'z'], ['b', 'y'], ['c', 'x'], ['d', 'w'], ['__proto__', 'constructor']]); // prettier-ignore
    fc.assert(
      fc.property(someRankings, (rankings) => {
        const others = rankings.map((each) => ({ ...each, systems: each.systems.map((name) => renamed.get(name)!) }));
        const after = byName(others, id);
        for (const [name, score] of byName(rankings, id)) near(score, after.get(renamed.get(name)!)!);
      }),
    );
  });

  it.each([
    ['bojar', 1],
    ['bradley-terry', 0],
  ] as const)('%s: reversed ranks reverse scores', (id, sum) => {
    // prettier-ignore
    fc.assert(
      fc.property(someRankings, (rankings) => {
        const reversed = byName(rankings.map((each) => ({ ...each, ranks: each.ranks.map((rank) => 4 - rank) })), id); // prettier-ignore
        for (const [name, score] of byName(rankings, id)) near(sum - score, reversed.get(name)!);
      }),
    );
  });

  it('expected-wins: reversed ranks reverse scores if every pair is decided', () => {
    const everyPair = names.flatMap((a) => names.filter((b) => b !== a).map((b) => [a, b]));
    const decided = everyPair.map((systems): Ranking => ({ task: 'x-y', segment: '1', judge: 'j', order: 0, systems, ranks: [1, 2] })); // prettier-ignore
    fc.assert(
      fc.property(someRankings, (some) => {
        const rankings = [...some, ...decided];
        const reversed = byName(rankings.map((each) => ({ ...each, ranks: each.ranks.map((rank) => 4 - rank) })), 'expected-wins'); // prettier-ignore
        for (const [name, score] of byName(rankings, 'expected-wins')) near(1 - score, reversed.get(name)!);
      }),
    );
  });

  it.each(exact.filter(([id]) => id !== 'bradley-terry'))('%s: everything twice changes nothing', (id) => {
    fc.assert(
      fc.property(someRankings, (rankings) => {
        expect(byName([...rankings, ...rankings], id)).toEqual(byName(rankings, id));
      }),
    );
  });
});

it('every method is listed once, under the name typed', () => {
  expect(rankingMethods.map(({ id }) => id)).toEqual([
    'ge',
    'gt',
    'bojar',
    'expected-wins',
    'trueskill',
    'bradley-terry',
  ]);
});
