import { describe, expect, it } from 'vitest';
import { Pcg64, splitProbability } from '../../stats/index.ts';
import { compareRankings, countPairs } from '../comparisons.ts';
import type { Ranking } from '../judgments.ts';
import { permutePairs, signTestPairs } from './pairTests.ts';
import { rankSystems } from './rankSystems.ts';
import { type RankingMethodId, rankingMethods } from './rankingMethods.ts';
import { comparisonsOf, ranking, simulatedRankings } from './testing/rankings.ts';

const methodOf = (id: RankingMethodId) => rankingMethods.find((method) => method.id === id)!;

describe('sign test', () => {
  it.each([
    ['dropped', 8, 2, 5, splitProbability(8, 2)],
    ['split', 8, 2, 5, splitProbability(10, 4)], // the fifth tie is dropped
    ['split', 8, 2, 6, splitProbability(11, 5)],
    ['dropped', 0, 0, 7, 1],
    ['split', 0, 0, 7, 1],
    ['dropped', 0, 0, 0, 1],
  ] as const)('ties %s: %i to %i, %i ties', (signTies, wins, losses, ties, expected) => {
    const counts = countPairs(comparisonsOf(['a b', wins], ['b a', losses], ['a=b', ties], 'a? b?'));
    const { p, lead } = signTestPairs(counts, signTies);
    expect([...p]).toEqual([1, expected, expected, 1]);
    expect([...lead].map((each) => each + 0)).toEqual([0, wins - losses, losses - wins, 0]);
  });
});

describe('permutation of rankings', () => {
  const rankings = ['a b c', 'a c b', 'a=b c', 'c a b', 'a d', 'd b', 'c=d a'].map((written) => ranking(written));
  const swapped = (each: Ranking, one: string, other: string): Ranking => ({
    ...each,
    systems: each.systems.map((name) => (name === one ? other : name === other ? one : name)),
  });

  it.each<[RankingMethodId]>([['ge'], ['bojar'], ['expected-wins'], ['bradley-terry']])(
    'by %s, matches the exact test over all swaps',
    (id) => {
      const method = methodOf(id);
      const random = new Pcg64(1);
      const differenceOf = (list: readonly Ranking[]) => {
        const [a, b] = method.scores(countPairs(compareRankings('x-y', list)), random);
        return a! - b!;
      };
      const observed = Math.abs(differenceOf(rankings));
      let asFar = 0;
      const ways = 2 ** rankings.length;
      for (let way = 0; way < ways; way++) {
        const list = rankings.map((each, r) => ((way >> r) & 1 ? swapped(each, 'a', 'b') : each));
        if (Math.abs(differenceOf(list)) >= observed - 1e-12) asFar++;
      }
      const comparisons = compareRankings('x-y', rankings);
      const scores = method.scores(countPairs(comparisons), random);
      const { p, lead } = permutePairs(comparisons, method, scores, 4000, random);
      expect(p[1]).toBeCloseTo(asFar / ways, 1.3); // a standard error is 0.008
      expect(lead[1]).toBe(differenceOf(rankings));
      expect(lead[4]).toBe(-lead[1]!);
    },
  );

  it('gives p = 1 for a system that was never compared', () => {
    const comparisons = comparisonsOf('a b', 'c?');
    const scores = methodOf('ge').scores(countPairs(comparisons), new Pcg64(1));
    const { p, lead } = permutePairs(comparisons, methodOf('ge'), scores, 20, new Pcg64(1));
    expect([p[2], p[5], lead[2], lead[5]]).toEqual([1, 1, 0, 0]);
  });
});

describe('type I errors, by simulation', () => {
  /** Shares of pairs found different, at 5 % and 10 %, among four equally good systems. */
  function rejected(options: {
    test: 'sign' | 'ranking-permutation' | 'ranking-bootstrap';
    signTies?: 'split';
  }): number[] {
    const skills = new Map(['a', 'b', 'c', 'd'].map((name) => [name, 0]));
    const random = new Pcg64(2009);
    const ps: number[] = [];
    for (let trial = 0; trial < 250; trial++) {
      const comparisons = compareRankings('x-y', simulatedRankings(skills, 60, 3, random));
      const { pairs } = rankSystems(comparisons, {
        by: 'ge', signTies: 'dropped', alpha: 0.1, samples: 199, seed: trial, level: 0.95, ...options,
      }); // prettier-ignore
      for (let i = 0; i < 4; i++) for (let j = 0; j < i; j++) ps.push(pairs.p[i]![j]!);
    }
    return [0.05, 0.1].map((alpha) => ps.filter((p) => p <= alpha).length / ps.length);
  }

  // Six pairs share a trial, so 250 trials are between 250 and 1500 tests: 0.025 is at least two standard errors.
  it.each([
    ['sign test', { test: 'sign' }, [0, 0]], // exact and discrete: below its level
    ['sign test, ties split', { test: 'sign', signTies: 'split' }, [0, 0]],
    ['permutation', { test: 'ranking-permutation' }, [0.025, 0.075]],
    ['bootstrap', { test: 'ranking-bootstrap' }, [0.025, 0.075]],
  ] as const)('%s', (_, options, atLeast) => {
    const shares = rejected(options);
    [0.05, 0.1].forEach((alpha, a) => {
      expect(shares[a]).toBeLessThanOrEqual(alpha + 0.025);
      expect(shares[a]).toBeGreaterThan(atLeast[a]!);
    });
  });
});

describe('a clear difference', () => {
  it.each(['sign', 'ranking-permutation', 'ranking-bootstrap'] as const)('is found by %s', (test) => {
    const skills = new Map([['a', 0], ['b', 2], ['c', 0]]); // prettier-ignore
    const comparisons = compareRankings('x-y', simulatedRankings(skills, 60, 3, new Pcg64(5)));
    const { systems, pairs } = rankSystems(comparisons, {
      by: 'ge', test, signTies: 'dropped', alpha: 0.1, samples: 500, seed: 1, level: 0.95,
    }); // prettier-ignore
    expect(systems.map(({ system, win }) => [system, win])).toEqual([
      ['b', true],
      [systems[1]!.system, false],
      [systems[2]!.system, false],
    ]);
    expect(pairs.p[0]![1]).toBeLessThan(0.01);
    expect(pairs.p[1]![2]).toBeGreaterThan(0.1);
  });
});
