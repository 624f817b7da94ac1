/** How often the tests between metrics find something where there is nothing, and where there is. */
import { describe, expect, it } from 'vitest';
import { Pcg64 } from '../../stats/index.ts';
import { expectHonest, rejections, repeat } from '../../stats/testing/chance.ts';
import type { Agreement } from './agreement.ts';
import { bootstrapAgreement } from './bootstrapAgreement.ts';
import { type Swap, permuteMetrics, permutePairs } from './permuteMetrics.ts';
import { simulateTable } from './testing/simulated.ts';
import { williamsOfMetrics } from '../testMetrics.ts';

const agreements: Readonly<Record<string, Agreement>> = {
  'systems, Pearson': { level: 'system', correlation: 'pearson' },
  'systems, Spearman': { level: 'system', correlation: 'spearman' },
  'systems, Kendall': { level: 'system', correlation: 'kendall' },
  'all cells, Pearson': { level: 'segment', averaging: 'none', correlation: 'pearson' },
  'by system, Pearson': { level: 'segment', averaging: 'system', correlation: 'pearson' },
  'by item, Kendall': { level: 'segment', averaging: 'item', correlation: 'kendall' },
};

/**
 * What may differ between equally good metrics, by what the test takes for exchangeable: a liking for single systems if systems are, for
 * single texts if inputs are, and nothing but noise in every cell else. First a table with few things to exchange, then one with more.
 */
const nulls = {
  systems: [{ systems: 7, segments: 5, bias: 1 }, { systems: 30, segments: 4, bias: 1 }],
  inputs: [{ systems: 5, segments: 7, drift: 1 }, { systems: 8, segments: 30, drift: 1 }],
  'systems-and-inputs': [{ systems: 7, segments: 7 }, { systems: 12, segments: 12 }],
  cells: [{ systems: 5, segments: 5 }, { systems: 8, segments: 12 }],
} as const; // prettier-ignore
const swaps = Object.keys(nulls) as (keyof typeof nulls)[];

describe.each(swaps)('permutation of %s', (swap) => {
  const [few, many] = nulls[swap];
  const test = (
    times: number,
    agreement: Agreement,
    size: typeof few | typeof many,
    noise: readonly [number, number],
  ) => {
    const random = new Pcg64(times);
    const pValues = Array.from({ length: times }, (_, seed) => {
      const table = simulateTable({ ...size, noise }, random);
      const scale = size === few ? 'common' : 'own';
      return permuteMetrics({ agreement, table, swap, scale, permutations: 99, seed }).p;
    });
    const of = (side: 'greater' | 'less' | 'twoSided') => Float64Array.from(pValues, (p) => p[side]);
    return { greater: of('greater'), less: of('less'), twoSided: of('twoSided') };
  };

  it.each([
    ['systems, Pearson', 800],
    ['all cells, Pearson', 800],
    ['by system, Pearson', 800],
  ])('%s: equally good metrics, on a common scale and on their own', (name, times) => {
    for (const size of [few, many]) {
      const { greater, less, twoSided } = test(times, agreements[name]!, size, [1, 1]);
      for (const pValues of [greater, less, twoSided]) expectHonest(pValues, { atLeast: 0.4 });
    }
  });

  // Few systems have few orders, so that differences often tie and the test finds less than it might.
  it.each([
    ['systems, Kendall', 300],
    ['by item, Kendall', 300],
  ])('%s: equally good metrics', (name, times) => {
    const { greater, less, twoSided } = test(times, agreements[name]!, many, [1, 1]);
    for (const pValues of [greater, less, twoSided]) expectHonest(pValues, { atLeast: 0.2 });
  });

  it('finds a better metric, on the right side', () => {
    const { greater, less, twoSided } = test(100, agreements['all cells, Pearson']!, many, [0.3, 4]);
    expect(rejections(greater, 0.05)).toBeGreaterThan(0.9);
    expect(rejections(twoSided, 0.05)).toBeGreaterThan(0.9);
    expect(rejections(less, 0.05)).toBe(0);
  });
});

