import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Metric, findMetric, teach } from '../../core/index.ts';
import { metrics } from '../../metrics/index.ts';
import { ListSpace } from './listSpace.ts';
import { measureCandidates } from '../tuningSet.ts';
import type { Objective } from './searchSpace.ts';
import { type Candidate, poolOf } from '../testing/syntheticPool.ts';
import { LineSearch } from './lineSearch.ts';

const named = (name: string): Metric => {
  const { definition, options } = findMetric(name, metrics);
  return definition(options);
};

interface Made {
  readonly text: string;
  readonly features: readonly number[];
}

/** Few words and small integer features: ties, repeated lines and lines through one point are common, and changes are at exact points. */
const text = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 7 })
  .map((words) => words.join(' '));
const small = fc.integer({ min: -3, max: 3 });
const candidate: fc.Arbitrary<Made> = fc.record({ text, features: fc.tuple(small, small, small) });
const segment = fc.record({
  list: fc.array(candidate, { maxLength: 6 }),
  references: fc.array(text, { minLength: 1, maxLength: 2 }),
});
const vector = fc.tuple(small, small, small);

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0);

/** Between any two points where lines of one list meet: the score of the first candidates that are highest there. */
function everyInterval(
  lists: readonly (readonly Made[])[],
  rows: Float64Array,
  width: number,
  metric: Objective,
  w: readonly number[],
  d: readonly number[],
) {
  const places = new Set<number>();
  for (const list of lists) {
    for (const one of list) {
      for (const other of list) {
        const steeper = dot(other.features, d) - dot(one.features, d);
        if (steeper !== 0) places.add((dot(one.features, w) - dot(other.features, w)) / steeper);
      }
    }
  }
  const sorted = [...places].sort((a, b) => a - b);
  const bounds = [-Infinity, ...sorted, Infinity];
  return bounds.slice(1).map((end, i) => {
    const start = bounds[i]!;
    const gamma =
      start === -Infinity ? (end === Infinity ? 0 : end - 1) : end === Infinity ? start + 1 : (start + end) / 2;
    return { start, end, score: scoreAt(lists, rows, width, metric, w.map((x, f) => x + gamma * d[f]!)) }; // prettier-ignore
  });
}

function scoreAt(
  lists: readonly (readonly Made[])[],
  rows: Float64Array,
  width: number,
  metric: Objective,
  w: readonly number[],
): number {
  const sums = new Float64Array(width);
  let first = 0;
  for (const list of lists) {
    const heights = list.map(({ features }) => dot(features, w));
    // Middles of intervals are not exact, so equal lines may differ in the last digit.
    const best = heights.findIndex((height) => height > Math.max(...heights) - 1e-9);
    if (best >= 0) for (let k = 0; k < width; k++) sums[k]! += rows[(first + best) * width + k]!;
    first += list.length;
  }
  return metric.score(sums);
}

describe.each(['bleu', 'bleu-sbp', 'ter', '4grr', 'nist', 'amber', 'PABC4', 'chrf'])('to %s', (name) => {
  it('finds what trying every interval finds', () => {
    const property = fc.property(
      fc.array(segment, { minLength: 1, maxLength: 4 }),
      vector,
      vector,
      (segments, w, d) => {
        const references = segments.map((each) => each.references);
        const metric = teach(named(name), references);
        const lists = segments.map((each) => each.list);
        const { candidates } = poolOf(
          lists.map((list) => list.map((each): Candidate => ({ ...each, row: [] }))),
          0,
        );
        const width = metric.statistics.length;
        const pool = measureCandidates(metric, { candidates, references });
        const { rows } = pool;
        const search = new LineSearch(new ListSpace(pool), metric);
        const move = search.search(Float64Array.from(w), Float64Array.from(d));
        const sign = metric.higherIsBetter ? 1 : -1;
        const intervals = everyInterval(lists, rows, width, metric, w, d);
        const values = intervals.map(({ score }) => (Number.isNaN(score) ? -Infinity : sign * score));
        const best = Math.max(...values);
        if (!move) {
          for (const value of values) expect(value === best || best - value < 1e-6).toBe(true);
          return;
        }
        expect(move.value).toBeCloseTo(best, 6);
        const here = intervals.findIndex(({ start, end }) => start < 0 && 0 < end);
        if (here >= 0) expect(move.stay).toBeCloseTo(values[here]!, 6);
        if (here >= 0 && best - values[here]! < 1e-10) expect(move.gamma).toBe(0);
        const there = w.map((x, f) => x + move.gamma * d[f]!);
        expect(sign * scoreAt(lists, rows, width, metric, there)).toBeCloseTo(best, 6);
        if (here >= 0) expect(search.value(Float64Array.from(w))).toBeCloseTo(values[here]!, 6);
      },
    );
    fc.assert(property, { numRuns: 120 });
  });
});

