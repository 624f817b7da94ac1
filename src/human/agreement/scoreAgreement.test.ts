import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JudgedScore, agreementOnScores } from './scoreAgreement.ts';

const resampling = { level: 0.95, samples: 50, seed: 3 };

const score = (judge: string, segment: string, value: number, order = 0): JudgedScore =>
  ({ task: 't', segment, judge, order, system: 's', score: value }); // prettier-ignore

/** From the definition, with all pairs of scores. */
function plainAlpha(units: readonly (readonly number[])[]): number {
  const pairable = units.filter(({ length }) => length > 1);
  const all = pairable.flat();
  const squares = (values: readonly number[]) =>
    values.reduce((sum, x) => sum + values.reduce((inner, y) => inner + (x - y) ** 2, 0), 0);
  const observed = pairable.reduce((sum, unit) => sum + squares(unit) / (unit.length - 1), 0) / all.length;
  return 1 - observed / (squares(all) / (all.length * (all.length - 1)));
}

describe('α of scores', () => {
  it('Krippendorff (2004): .849', () => {
    const observers = ['123321412...', '1233224125.3', '.3332342251.', '12332441251.'];
    const scores = observers.flatMap((row, j) =>
      [...row].flatMap((value, u) => (value === '.' ? [] : [score(`judge ${j}`, `unit ${u}`, Number(value))])),
    );
    const { alpha, units, scores: count } = agreementOnScores(scores, resampling).inter;
    expect(alpha.value).toBeCloseTo(0.8491071428571428, 12); // PyPI krippendorff 0.9
    expect([units, count]).toEqual([11, 40]);
    expect(alpha.low).toBeLessThan(alpha.value);
    expect(alpha.high).toBeGreaterThan(alpha.value);
  });

  it('within judges uses all scores of a judge, between judges the first of each', () => {
    const scores = [
      score('j', '1', 10, 0),
      score('j', '1', 14, 1),
      score('k', '1', 12, 0),
      score('j', '2', 50, 2),
      score('j', '2', 52, 3),
      score('k', '2', 58, 1),
    ];
    const { inter, intra } = agreementOnScores(scores, resampling);
    expect(inter.alpha.value).toBeCloseTo(plainAlpha([[10, 12], [50, 58]]), 12); // prettier-ignore
    expect(intra.alpha.value).toBeCloseTo(plainAlpha([[10, 14], [50, 52]]), 12); // prettier-ignore
  });

  it('is undefined for single scores, no scores, or equal scores', () => {
    expect(agreementOnScores([], resampling).inter).toMatchObject({ units: 0, alpha: { value: NaN } });
    expect(agreementOnScores([score('j', '1', 3), score('j', '2', 4)], resampling).inter.alpha.value).toBeNaN();
    const alike = ['1', '2', '3'].flatMap((segment) => [score('j', segment, 0.1), score('k', segment, 0.1)]);
    expect(agreementOnScores(alike, resampling).inter).toMatchObject({ units: 3, alpha: { value: NaN } });
  });

  it('matches the definition, even far from 0', () => {
    const units = fc.array(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(units, fc.constantFrom(0, 1e5), (drawn, shift) => {
        const scores = drawn.flatMap((unit, u) => unit.map((value, j) => score(`j${j}`, `u${u}`, value + shift)));
        const expected = plainAlpha(drawn);
        const { value } = agreementOnScores(scores, resampling).inter.alpha;
        if (Number.isNaN(expected)) expect(value).toBeNaN();
        else expect(value).toBeCloseTo(expected, 8);
      }),
    );
  });
});