/** What help, notes and guide say of tests that take the scores of a system or a segment to be independent. */
describe.each(['systems-and-inputs', 'cells'] as const)('permutation of %s finds too much', (swap) => {
  const found = (agreement: Agreement, effects: { bias?: number; drift?: number }, by: Swap): number => {
    let seed = 0;
    const p = (random: Pcg64): number => {
      const table = simulateTable({ systems: 12, segments: 60, noise: [1, 1], ...effects }, random);
      return permuteMetrics({ agreement, table, swap: by, permutations: 99, seed: seed++ }).p.greater;
    };
    return rejections(repeat(1000, p, new Pcg64(1)), 0.05);
  };

  it.each(['all cells, Pearson', 'by system, Pearson'])('%s: in 17–21 of 100 where segments have effects', (name) => {
    const share = found(agreements[name]!, { drift: 1 }, swap);
    expect(share).toBeGreaterThan(0.165);
    expect(share).toBeLessThan(0.215);
    expect(found(agreements[name]!, { drift: 1 }, 'inputs')).toBeLessThan(0.07);
  });

  it.each(['systems, Pearson', 'systems, Spearman'])('%s: in 32–38 of 100 where systems have effects', (name) => {
    const share = found(agreements[name]!, { bias: 1 }, swap);
    expect(share).toBeGreaterThan(0.315);
    expect(share).toBeLessThan(0.385);
    expect(found(agreements[name]!, { bias: 1 }, 'systems')).toBeLessThan(0.07);
  });
});

describe('scores of whole systems', () => {
  const systems = (count: number, noise: readonly [number, number], random: Pcg64) =>
    simulateTable({ systems: count, segments: 1, noise }, random);

  it.each(Object.entries(agreements).slice(0, 3))('permutation, %s: equally good metrics', (_, agreement) => {
    let seed = 0;
    const p = (random: Pcg64): number =>
      permuteMetrics({ agreement, table: systems(12, [1, 1], random), swap: 'systems', permutations: 99, seed: seed++ })
        .p.greater;
    expectHonest(repeat(1000, p, new Pcg64(3)), { atLeast: 0.3 });
  });

  it('Williams: equally good metrics, and a better one', () => {
    const p = (noise: readonly [number, number]) => (random: Pcg64) => williamsOfMetrics(systems(12, noise, random)).p;
    expectHonest(repeat(4000, p([1, 1]), new Pcg64(4)), { atLeast: 0.6 });
    expect(rejections(repeat(200, p([0.3, 4]), new Pcg64(5)), 0.05)).toBeGreaterThan(0.9);
  });
});

/** Percentiles of draws are only right for many of what is drawn. */
describe.each([
  ['systems', { systems: 60, segments: 3, bias: 0.5 }],
  ['inputs', { systems: 5, segments: 100, drift: 1 }],
  ['both', { systems: 40, segments: 12, bias: 0.5 }],
] as const)('draws of %s', (draw, size) => {
  const test = (agreement: Agreement, noise: readonly [number, number]) => {
    let seed = 0;
    return (random: Pcg64): number =>
      bootstrapAgreement({
        agreement,
        table: simulateTable({ ...size, noise }, random),
        draw,
        samples: 199,
        seed: seed++,
      }).difference!.p;
  };

  it.each([
    ['systems, Pearson', 200],
    ['all cells, Pearson', 200],
    ['by item, Kendall', 100],
  ] as const)('%s: equally good metrics', (name, times) => {
    expectHonest(repeat(times, test(agreements[name]!, [1, 1]), new Pcg64(6)));
  });

  it('finds a better metric', () => {
    const pValues = repeat(40, test(agreements['all cells, Pearson']!, [0.3, 2]), new Pcg64(7));
    expect(rejections(pValues, 0.05)).toBeGreaterThan(0.9);
  });
});

describe.each(['groups', 'pooled'] as const)('permutation of pairs, %s', (mean) => {
  /** In each group some pairs that only one metric got right; it is the first with the given chance. */
  const test = (chanceOfFirst: number, sides: 'greater' | 'less' | 'twoSided') => {
    let seed = 0;
    return (random: Pcg64): number => {
      const groups = 15;
      const tallies = {
        onlyFirst: new Uint32Array(groups),
        onlySecond: new Uint32Array(groups),
        pairs: Uint32Array.from({ length: groups }, () => 10 + random.below(30)),
      };
      tallies.pairs.forEach((pairs, group) => {
        for (let pair = 0; pair < pairs; pair++) {
          if (random.float() < 0.5) continue;
          (random.float() < chanceOfFirst ? tallies.onlyFirst : tallies.onlySecond)[group]! += 1;
        }
      });
      return permutePairs({ tallies, mean, permutations: 199, seed: seed++ }).p[sides];
    };
  };

  it.each(['greater', 'less', 'twoSided'] as const)('%s: equally good metrics', (sides) => {
    expectHonest(repeat(2000, test(0.5, sides), new Pcg64(8)), { atLeast: 0.6 });
  });

  it('finds a better metric, on the right side', () => {
    expect(rejections(repeat(100, test(0.7, 'greater'), new Pcg64(9)), 0.05)).toBeGreaterThan(0.9);
    expect(rejections(repeat(100, test(0.7, 'less'), new Pcg64(9)), 0.05)).toBe(0);
  });
});
