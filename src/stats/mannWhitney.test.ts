import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mannWhitney } from './mannWhitney.ts';
import { pattern } from './testing/pattern.ts';

/** SciPy 1.17.1: U and p of `mannwhitneyu` of patterns of n and m values, for greater, less and two-sided. */
const cases: readonly (readonly [
  number,
  readonly [number, number, number],
  number,
  readonly [number, number, number],
  number,
  number,
  number,
  number,
])[] = [
  [1, [3, 7, 0], 1, [3, 7, 0.5], 0, 1, 0.5, 1],
  [1, [3, 7, 0.5], 5, [4, 11, 0], 1, 0.8333333333333334, 0.3333333333333333, 0.6666666666666666],
  [3, [3, 7, 0.5], 2, [5, 11, 0], 1, 0.9, 0.2, 0.4],
  [5, [3, 7, 0.5], 4, [5, 11, 0], 4, 0.9444444444444444, 0.09523809523809523, 0.19047619047619047],
  [8, [3, 17, 2.5], 6, [5, 19, 0], 28, 0.331002331002331, 0.7136197136197137, 0.662004662004662],
  [8, [3, 17, 8.5], 30, [5, 37, 0], 103, 0.730912999014467, 0.28087603641883085, 0.5617520728376617],
  [8, [37, 301, 90.5], 200, [41, 307, 0], 1271, 0.0017070114052834331, 0.9983315741341855, 0.0034140228105668663],
  [300, [37, 311, -10.5], 5, [41, 307, 0], 854, 0.303468812576966, 0.6982764479607061, 0.606937625153932],
  [9, [3, 17, 2.5], 9, [5, 19, 0], 49, 0.23996434607297862, 0.7866116317335081, 0.47992869214595724],
  [9, [3, 17, 2.5], 8, [5, 19, 0], 43, 0.27071164129987657, 0.7596462361168244, 0.5414232825997531],
  [5, [3, 4, 1], 4, [5, 3, 0], 16.5, 0.06579338014059317, 0.9607270745244046, 0.13158676028118635],
  [8, [3, 4, 1], 4, [5, 3, 0], 25, 0.06866435682294693, 0.9516045032610787, 0.13732871364589386],
  [20, [3, 9, 1], 25, [5, 8, 0], 286, 0.20499889418551548, 0.8015319524878222, 0.40999778837103096],
  [40, [3, 41, 4], 40, [5, 43, 0], 940, 0.08969709465227849, 0.911851874676674, 0.17939418930455697],
  [6, [1, 1, 2], 5, [1, 1, 2], 15, 1, 1, 1],
  [300, [37, 30, 1], 250, [41, 30, 0], 39860, 0.1016591965441428, 0.89843653497927, 0.2033183930882856],
  [60, [7, 61, 1000], 50, [7, 53, 0], 3000, 1.113253334167204e-19, 1, 2.226506668334408e-19],
];

describe('mannWhitney', () => {
  it.each(cases)('%i values %j against %i values %j', (n, ofX, m, ofY, u, greater, less, twoSided) => {
    const x = pattern(n, ...ofX);
    const y = pattern(m, ...ofY);
    for (const [alternative, expected] of [
      ['greater', greater],
      ['less', less],
      ['two-sided', twoSided],
    ] as const) {
      const result = mannWhitney(x, y, alternative);
      expect(result.u).toBe(u);
      expect(result.p / expected).toBeCloseTo(1, 11);
    }
  });

  it('counts every way of dividing few values in two', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer(), { minLength: 2, maxLength: 10 }),
        fc.integer({ min: 1, max: 9 }),
        (values, size) => {
          const n = Math.min(size, values.length - 1);
          const uOf = (isFirst: (i: number) => boolean): number => {
            let u = 0;
            values.forEach((a, i) => values.forEach((b, j) => (u += isFirst(i) && !isFirst(j) && a > b ? 1 : 0)));
            return u;
          };
          const observed = uOf((i) => i < n);
          let [all, high] = [0, 0];
          for (let chosen = 0; chosen < 1 << values.length; chosen++) {
            const isFirst = (i: number): boolean => ((chosen >> i) & 1) === 1;
            if (values.filter((_, i) => isFirst(i)).length !== n) continue;
            all++;
            if (uOf(isFirst) >= observed) high++;
          }
          const result = mannWhitney(values.slice(0, n), values.slice(n), 'greater');
          expect(result.u).toBe(observed);
          expect(result.p).toBeCloseTo(high / all, 12);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('has nothing to say of an empty sample, and refuses what is missing', () => {
    expect(mannWhitney([], [1, 2], 'greater')).toEqual({ u: 0, p: 1 });
    expect(mannWhitney([1], [], 'two-sided')).toEqual({ u: 0, p: 1 });
    expect(() => mannWhitney([1, NaN], [2], 'less')).toThrow(RangeError);
  });
});
