import { describe, expect, it } from 'vitest';
import { Pcg64, pearson } from '../../stats/index.ts';
import type { Agreement } from './agreement.ts';
import { type Swap, permuteMetrics } from './permuteMetrics.ts';
import { plainAgreement } from './testing/plainAgreement.ts';
import { simulateTable } from './testing/simulated.ts';
import { comparableTable } from './scoreTable.ts';

const swaps: readonly Swap[] = ['systems', 'inputs', 'systems-and-inputs', 'cells'];
const byItem: Agreement = { level: 'segment', averaging: 'item', correlation: 'kendall' };
const bySystem: Agreement = { level: 'segment', averaging: 'system', correlation: 'pearson' };
const overall: Agreement = { level: 'segment', averaging: 'none', correlation: 'pearson' };
const ofSystems: Agreement = { level: 'system', correlation: 'pearson' };

// The data of nlpstats' own tests (numpy.random.seed(1234), random((9, 5)) three times), to three digits.
const table = {
  systems: 9,
  segments: 5,
  metrics: [
    Float64Array.of(0.192, 0.622, 0.438, 0.785, 0.78, 0.273, 0.276, 0.802, 0.958, 0.876, 0.358, 0.501, 0.683, 0.713, 0.37, 0.561, 0.503, 0.014, 0.773, 0.883, 0.365, 0.615, 0.075, 0.369, 0.933, 0.651, 0.397, 0.789, 0.317, 0.568, 0.869, 0.436, 0.802, 0.144, 0.704, 0.705, 0.219, 0.925, 0.442, 0.909, 0.06, 0.184, 0.047, 0.675, 0.595),
    Float64Array.of(0.533, 0.043, 0.561, 0.33, 0.503, 0.112, 0.607, 0.566, 0.007, 0.617, 0.912, 0.791, 0.992, 0.959, 0.792, 0.285, 0.625, 0.478, 0.196, 0.382, 0.054, 0.452, 0.982, 0.124, 0.119, 0.739, 0.587, 0.472, 0.107, 0.229, 0.9, 0.417, 0.536, 0.006, 0.301, 0.437, 0.612, 0.918, 0.626, 0.706, 0.15, 0.746, 0.831, 0.634, 0.438),
  ],
  human: Float64Array.of(0.153, 0.568, 0.528, 0.951, 0.48, 0.503, 0.537, 0.819, 0.057, 0.669, 0.767, 0.708, 0.797, 0.558, 0.966, 0.147, 0.03, 0.594, 0.114, 0.951, 0.326, 0.194, 0.458, 0.92, 0.879, 0.253, 0.348, 0.183, 0.902, 0.707, 0.727, 0.9, 0.779, 0.599, 0.291, 0.151, 0.335, 0.658, 0.073, 0.055, 0.323, 0.59, 0.854, 0.287, 0.173),
}; // prettier-ignore

describe('against other programs', () => {
  /** Correlations by SciPy 1.17.1, p by as many permutations there with NumPy: about 0.015 off on either side. */
  it.each([
    [overall, 'systems-and-inputs', -0.04187167301026584, 0.09973753132172661, 0.722, 0.278, 0.539],
    [{ level: 'system', correlation: 'spearman' }, 'inputs', -0.23333333333333334, 0, 0.718, 0.348, 0.686],
    [byItem, 'systems', -0.08325452719069877, 0.08888888888888889, 0.749, 0.26, 0.526],
    [ofSystems, 'systems', -0.08385081772261388, 0.2323142773179184, 0.543, 0.459, 0.92],
    [{ level: 'system', correlation: 'kendall' }, 'systems-and-inputs', -1 / 6, -1 / 18, 0.652, 0.406, 0.807],
    [{ ...byItem, correlation: 'pearson' }, 'cells', -0.11183002579379964, 0.07311743461944346, 0.794, 0.207, 0.412],
    [{ ...bySystem, correlation: 'kendall' }, 'cells', -1 / 9, 2 / 45, 0.784, 0.257, 0.497],
    [bySystem, 'inputs', -0.10281833125901446, 0.05359090485251381, 0.814, 0.22, 0.439],
    [{ ...overall, correlation: 'kendall' }, 'cells', -0.020222446916076844, 0.05760485828905145, 0.705, 0.295, 0.624],
    [{ level: 'system', correlation: 'spearman' }, 'cells', -0.23333333333333334, 0, 0.728, 0.287, 0.585],
  ] as readonly (readonly [Agreement, Swap, number, number, number, number, number])[])(
    '%j, %s',
    (agreement, swap, first, second, greater, less, twoSided) => {
      const result = permuteMetrics({ agreement, table, swap, permutations: 4000, seed: 1 });
      expect(result.first).toBeCloseTo(first, 12);
      expect(result.second).toBeCloseTo(second, 12);
      expect(result.difference).toBeCloseTo(first - second, 12);
      expect(Math.abs(result.p.greater - greater)).toBeLessThan(0.04);
      expect(Math.abs(result.p.less - less)).toBeLessThan(0.04);
      expect(Math.abs(result.p.twoSided - twoSided)).toBeLessThan(0.04);
    },
  );

  // The regression values of nlpstats, from 9999, 1000 and 1000 permutations.
  it.each([
    [overall, 'systems-and-inputs', 0.536],
    [{ level: 'system', correlation: 'spearman' }, 'inputs', 0.698],
    [byItem, 'systems', 0.519],
  ] as readonly (readonly [Agreement, Swap, number])[])('%j, %s: nlpstats', (agreement, swap, twoSided) => {
    const { p } = permuteMetrics({ agreement, table, swap, permutations: 4000, seed: 2 });
    expect(Math.abs(p.twoSided - twoSided)).toBeLessThan(0.05);
  });
});

