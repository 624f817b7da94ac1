import { describe, expect, it } from 'vitest';
import { type ScoreSettings, scoreParts } from './formula.ts';
import { type Matching } from './options.ts';
import { ItemLayout } from './rowLayout.ts';

const settings: ScoreSettings = { order: 2, recallOrder: 1, alpha: 0.9, avgP: 0.3, fMean: 0.5 };

/** Equations 2–9 for given matches and items of either side, by order. */
const partsOf = (
  matches: number[],
  hypothesis: number[],
  reference: number[],
  changed: Partial<ScoreSettings> & { readonly matching?: readonly Matching[] } = {},
) =>
  scoreParts(
    [...matches, ...hypothesis, ...reference],
    0,
    new ItemLayout({ order: 2, longest: 2, gap: 0, matching: changed.matching ?? ['ngram'] }),
    { ...settings, ...changed },
  );

describe('scoreParts', () => {
  it('follows the equations', () => {
    // p = 3/4, 1/3; r = 3/5, 1/4
    const { AvgP, Fmean, AvgF, score } = partsOf([3, 1], [4, 3], [5, 4]);
    const f = (p: number, r: number) => (p * r) / (0.9 * p + 0.1 * r);
    expect(AvgP).toBeCloseTo(Math.sqrt((3 / 4) * (1 / 3)), 12);
    expect(Fmean).toBeCloseTo(f((3 / 4 + 1 / 3) / 2, 3 / 5), 12);
    expect(AvgF).toBeCloseTo((f(3 / 4, 3 / 5) + f(1 / 3, 1 / 4)) / 2, 12);
    expect(score).toBeCloseTo(0.3 * AvgP + 0.5 * Fmean + 0.2 * AvgF, 12);
  });

  it('uses recall up to M', () => {
    const f = (p: number, r: number) => (p * r) / (0.9 * p + 0.1 * r);
    expect(partsOf([3, 1], [4, 3], [5, 4], { recallOrder: 2 }).Fmean).toBeCloseTo(
      f((3 / 4 + 1 / 3) / 2, (3 / 5 + 1 / 4) / 2),
      12,
    );
  });

  it('ignores orders that neither side has, but not those of one side', () => {
    expect(partsOf([1, 0], [1, 0], [1, 0])).toEqual({ AvgP: 1, Fmean: 1, AvgF: 1, score: 1 });
    expect(partsOf([1, 0], [1, 0], [2, 1]).AvgP).toBe(0);
    expect(partsOf([0, 0], [0, 0], [0, 0])).toEqual({ AvgP: 0, Fmean: 0, AvgF: 0, score: 0 });
  });

  it('averages precision over kinds of items that either side has', () => {
    // Bigrams: 1 of 2; with a fixed gap 0 of 1, then none on either side.
    const both = { matching: ['ngram', 'fixed'] } as const;
    expect(partsOf([3, 1, 0], [3, 2, 1], [3, 2, 1], both).AvgP).toBeCloseTo(Math.sqrt(1 / 4), 12);
    expect(partsOf([3, 1, 0], [3, 2, 0], [3, 2, 0], both).AvgP).toBeCloseTo(Math.sqrt(1 / 2), 12);
  });

  it('counts no recall as more than 1', () => {
    expect(partsOf([4, 0], [4, 3], [3, 2]).Fmean).toBeLessThanOrEqual(1);
  });
});
