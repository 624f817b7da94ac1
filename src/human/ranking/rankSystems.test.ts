import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import { Pcg64 } from '../../stats/index.ts';
import { compareRankings, countPairs } from '../comparisons.ts';
import { type RankOptions, orderSystems, rankSystems } from './rankSystems.ts';
import { rankingMethods } from './rankingMethods.ts';
import { type Written, comparisonsOf, ranking, simulatedRankings } from './testing/rankings.ts';

const options: RankOptions = {
  by: 'ge',
  test: 'sign',
  signTies: 'dropped',
  alpha: 0.1,
  samples: 200,
  seed: 1,
  level: 0.95,
};

describe('order', () => {
  const orderOf = (scores: readonly number[], ...written: readonly Written[]) => {
    const comparisons = comparisonsOf(...written);
    return orderSystems(Float64Array.from(scores), countPairs(comparisons), comparisons.systems)
      .map((s) => comparisons.systems[s])
      .join('');
  };

  it.each([
    ['by score', [0.1, 0.3, 0.2], ['a b c'], 'bca'],
    ['equal ones by direct comparison', [0.5, 0.5, 0.2], ['a b c', ['b a', 2]], 'bac'],
    ['then by name', [0.5, 0.5, 0.5], ['a=b=c'], 'abc'],
    ['among three, by the number of others beaten', [0.5, 0.5, 0.5], ['c a', 'c b', 'b a'], 'cba'],
    ['a circle, by name', [0.5, 0.5, 0.5], ['a b', 'b c', 'c a'], 'abc'],
    ['only systems with equal scores count', [0.5, 0.5, 0.9], ['c b', 'c b', 'a b'], 'cab'],
    ['no score comes last', [NaN, -1, NaN], ['a b c'], 'bac'],
  ] as const)('%s', (_, scores, written, expected) => {
    expect(orderOf(scores, ...written)).toBe(expected);
  });
});

describe('wins', () => {
  // b > a and c > b significantly; a and c never met.
  const comparisons = comparisonsOf(['b a', 20], ['c b', 20], 'd=a');
  const winsOf = (given: Partial<RankOptions>) =>
    rankSystems(comparisons, { ...options, ...given })
      .systems.map(({ system, win, constrainedWin }) => `${system}${win ? '●' : ''}${constrainedWin ? '*' : ''}`)
      .sort();

  it('no other system is significantly better', () => {
    expect(winsOf({})).toEqual(['a', 'b', 'c●', 'd●']);
  });

  it('constrained wins are among constrained systems', () => {
    expect(winsOf({ isConstrained: (system) => system !== 'c' })).toEqual(['a', 'b*', 'c●', 'd●*']);
  });

  it('a system that is not listed does not win and does not prevent others from winning', () => {
    expect(winsOf({ isListed: (system) => system !== 'c' })).toEqual(['a', 'b●', 'c', 'd●']);
    expect(winsOf({ isListed: (system) => system !== 'b', isConstrained: () => true })).toEqual([
      'a●*',
      'b',
      'c●*',
      'd●*',
    ]);
  });

  it('at the level of significance exactly', () => {
    // 5 to 0: p = 2 / 32.
    const few = comparisonsOf(['a b', 5]);
    const isWin = (alpha: number) => rankSystems(few, { ...options, alpha }).systems[1]!.win;
    expect(isWin(0.0625)).toBe(false);
    expect(isWin(0.0624)).toBe(true);
  });
});

describe('ranks and clusters', () => {
  const skills = new Map([['a', 0], ['b', 0.05], ['c', 3], ['d', 6]]); // prettier-ignore
  const comparisons = compareRankings('x-y', simulatedRankings(skills, 100, 4, new Pcg64(11)));

  it.each(rankingMethods.map(({ id }) => [id] as const))('%s', (by) => {
    const { systems } = rankSystems(comparisons, { ...options, by, samples: by === 'trueskill' ? 60 : 200 });
    expect(systems.slice(0, 2).map(({ system, ranks, cluster }) => [system, ranks, cluster])).toEqual([
      ['d', { best: 1, worst: 1 }, 1],
      ['c', { best: 2, worst: 2 }, 2],
    ]);
    for (const { ranks, cluster } of systems.slice(2)) expect([ranks, cluster]).toEqual([{ best: 3, worst: 4 }, 3]);
  });

  it('of those listed', () => {
    const { systems } = rankSystems(comparisons, { ...options, isListed: (system) => system !== 'c' });
    expect(systems.map(({ system }) => system).slice(0, 2)).toEqual(['d', 'c']);
    expect(systems[1]).not.toHaveProperty('ranks');
    expect(systems[1]).not.toHaveProperty('cluster');
    expect(systems[2]!.ranks).toEqual({ best: 2, worst: 3 });
  });

  it('the same seed, the same report; another seed, much the same', () => {
    const skewed = compareRankings('x-y', simulatedRankings(new Map([['a', 0], ['b', 0.3], ['c', 0.6]]), 40, 2, new Pcg64(1))); // prettier-ignore
    const withSeed = (seed: number) => rankSystems(skewed, { ...options, by: 'trueskill', seed });
    expect(withSeed(1)).toEqual(withSeed(1));
    expect(withSeed(2)).not.toEqual(withSeed(1));
    expect(withSeed(2).pairs).toEqual(withSeed(1).pairs);
  });

  it('TrueSkill is the mean of runs, and only included on request', () => {
    const cheap = rankSystems(comparisons, options).systems[0]!;
    expect(Object.keys(cheap.scores)).toEqual(['ge', 'gt', 'bojar', 'expected-wins', 'bradley-terry']);
    const { score, scores } = rankSystems(comparisons, { ...options, by: 'trueskill', samples: 20 }).systems[0]!;
    expect(scores.trueskill).toBe(score);
    expect(scores.ge).toBe(cheap.score);
  });
});