describe('against all permutations there are', () => {
  const small = simulateTable({ systems: 3, segments: 3, noise: [0.5, 2] }, new Pcg64(3));
  /** How many coins there are, and whether a cell is swapped given their bits. */
  const patterns: Readonly<Record<Swap, readonly [number, (bits: number, system: number, segment: number) => number]>> =
    {
      systems: [3, (bits, system) => (bits >> system) & 1],
      inputs: [3, (bits, _, segment) => (bits >> segment) & 1],
      'systems-and-inputs': [6, (bits, system, segment) => ((bits >> system) ^ (bits >> (3 + segment))) & 1],
      cells: [9, (bits, system, segment) => (bits >> (3 * system + segment)) & 1],
    };
  it.each(swaps.flatMap((swap) => [overall, ofSystems, byItem].map((agreement) => [swap, agreement] as const)))(
    '%s, %j',
    (swap, agreement) => {
      const [coins, isSwapped] = patterns[swap];
      const comparable = comparableTable(small);
      const differences = Array.from({ length: 1 << coins }, (_, bits) => {
        const swapped = Uint8Array.from({ length: 9 }, (_, at) => isSwapped(bits, Math.floor(at / 3), at % 3));
        const [first, second] = plainAgreement(agreement, comparable, { swapped });
        return first! - second!;
      });
      const share = (holds: (difference: number) => boolean): number =>
        differences.filter(holds).length / differences.length;
      const observed = differences[0]!;
      const { p } = permuteMetrics({ agreement, table: small, swap, permutations: 4000, seed: 4 });
      expect(Math.abs(p.greater - share((d) => d >= observed - 1e-9))).toBeLessThan(0.03);
      expect(Math.abs(p.less - share((d) => d <= observed + 1e-9))).toBeLessThan(0.03);
      expect(Math.abs(p.twoSided - share((d) => Math.abs(d) >= Math.abs(observed) - 1e-9))).toBeLessThan(0.03);
    },
  );
});

describe.each(swaps)('%s', (swap) => {
  const scores = table.metrics[0]!;
  it.each([
    ['the same metric twice', scores],
    ['the same on another scale', scores.map((score) => 7.7 * score - 10)],
  ])('%s: p is 1', (_, other) => {
    for (const agreement of [ofSystems, byItem, bySystem, overall]) {
      const same = { ...table, metrics: [scores, other] };
      const { difference, p } = permuteMetrics({ agreement, table: same, swap, permutations: 50 });
      expect(difference).toBe(0);
      expect(p).toEqual({ greater: 1, less: 1, twoSided: 1 });
    }
  });

  it('is the same with the same seed, and reversed with metrics exchanged', () => {
    const options = { agreement: overall, table, swap, permutations: 200, seed: 5 };
    const result = permuteMetrics(options);
    expect(permuteMetrics(options)).toEqual(result);
    const turned = permuteMetrics({ ...options, table: { ...table, metrics: table.metrics.toReversed() } });
    expect(turned.difference).toBe(-result.difference);
    expect(turned.p).toEqual({ ...result.p, greater: result.p.less, less: result.p.greater });
  });
});

describe('edges', () => {
  const column = (human: number[], first: number[], second: number[]) => ({
    systems: human.length,
    segments: 1,
    human: Float64Array.from(human),
    metrics: [Float64Array.from(first), Float64Array.from(second)],
  });
  const run = (table: ReturnType<typeof column>) =>
    permuteMetrics({ agreement: ofSystems, table, swap: 'systems', permutations: 99 });

  it.each([
    ['no systems', column([], [], [])],
    ['one system', column([1], [2], [3])],
    ['people who do not tell systems apart', column([1, 1, 1], [1, 2, 3], [3, 1, 2])],
    ['a metric that does not', column([1, 2, 3], [4, 4, 4], [3, 1, 2])],
    ['nothing in common', column([1, NaN, 3], [NaN, 2, NaN], [1, 2, 3])],
  ])('%s: no p', (_, table) => {
    const { difference, p } = run(table);
    expect(difference).toBe(NaN);
    expect(p).toEqual({ greater: NaN, less: NaN, twoSided: NaN });
  });

  it.each([
    ['systems', { systems: 0, segments: 3 }],
    ['segments', { systems: 3, segments: 0 }],
  ])('a table without %s: no p', (_, size) => {
    const empty = { ...size, human: new Float64Array(), metrics: [new Float64Array(), new Float64Array()] };
    for (const agreement of [ofSystems, byItem, bySystem, overall]) {
      const { p } = permuteMetrics({ agreement, table: empty, swap: 'cells', permutations: 9 });
      expect(p).toEqual({ greater: NaN, less: NaN, twoSided: NaN });
    }
  });

  it('takes scores of whole systems, and leaves out those with one missing', () => {
    const table = column([1, 2, 3, 4, NaN], [1, 2, NaN, 4, 9], [4, 1, 5, 2, 0]);
    expect(run(table).first).toBe(pearson([1, 2, 4], [1, 2, 4]));
    expect(run(table).second).toBeCloseTo(pearson([1, 2, 4], [4, 1, 2]), 14);
  });

  it('refuses one metric, and no permutations', () => {
    const { metrics } = table;
    expect(() =>
      permuteMetrics({ agreement: overall, table: { ...table, metrics: [metrics[0]!] }, swap: 'cells' }),
    ).toThrow(/Two metrics/);
    expect(() => permuteMetrics({ agreement: overall, table, swap: 'cells', permutations: 0 })).toThrow(/permutations/);
  });
});
