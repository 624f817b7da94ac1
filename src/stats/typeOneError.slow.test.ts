/** How often the tests find something where there is nothing, and where there is. */
import { describe, expect, it } from 'vitest';
import { rowMeasurement } from '../core/index.ts';
import { pearson, williams } from './correlation.ts';
import { mannWhitney } from './mannWhitney.ts';
import { Pcg64 } from './random.ts';
import { signTest } from './signTest.ts';
import { expectHonest, normal, normals, rejections, repeat } from './testing/chance.ts';

describe('mannWhitney', () => {
  const sizes = [
    ['exact', 7, 9],
    ['normal', 20, 30],
  ] as const;
  const alternatives = ['greater', 'less', 'two-sided'] as const;
  describe.each(sizes)('%s', (_, n, m) => {
    it.each(alternatives)('%s: two samples of one distribution', (alternative) => {
      const p = (random: Pcg64): number => mannWhitney(normals(n, random), normals(m, random), alternative).p;
      expectHonest(repeat(4000, p, new Pcg64(1)), { atLeast: 0.7 });
    });

    it.each(alternatives)('%s: many ties', (alternative) => {
      const sample = (size: number, random: Pcg64) => normals(size, random).map(Math.round);
      const p = (random: Pcg64): number => mannWhitney(sample(n, random), sample(m, random), alternative).p;
      expectHonest(repeat(4000, p, new Pcg64(2)), { atLeast: 0.5 });
    });

    it('finds a shift, on the right side', () => {
      const moved = (size: number, random: Pcg64) => normals(size, random).map((value) => value + 2);
      const p = (alternative: 'greater' | 'less') => (random: Pcg64) =>
        mannWhitney(moved(n, random), normals(m, random), alternative).p;
      expect(rejections(repeat(200, p('greater'), new Pcg64(3)), 0.05)).toBeGreaterThan(0.9);
      expect(rejections(repeat(200, p('less'), new Pcg64(3)), 0.05)).toBe(0);
    });
  });
});

describe('williams', () => {
  /** Human scores and two metrics that follow them, each with noise of its own and some in common. */
  const p = (systems: number, noiseOfFirst: number, noiseOfSecond: number) => (random: Pcg64) => {
    const human = normals(systems, random);
    const shared = normals(systems, random);
    const metric = (noise: number) => human.map((value, i) => value + 0.5 * shared[i]! + noise * normal(random));
    const [first, second] = [metric(noiseOfFirst), metric(noiseOfSecond)];
    return williams(pearson(human, first), pearson(human, second), pearson(first, second), systems).p;
  };

  it.each([[8], [20], [60]])('two equally good metrics on %i systems', (systems) => {
    expectHonest(repeat(4000, p(systems, 0.7, 0.7), new Pcg64(4)), { atLeast: 0.6 });
  });

  it('finds a better metric, on the right side', () => {
    expect(rejections(repeat(300, p(20, 0.3, 2), new Pcg64(5)), 0.05)).toBeGreaterThan(0.9);
    expect(rejections(repeat(300, p(20, 2, 0.3), new Pcg64(5)), 0.05)).toBe(0);
  });
});

describe('signTest', () => {
  /** A mean of segment scores of two systems, the second better by `shift`; some segments tie. */
  const p = (shift: number) => (random: Pcg64) => {
    const segments = 60;
    const first = normals(segments, random);
    const second = first.map((value) => (random.float() < 0.2 ? value : normal(random) + shift));
    const rows = Float64Array.from([...first, ...second].flatMap((value) => [value, 1]));
    const shape = { name: 'mean', systems: 2, segments, higherIsBetter: true, width: 2 };
    return signTest(
      rowMeasurement(shape, rows, (sums) => sums[0]! / sums[1]!),
      1,
      0,
    ).p;
  };

  it('two equally good systems', () => {
    expectHonest(repeat(4000, p(0), new Pcg64(6)), { atLeast: 0.4 });
  });

  it('finds a better system', () => {
    expect(rejections(repeat(200, p(1), new Pcg64(7)), 0.05)).toBeGreaterThan(0.9);
  });
});
