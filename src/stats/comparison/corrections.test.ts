import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { correctP, leastCorrected } from './corrections.ts';

const p = [0.01, 0.02, 0.03, 0.04, 0.005, 0.5, 0.9, 0.02];

describe('correctP', () => {
  // statsmodels 0.15: multipletests(p, method=…)
  it.each([
    ['holm', [0.07, 0.12, 0.12, 0.12, 0.04, 1, 1, 0.12]],
    ['bh', [0.04, 0.04, 0.048, 0.05333333333333334, 0.04, 0.5714285714285714, 0.9, 0.04]],
    ['none', p],
  ] as const)('%s', (correction, expected) => {
    expect([...correctP(p, correction)]).toEqual(expected.map((value) => expect.closeTo(value, 12)));
  });

  it.each(['holm', 'bh'] as const)('%s leaves out what is not a number', (correction) => {
    const holes = correctP([NaN, ...p, NaN], correction);
    expect([...holes]).toEqual([NaN, ...correctP(p, correction), NaN]);
  });

  const pValues = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 });

  it('keeps the order, lies between p and 1, and Holm is the stricter', () => {
    fc.assert(
      fc.property(pValues, (given) => {
        const [holm, bh] = [correctP(given, 'holm'), correctP(given, 'bh')];
        given.forEach((value, i) => {
          expect(bh[i]).toBeGreaterThanOrEqual(value * (1 - 1e-12));
          expect(holm[i]).toBeGreaterThanOrEqual(bh[i]! * (1 - 1e-12));
          expect(holm[i]).toBeLessThanOrEqual(1);
          given.forEach((other, j) => {
            if (value >= other) return;
            expect(holm[i]).toBeLessThanOrEqual(holm[j]!);
            expect(bh[i]).toBeLessThanOrEqual(bh[j]!);
          });
        });
      }),
    );
  });

  it('finds what the step-wise procedures find', () => {
    fc.assert(
      fc.property(pValues, fc.double({ min: 0.001, max: 0.5, noNaN: true }), (given, alpha) => {
        const sorted = given.toSorted((a, b) => a - b);
        const m = given.length;
        let steps = 0; // down from the smallest, as long as p ≤ alpha / (m − steps)
        while (steps < m && (m - steps) * sorted[steps]! <= alpha) steps++;
        expect(correctP(given, 'holm').filter((value) => value <= alpha)).toHaveLength(steps);
        let found = m; // the largest k with p ≤ k alpha / m
        while (found > 0 && (m / found) * sorted[found - 1]! > alpha) found--;
        expect(correctP(given, 'bh').filter((value) => value <= alpha)).toHaveLength(found);
      }),
    );
  });

  it.each([
    ['holm', 0.105],
    ['bh', 0.001],
    ['none', 0.001],
  ] as const)('can give no less: %s', (correction, expected) => {
    expect(leastCorrected(0.001, 105, correction)).toBeCloseTo(expected, 12);
    const best = Math.min(...correctP(new Float64Array(105).fill(0.001), correction));
    expect(best).toBeCloseTo(expected, 12);
  });
});