describe('what is counted', () => {
  it('adds up', () => {
    const written = fc.constantFrom('a b c', 'c a=b', 'b=c', 'a=b=c', 'c b a', 'a? b c');
    fc.assert(
      fc.property(fc.array(written, { minLength: 1, maxLength: 20 }), (all) => {
        const found = rankSystems(comparisonsOf(...all), { ...options, samples: 3 });
        expect(found.rankings).toBe(all.length);
        expect(found.systems.reduce((sum, { comparisons }) => sum + comparisons, 0)).toBe(2 * found.comparisons);
        found.systems.forEach(({ wins, ties, losses, comparisons, scores }, i) => {
          expect(wins + ties + losses).toBe(comparisons);
          expect(found.pairs.wins[i]!.reduce((a, b) => a + b, 0)).toBe(wins);
          expect(found.pairs.wins.reduce((sum, row) => sum + row[i]!, 0)).toBe(losses);
          expect(found.pairs.ties[i]!.reduce((a, b) => a + b, 0)).toBe(ties);
          if (comparisons > 0) expect(scores.ge).toBe((wins + ties) / comparisons);
        });
      }),
      { numRuns: 30 },
    );
  });
});

describe('little data', () => {
  it('one system', () => {
    const { systems, pairs, comparisons } = rankSystems(compareRankings('x-y', [ranking('a')]), options);
    expect(comparisons).toBe(0);
    expect(systems).toMatchObject([{ system: 'a', score: NaN, win: false, ranks: { best: 1, worst: 1 }, cluster: 1 }]);
    expect(pairs).toEqual({ wins: [[0]], ties: [[0]], p: [[1]] });
  });

  it('one ranking', () => {
    const { systems } = rankSystems(compareRankings('x-y', [ranking('b a')]), options);
    expect(systems.map(({ system, score, win }) => [system, score, win])).toEqual([['b', 1, true], ['a', 0, true]]); // prettier-ignore
  });

  it.each(rankingMethods.map(({ id }) => [id] as const))('all ties: everyone shares all ranks, by %s', (by) => {
    const tied = compareRankings(
      'x-y',
      Array.from({ length: 6 }, () => ranking('a=b=c')),
    );
    for (const { ranks, cluster, win } of rankSystems(tied, { ...options, by, samples: 20 }).systems) {
      expect([ranks, cluster, win]).toEqual([{ best: 1, worst: 3 }, 1, true]);
    }
  });

  it('a system without a rank in any ranking comes last, and no task at all is empty', () => {
    const { systems } = rankSystems(compareRankings('x-y', [ranking('a? b c'), ranking('b c a?')]), options);
    expect(systems.map(({ system, score }) => [system, score])).toEqual([['b', 1], ['c', 0], ['a', NaN]]); // prettier-ignore
    expect(rankSystems(compareRankings('other', []), options).systems).toEqual([]);
  });

  it.each<[Partial<RankOptions>, string]>([
    [{ samples: 0 }, 'The number of resamples must be an integer of at least 1, not 0.'],
    [{ alpha: 2 }, 'The significance level must be from 0 to 1, not 2.'],
    [{ level: 0 }, 'The level of rank ranges must be above 0 and at most 1, not 0.'],
    [
      { by: 'trueskill', test: 'ranking-permutation' },
      'TrueSkill scores are random, and a permutation test would need a run for each pair and sample. Use the sign test or ranking-bootstrap.',
    ],
  ])('%j', (given, message) => {
    expect(() => rankSystems(comparisonsOf('a b'), { ...options, ...given })).toThrow(new UsageError(message));
  });
});
