import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Ranking, compareRankings } from '../../human/index.ts';
import { Pcg64 } from '../../stats/index.ts';
import type { Scores } from '../scores.ts';
import { cellRules } from '../segmentLevel/judgedPairs.ts';
import { comparisonMeasures } from '../segmentLevel/segmentMeasures.ts';
import { permuteComparisons } from './permuteComparisons.ts';
import type { Swap } from './permuteMetrics.ts';

const consistency = cellRules.find(({ id }) => id === 'consistency')!;
const swaps: readonly Swap[] = ['systems', 'inputs', 'systems-and-inputs', 'cells'];

/** People and two metrics see the same quality, each with noise of their own; `second` has more of it. */
function makeTask(random: Pcg64, systems: number, segments: number, noise: readonly [first: number, second: number]) {
  const normal = () => {
    let sum = -6;
    for (let i = 0; i < 12; i++) sum += random.float();
    return sum;
  };
  const names = Array.from({ length: systems }, (_, s) => `s${s}`);
  const keys = Array.from({ length: segments }, (_, g) => String(g + 1));
  const quality = Float64Array.from({ length: systems * segments }, normal);
  const rankings: Ranking[] = keys.map((segment, g) => {
    const seen = names.map((_, s) => quality[s * segments + g]! + 0.5 * normal());
    const ranks = seen.map((value) => 1 + seen.filter((other) => other > value).length);
    return { task: 't', segment, judge: 'j', order: g, systems: names, ranks };
  });
  const metric = (name: string, deviation: number): Scores => ({
    name,
    higherIsBetter: true,
    systems: names,
    segments: keys,
    ofSystems: new Float64Array(systems),
    ofSegments: quality.map((value) => value + deviation * normal()),
  });
  return {
    comparisons: compareRankings('t', rankings),
    metrics: [metric('first', noise[0]), metric('second', noise[1])] as const,
  };
}

describe('the observed difference', () => {
  it.each(cellRules.filter(({ gap }) => gap === undefined))(
    '$id: as the measure has it, whatever is exchanged',
    (rule) => {
      const { comparisons, metrics } = makeTask(new Pcg64(1), 4, 30, [0.5, 1]);
      const measure = comparisonMeasures.find(({ id }) => id === rule.id)!;
      for (const swap of swaps) {
        const { first, second } = permuteComparisons({ rule, comparisons, metrics, swap, permutations: 1 });
        expect(first).toBeCloseTo(measure.of(comparisons, metrics[0]).value, 12);
        expect(second).toBeCloseTo(measure.of(comparisons, metrics[1]).value, 12);
      }
    },
  );

  it('counts only comparisons that both metrics can make', () => {
    const { comparisons, metrics } = makeTask(new Pcg64(2), 3, 10, [0.5, 1]);
    const [x, y] = metrics;
    const holed = { ...y, ofSegments: y.ofSegments.map((score, at) => (at % 10 < 5 ? NaN : score)) };
    const both = { ...x, ofSegments: x.ofSegments.map((score, at) => (at % 10 < 5 ? NaN : score)) };
    const { first } = permuteComparisons({ rule: consistency, comparisons, metrics: [x, holed], swap: 'inputs' });
    expect(first).toBeCloseTo(comparisonMeasures[0]!.of(comparisons, both).value, 12);
  });

  it('of an error metric counts the other way round', () => {
    const { comparisons, metrics } = makeTask(new Pcg64(3), 3, 20, [0.2, 1]);
    const [x, y] = metrics;
    const errors = { ...x, higherIsBetter: false, ofSegments: x.ofSegments.map((score) => -score) };
    const options = { rule: consistency, comparisons, swap: 'cells', permutations: 50 } as const;
    expect(permuteComparisons({ ...options, metrics: [errors, y] })).toEqual(
      permuteComparisons({ ...options, metrics: [x, y] }),
    );
  });
});

