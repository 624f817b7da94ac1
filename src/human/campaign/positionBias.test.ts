import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countedAnswers } from './collectJudgments.ts';
import { positionBias } from './positionBias.ts';
import { answered, assigned, recordWith } from './testing/makeRecord.ts';

const biasOf = (...all: readonly (readonly [entries: string, ranks: readonly number[]])[]) =>
  positionBias(
    countedAnswers(
      recordWith(
        all.map(([entries], i) => assigned(String(i), 'j', 'rank', 0, entries)),
        ...all.map(([, ranks], i) => answered('j', String(i), { kind: 'rank', ranks })),
      ),
    ).counted,
    0.95,
  );

describe('positionBias', () => {
  it('counts wins, ties and losses by position', () => {
    expect(biasOf(['a b c', [1, 2, 2]], ['b a', [2, 1]])).toMatchObject([
      { place: 1, rankings: 2, wins: 2, ties: 0, losses: 1, share: 2 / 3 },
      { place: 2, rankings: 2, wins: 1, ties: 1, losses: 1, share: 0.5 },
      { place: 3, rankings: 1, wins: 0, ties: 1, losses: 1, share: 0 },
    ]);
  });

  it('ignores damaged outputs, but counts their positions', () => {
    expect(biasOf(['!a b c', [3, 1, 2]])).toMatchObject([
      { place: 1, rankings: 0, wins: 0, ties: 0, losses: 0 },
      { place: 2, rankings: 1, wins: 1, ties: 0, losses: 0 },
      { place: 3, rankings: 1, wins: 0, ties: 0, losses: 1 },
    ]);
    expect(biasOf(['a !b', [1, 2]])).toMatchObject([{ rankings: 0 }, { rankings: 0 }]);
  });

  it('has no share if everything is tied, and no interval for one ranking', () => {
    expect(biasOf(['a b', [1, 1]], ['a b', [1, 1]])[0]).toMatchObject({ ties: 2, share: NaN, low: NaN, high: NaN });
    expect(biasOf(['a b', [1, 2]])[0]).toMatchObject({ share: 1, low: NaN, high: NaN });
    expect(positionBias([], 0.95)).toEqual([]);
  });

  it('has the interval of independent trials for pairs', () => {
    // Of pairs, the unit is the trial: p ± z √(p (1 − p) / (n − 1)).
    const [first] = biasOf(...Array.from({ length: 40 }, (_, i) => ['a b', i < 30 ? [1, 2] : [2, 1]] as const));
    const half = 1.959963984540054 * Math.sqrt((0.75 * 0.25) / 39);
    expect(first!.low).toBeCloseTo(0.75 - half, 12);
    expect(first!.high).toBeCloseTo(0.75 + half, 12);
  });

  it('has equal sums of wins and losses over all positions', () =>
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 3, maxLength: 3 }), { maxLength: 12 }),
        (all) => {
          const places = biasOf(...all.map((ranks) => ['a b c', ranks] as const));
          const sum = (of: 'wins' | 'losses' | 'ties') => places.reduce((total, each) => total + each[of], 0);
          expect(sum('wins')).toBe(sum('losses'));
          expect(sum('wins') + sum('losses') + sum('ties')).toBe(6 * all.length);
          for (const { share, low, high } of places) {
            if (Number.isNaN(low)) continue;
            expect(low).toBeGreaterThanOrEqual(0);
            expect(high).toBeLessThanOrEqual(1);
            expect(low <= share && share <= high).toBe(true);
          }
        },
      ),
    ));
});