/** The sum of the first numbers, by how much it is made of the second. */
const mean: Objective = { higherIsBetter: true, score: (sums) => sums[0]! / sums[1]! };

/** One segment: candidate k is best from γ = starts[k] and has the value values[k]. */
function stairs(starts: readonly number[], values: readonly number[]): ListSpace {
  let intercept = 0;
  const list = values.map((value, k): Candidate => {
    if (k > 0) intercept -= starts[k - 1]!;
    return { features: [intercept, k, 0], row: [value, 1] };
  });
  return new ListSpace(poolOf([list]));
}

const [w, d] = [Float64Array.of(1, 0, 0), Float64Array.of(0, 1, 0)];

describe('the point in an interval', () => {
  it.each([
    ['is its middle', [1, 3, 7], [0, 1, 9, 2], 5],
    ['is the current point, if no other is better', [-1, 2, 4, 9], [0, 5, 1, 5, 2], 0],
    ['is in the widest of equal intervals', [1, 2, 4, 9], [0, 5, 1, 5, 2], 6.5],
    ['is in the first of equal intervals of the same width', [1, 2, 4, 5], [0, 5, 1, 5, 2], 1.5],
    // The middle half of the points spreads from 3 to 7; a tenth of that beyond the last.
    ['is a little beyond the last change, if there is no end', [1, 3, 5, 7, 9], [0, 1, 2, 3, 4, 5], 9.4],
    ['is a little before the first change', [1, 3, 5, 7, 9], [5, 4, 3, 2, 1, 0], 0],
    ['is a tenth beyond the only change', [10], [0, 1], 11],
    ['spans changes without effect', [1, 2, 6, 7], [0, 4, 4, 0, 0], 3.5],
    ['is not in an interval too narrow to aim at', [1, 3, 5, 5 + 1e-6, 7, 9], [0, 1, 2, 9, 3, 2, 1], 6.0000005],
    ['works with negative values', [1, 3, 7], [-4, -3, -1, -2], 5],
  ])('%s', (_, starts, values, gamma) => {
    expect(new LineSearch(stairs(starts, values), mean).search(w, d)!.gamma).toBeCloseTo(gamma, 12);
  });

  it('is the lowest if lower is better', () => {
    const search = new LineSearch(stairs([1, 3, 7], [5, 4, 1, 2]), { ...mean, higherIsBetter: false });
    expect(search.search(w, d)).toMatchObject({ gamma: 5, value: -1, stay: -5, intervals: 4 });
  });

  it('is on the better side of a change at 0', () => {
    const search = new LineSearch(stairs([0], [1, 2]), mean);
    expect(search.search(w, d)).toMatchObject({ gamma: 0.1, value: 2, stay: 1 });
    expect(search.value(w)).toBe(1);
  });

  it('scales with direction and weights', () => {
    const at = (scale: number) =>
      new LineSearch(stairs([1, 3, 5, 7, 9], [0, 1, 2, 3, 4, 5]), mean).search(w.map((x) => x * 16), d.map((x) => x * scale))!.gamma; // prettier-ignore
    expect(at(4)).toBeCloseTo((16 * 9.4) / 4, 10);
  });

  it('keeps within limits', () => {
    const search = new LineSearch(stairs([1, 3, 5, 7, 9], [0, 1, 2, 3, 4, 5]), mean);
    expect(search.search(w, d, { low: -1, high: 6 })).toMatchObject({ gamma: 5.5, value: 3 });
    expect(search.search(w, d, { low: -1, high: 0.5 })).toMatchObject({ gamma: 0, value: 0 });
    expect(search.search(w, d, { low: 0, high: 9.2 })!.gamma).toBeCloseTo(9.1, 12);
  });

  it('costs a penalty', () => {
    const search = new LineSearch(stairs([1, 3, 5, 7, 9], [0, 3, 4, 5, 6, 7]), mean);
    expect(search.search(w, d, undefined, (gamma) => gamma)).toMatchObject({ gamma: 2, value: 1 });
    expect(search.search(w, d, undefined, (gamma) => 9 * gamma)).toMatchObject({ gamma: 0, value: 0, stay: 0 });
  });
});