describe('p', () => {
  it.each(swaps)('%s: is 1 for a metric and itself on another scale', (swap) => {
    const { comparisons, metrics } = makeTask(new Pcg64(4), 4, 20, [1, 1]);
    const [x] = metrics;
    const scaled = { ...x, ofSegments: x.ofSegments.map((score) => 3 * score + 7) };
    const { p, difference } = permuteComparisons({ rule: consistency, comparisons, metrics: [x, scaled], swap });
    expect(difference).toBe(0);
    expect(p).toEqual({ greater: 1, less: 1, twoSided: 1 });
  });

  it('NaN where nothing was decided', () => {
    const rankings = [{ task: 't', segment: '1', judge: 'j', order: 0, systems: ['s0', 's1'], ranks: [1, 1] }];
    const { metrics } = makeTask(new Pcg64(5), 2, 1, [1, 1]);
    const comparisons = compareRankings('t', rankings);
    const { p } = permuteComparisons({ rule: consistency, comparisons, metrics, swap: 'inputs' });
    expect(p.greater).toBeNaN();
  });

  it.each(swaps)('%s: equals the share of all ways that the coins can fall', (swap) => {
    const [systems, segments] = [3, 3];
    const coins = { systems, inputs: segments, 'systems-and-inputs': systems + segments, cells: systems * segments }[
      swap
    ];
    const coinOf = (mask: number, coin: number) => (mask >> coin) & 1;
    /** Whether a cell changes sides, written down for each kind of exchange. */
    const isMoved = (mask: number, system: number, segment: number): boolean => {
      if (swap === 'systems') return coinOf(mask, system) === 1;
      if (swap === 'inputs') return coinOf(mask, segment) === 1;
      if (swap === 'cells') return coinOf(mask, system * segments + segment) === 1;
      return coinOf(mask, system) !== coinOf(mask, systems + segment);
    };
    for (const seed of [1, 2, 3]) {
      const { comparisons, metrics } = makeTask(new Pcg64(seed), systems, segments, [0.3, 2]);
      // On a common scale, as scores are exchanged.
      const [x, y] = metrics.map(({ ofSegments }) => {
        const mean = ofSegments.reduce((sum, score) => sum + score, 0) / ofSegments.length;
        const squares = ofSegments.reduce((sum, score) => sum + (score - mean) ** 2, 0);
        return ofSegments.map((score) => (score - mean) / Math.sqrt(squares / ofSegments.length));
      }) as [Float64Array, Float64Array];
      const differenceOf = (mask: number): number => {
        const side = (own: Float64Array, other: Float64Array) =>
          comparisonMeasures[0]!.of(comparisons, {
            ...metrics[0],
            ofSegments: own.map((score, at) =>
              isMoved(mask, Math.floor(at / segments), at % segments) ? other[at]! : score,
            ),
          }).value;
        return side(x, y) - side(y, x);
      };
      const all = Array.from({ length: 1 << coins }, (_, mask) => differenceOf(mask));
      const exact = all.filter((difference) => difference >= all[0]! - 1e-12).length / all.length;
      const { p } = permuteComparisons({ rule: consistency, comparisons, metrics, swap, permutations: 4000, seed });
      expect(Math.abs(p.greater - exact)).toBeLessThan(4 * Math.sqrt((exact * (1 - exact)) / 4000) + 0.001);
    }
  });

  it('inputs: equals the share of all arrangements, each segment exchanged or not', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), (seed) => {
        const segments = 6;
        const { comparisons, metrics } = makeTask(new Pcg64(seed), 3, segments, [0.5, 1]);
        const exchanged = (mask: number): number => {
          const moved = (own: Scores, other: Scores): Scores => ({
            ...own,
            ofSegments: own.ofSegments.map((score, at) =>
              (mask >> (at % segments)) & 1 ? other.ofSegments[at]! : score,
            ),
          });
          const [x, y] = metrics;
          const [a, b] = [moved(x, y), moved(y, x)].map((each) => comparisonMeasures[0]!.of(comparisons, each).value);
          return a! - b!;
        };
        const observed = exchanged(0);
        const all = Array.from({ length: 1 << segments }, (_, mask) => exchanged(mask));
        const exact = all.filter((difference) => difference >= observed - 1e-12).length / all.length;
        const { p } = permuteComparisons({
          rule: consistency,
          comparisons,
          metrics,
          swap: 'inputs',
          permutations: 4000,
          seed,
        });
        // Four standard errors of a share of 4000 draws.
        expect(Math.abs(p.greater - exact)).toBeLessThan(4 * Math.sqrt((exact * (1 - exact)) / 4000) + 0.001);
      }),
      { numRuns: 15 },
    );
  });

  // Both metrics are equally good, on texts, systems and outputs drawn again each time, so the null hypothesis holds for every exchange.
  const calibration = it.runIf(process.env['ASSAY_TEST_MODE'] === 'systems');
  calibration.each(swaps)('%s: errs in at most 5 % and 10 % of the cases where there is nothing to find', (swap) => {
    const runs = 400;
    const random = new Pcg64(6);
    const small = [0, 0];
    for (let run = 0; run < runs; run++) {
      const { comparisons, metrics } = makeTask(random, 6, 40, [1, 1]);
      const { p } = permuteComparisons({ rule: consistency, comparisons, metrics, swap, permutations: 199, seed: run });
      [0.05, 0.1].forEach((level, l) => (small[l]! += p.twoSided <= level ? 1 : 0));
    }
    [0.05, 0.1].forEach((level, l) => {
      expect(small[l]! / runs).toBeLessThanOrEqual(level + 3 * Math.sqrt((level * (1 - level)) / runs));
      // One coin for each of six systems leaves few arrangements: it may be shy, but not blind.
      expect(small[l]! / runs).toBeGreaterThan(swap === 'systems' ? 0 : level / 4);
    });
  });

  it.each(swaps.filter((swap) => swap !== 'systems'))('%s: finds a metric that is much better', (swap) => {
    const { comparisons, metrics } = makeTask(new Pcg64(7), 6, 60, [0.2, 3]);
    const { p } = permuteComparisons({ rule: consistency, comparisons, metrics, swap });
    expect(p.greater).toBeLessThan(0.02);
    expect(p.less).toBeGreaterThan(0.9);
  });
});

it('refuses a number of permutations that is none', () => {
  const { comparisons, metrics } = makeTask(new Pcg64(8), 2, 2, [1, 1]);
  const options = { rule: consistency, comparisons, metrics, swap: 'inputs', permutations: 0.5 } as const;
  expect(() => permuteComparisons(options)).toThrow(/integer of at least 1/);
});
