import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { averageRanks } from './ranks.ts';
import { wilcoxon } from './wilcoxon.ts';

// Differences of cross- and self-fertilised plants: Wilcoxon's own example, also in SciPy's documentation.
const plants = [6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75];
const withZeros = [0, 0, 0, 0, ...Array.from({ length: 80 }, (_, i) => ((i * 53) % 97) - 45)];
const many = Array.from({ length: 60 }, (_, i) => ((i * 37) % 101) - 40);

describe('wilcoxon', () => {
  // SciPy 1.17: wilcoxon(d, alternative), two-sided, greater and less; above 50 differences by the normal distribution
  it.each([
    ['plants', plants, 24, 0.041259765625, 0.0206298828125, 0.982330322265625],
    ['many with ties', many, 583, 0.02263320893600752, 0.01131660446800376, 0.9886833955319962],
    ['zeros', withZeros, 1467.5, 0.5824434392180619, 0.2912217196090309, 0.708778280390969],
  ] as const)('%s: as SciPy', (_, differences, smaller, p, greater, less) => {
    const found = wilcoxon(differences);
    expect(Math.min(found.positive, found.negative)).toBe(smaller);
    expect(found.p).toBeCloseTo(p, 12);
    expect(wilcoxon(differences, 'greater').p).toBeCloseTo(greater, 12);
    expect(wilcoxon(differences, 'less').p).toBeCloseTo(less, 12);
  });

  // SciPy 1.17.1: wilcoxon(d, alternative), two-sided and greater
  it.each([
    ['30 with ties and zeros, approximated', Array.from({ length: 30 }, (_, i) => ((i * 7) % 19) - 8), 0.3298521085185864, 0.1649260542592932],
    ['12 with ties and zeros, all tried', Array.from({ length: 12 }, (_, i) => ((i * 7) % 19) - 8), 0.86474609375, 0.432373046875],
    ['40 without, exact', Array.from({ length: 40 }, (_, i) => (i % 3 === 0 ? -1 : 1) * (i + 1)), 0.1000314528009767, 0.05001572640048835],
  ] as const)('%s: as SciPy decides', (_, differences, p, greater) => {
    expect(wilcoxon(differences, 'two-sided', 'scipy').p).toBeCloseTo(p, 12);
    expect(wilcoxon(differences, 'greater', 'scipy').p).toBeCloseTo(greater, 12);
  }); // prettier-ignore

  it('tries all signs where there are few differences, ties and zeros among them', () => {
    const differences = fc.array(fc.integer({ min: -4, max: 4 }), { maxLength: 10 });
    fc.assert(
      fc.property(differences, (given) => {
        const kept = given.filter((difference) => difference !== 0);
        const ranks = [...averageRanks(kept.map(Math.abs))];
        const total = ranks.reduce((sum, rank) => sum + rank, 0);
        const observed = Math.abs(kept.reduce((sum, difference, i) => sum + Math.sign(difference) * ranks[i]!, 0));
        let asFar = 0;
        for (let signs = 0; signs < 2 ** ranks.length; signs++) {
          const positive = ranks.reduce((sum, rank, i) => sum + ((signs >> i) & 1) * rank, 0);
          if (Math.abs(2 * positive - total) >= observed) asFar++;
        }
        expect(wilcoxon(given).p).toBeCloseTo(asFar / 2 ** ranks.length, 12);
      }),
    );
  });

  it('does not depend on the direction', () => {
    for (const differences of [plants, many, withZeros]) {
      const found = wilcoxon(differences);
      const mirrored = wilcoxon(differences.map((difference) => -difference));
      expect(mirrored).toEqual({ ...found, positive: found.negative, negative: found.positive });
    }
  });

  it('is close to the normal distribution where it stops being exact', () => {
    const fifty = Array.from({ length: 50 }, (_, i) => (i % 3 === 0 ? -(i + 1) : i + 1));
    const fiftyOne = [...fifty, 0.5];
    const [exact, normal] = [wilcoxon(fifty), wilcoxon(fiftyOne)];
    expect(normal.p / exact.p).toBeGreaterThan(0.8);
    expect(normal.p / exact.p).toBeLessThan(1.2);
  });

  it('finds nothing in nothing', () => {
    expect(wilcoxon([]).p).toBe(1);
    expect(wilcoxon([0, 0, 0]).p).toBe(1);
  });
});