describe('smoothing', () => {
  const values = [0, 1, 9, 1, 5, 6, 5, 0];
  const starts = [1, 3, 5, 7, 9, 11, 13];
  it.each([
    ['none', 1, 4, 9, 0],
    // (5 + 6 + 5) / 3 is more than (1 + 9 + 1) / 3.
    ['average', 1, 10, 16 / 3, 0.5],
    ['min', 1, 10, 5, 0],
    ['average', 0, 4, 9, 0],
    ['min', 2, 6, 1, 0],
  ] as const)('%s of %d neighbours', (kind, window, gamma, value, stay) => {
    const move = new LineSearch(stairs(starts, values), mean, { kind, window }).search(w, d)!;
    expect(move).toMatchObject({ gamma, stay });
    expect(move.value).toBeCloseTo(value, 12);
  });
});

describe('a direction', () => {
  it.each([
    ['in which nothing differs', stairs([1, 2], [0, 1, 2]), Float64Array.of(0, 0, 1)],
    ['of no length', stairs([1, 2], [0, 1, 2]), Float64Array.of(0, 0, 0)],
    ['with a single candidate', stairs([], [1]), d],
    ['without any', new ListSpace(poolOf([[], []])), d],
  ])('%s is left out', (_, space, direction) => {
    expect(new LineSearch(space, mean).search(w, direction)).toBeUndefined();
  });

  it('without a change of score does not move, but has a scale', () => {
    const move = new LineSearch(stairs([1, 2], [3, 3, 3]), mean).search(w, d);
    expect(move).toMatchObject({ gamma: 0, value: 3, stay: 3, intervals: 1, spread: 1 });
  });

  it('without a score is worse than any', () => {
    // 0 / 0 in the middle.
    const { candidates } = poolOf([[0, 1, 2].map((k) => ({ features: [-k * k, 2 * k, 0], row: [] }))], 0);
    const rows = Float64Array.of(-3, 1, 0, 0, -5, 1);
    const move = new LineSearch(new ListSpace({ candidates, rows, width: 2 }), mean).search(w, d, { low: -9, high: 9 });
    expect(move).toMatchObject({ gamma: 0, value: -3 });
  });
});

describe('fractions', () => {
  it('of many segments do not drift: equal scores stay equal', () => {
    // All segments go from one row to another and back, so the first and the last interval have the same value.
    const lists = Array.from({ length: 700 }, (_, s): Candidate[] => [
      { features: [0, -1, 0], row: [0.4 + s / 7, 1] },
      { features: [1 + s / 1000, 0, 0], row: [0.3 + s / 11, 1] },
      { features: [0, 1, 0], row: [0.4 + s / 7, 1] },
    ]);
    const pool = poolOf(lists);
    const lower: Objective = { ...mean, higherIsBetter: false };
    const ends = [mean, lower].map((each) => new LineSearch(new ListSpace(pool), each).search(w, d)!);
    const first = lists.reduce((sum, [each]) => sum + each!.row[0]!, 0) / 700;
    expect(ends[0]!.value).toBeCloseTo(first, 10);
    expect(ends[0]!.gamma).toBeLessThan(0); // the first of two equal ends
    expect(ends[1]!.gamma).toBe(0);
  });
});
