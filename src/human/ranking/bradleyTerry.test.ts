import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bradleyTerry } from './bradleyTerry.ts';
import { type PairCounts, countPairs } from '../comparisons.ts';
import { comparisonsOf } from './testing/rankings.ts';

/**
 * The algorithm of Hunter (2004): γᵢ ← wins of i / Σⱼ comparisons with j / (γᵢ + γⱼ), repeated. One more opponent, of strength 1, ties once
 * with every system.
 */
function plain({ size, wins, ties }: PairCounts, rounds: number): number[] {
  let strength = Array.from({ length: size }, () => 1);
  for (let round = 0; round < rounds; round++) {
    strength = strength.map((own, i) => {
      let won = 0.5;
      let expected = 1 / (own + 1);
      strength.forEach((other, j) => {
        if (j === i) return;
        const [ij, ji, tied] = [wins[i * size + j]!, wins[j * size + i]!, ties[i * size + j]!];
        won += ij + tied / 2;
        expected += (ij + ji + tied) / (own + other);
      });
      return won / expected;
    });
  }
  return strength.map(Math.log);
}

describe('bradleyTerry', () => {
  it('matches the plain algorithm', () => {
    const count = fc.integer({ min: 0, max: 30 });
    fc.assert(
      fc.property(fc.array(count, { minLength: 16, maxLength: 16 }), fc.array(count, { minLength: 16, maxLength: 16 }), (w, t) => {
        const size = 4;
        const counts = {
          size,
          wins: Float64Array.from(w, (value, at) => (at % (size + 1) === 0 ? 0 : value)),
          ties: Float64Array.from(t, (_, at) => {
            const [i, j] = [Math.floor(at / size), at % size];
            return i === j ? 0 : t[Math.min(i, j) * size + Math.max(i, j)]!;
          }),
        };
        const expected = plain(counts, 20_000);
        bradleyTerry(counts).forEach((score, s) => {
          if (!Number.isNaN(score)) expect(score).toBeCloseTo(expected[s]!, 6);
        });
      }),
      { numRuns: 20 },
    ); // prettier-ignore
  });

  it('for two systems, strengths are nearly proportional to wins', () => {
    const [a, b] = bradleyTerry(countPairs(comparisonsOf(['a b', 3000], ['b a', 1000])));
    expect(Math.exp(a! - b!)).toBeCloseTo(3, 2);
    expect(a! + b!).toBeCloseTo(0, 12); // the opponent of strength 1 is in the middle
  });

  it('stays finite if one system always won, and if groups were never compared', () => {
    const [a, b, c, d] = bradleyTerry(countPairs(comparisonsOf(['a b', 100_000], ['c d', 2])));
    expect(a).toBeGreaterThan(c!);
    expect(c).toBeGreaterThan(0);
    expect(d).toBeCloseTo(-c!, 12);
    expect(b).toBeCloseTo(-a!, 9);
    expect(a).toBeLessThan(20);
  });

  it('a long chain, in which only neighbours met', () => {
    const names = 'abcdefghij'.split('');
    const chain = names.slice(1).map((name, i) => [`${names[i]!} ${name}`, 5000] as const);
    const scores = bradleyTerry(countPairs(comparisonsOf(...chain)));
    for (let i = 1; i < scores.length; i++) expect(scores[i - 1]! - scores[i]!).toBeGreaterThan(5);
  });
});
