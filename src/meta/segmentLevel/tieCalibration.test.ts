import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import { asErrors, makeScores } from '../testing/makeScores.ts';
import { type Averaging, pairsOfScores } from './judgedPairs.ts';
import { calibrateTies, groupAccuracies } from './tieCalibration.ts';

type Rows = readonly (readonly number[])[];
const named = (rows: Rows) => makeScores(rows.map((row, s) => [`s${s}`, row]));
const calibrate = (human: Rows, metric: Rows, averaging: Averaging = 'item') =>
  calibrateTies(pairsOfScores(named(human), named(metric), averaging));

/** One column for each of the lists. */
const transposed = (rows: Rows): number[][] => rows[0]!.map((_, c) => rows.map((row) => row[c]!));

/** Tries every distance and recounts everything for each. */
function plain(human: Rows, metric: Rows, averaging: Averaging) {
  const cells = human.flatMap((row, s) => row.map((h, g) => ({ s, g, h, m: metric[s]![g]! })));
  const known = cells.filter(({ h, m }) => !Number.isNaN(h) && !Number.isNaN(m));
  const groupOf = ({ s, g }: { s: number; g: number }) => (averaging === 'item' ? g : averaging === 'system' ? s : 0);
  const pairs = known.flatMap((a, i) =>
    known.slice(i + 1).flatMap((b) => (groupOf(a) === groupOf(b) ? [{ group: groupOf(a), h: a.h - b.h, m: a.m - b.m }] : [])),
  ); // prettier-ignore
  const groups = [...new Set(pairs.map(({ group }) => group))];
  const accuracyAt = (epsilon: number) =>
    groups.reduce((sum, group) => {
      const own = pairs.filter((pair) => pair.group === group);
      const right = own.filter(({ h, m }) => (Math.abs(m) <= epsilon ? h === 0 : Math.sign(h) === Math.sign(m)));
      return sum + right.length / own.length;
    }, 0) / groups.length;
  let best = { epsilon: 0, accuracy: accuracyAt(0) };
  for (const epsilon of [...new Set(pairs.map(({ m }) => Math.abs(m)))].sort((a, b) => a - b)) {
    // The same counts added in another order may differ in the last digit.
    if (accuracyAt(epsilon) > best.accuracy + 1e-12) best = { epsilon, accuracy: accuracyAt(epsilon) };
  }
  return best;
}

describe('calibrateTies', () => {
  // The tests of mt-metrics-eval's tau_optimization; None is NaN, and its rows are groups.
  it.each([
    ['no ties', [[1, 2, 3, 4]], [[0, 2, 6, 8]], 0, 1],
    ['ties', [[1, 1, 1, 4]], [[0, 2, 6, 8]], 4, 4 / 6],
    [
      'holes',
      [
        [1, 5, 2, 1, 1],
        [4, 2, 2, 1, 4],
        [5, 9, 2, 8, 7],
        [7, 6, NaN, 3, 2],
        [NaN, NaN, NaN, NaN, NaN],
      ],
      [
        [0, 5, 2, 3, 2],
        [NaN, 2, 1, 5, 3],
        [9, 1, 5, 3, 8],
        [9, 3, 4, 4, 1],
        [NaN, NaN, NaN, NaN, NaN],
      ],
      1,
      0.4916666666666668,
    ],
  ])('finds what the first to use it find: %s', (_, human, metric, epsilon, accuracy) => {
    const found = calibrate(transposed(human), transposed(metric));
    expect(found.epsilon).toBe(epsilon);
    expect(found.accuracy).toBeCloseTo(accuracy, 14);
  });

  it('has a chance level: all ties, or half of the pairs that are not ties', () => {
    // Segments with 0, 3, 0 and 3 ties in three pairs: one half of all.
    const human = [
      [1, 1, 1, 2],
      [2, 1, 2, 2],
      [3, 1, 3, 2],
    ];
    expect(calibrate(human, human).chance).toBe(0.5);
    expect(calibrate(human.map((row) => row.slice(0, 3)), human).chance).toBeCloseTo(1 / 3, 14); // prettier-ignore
    expect(calibrate([[1], [1], [1]], [[1], [2], [3]])).toMatchObject({ epsilon: 2, accuracy: 1, chance: 1 });
    expect(calibrate([[1], [2], [3]], [[1], [2], [3]])).toMatchObject({ epsilon: 0, accuracy: 1, chance: 0.5 });
  });

  it('of nothing is not a number', () => {
    expect(calibrate([], [])).toEqual({ epsilon: NaN, accuracy: NaN, chance: NaN });
    expect(calibrate([[1, 2]], [[1, 2]])).toMatchObject({ accuracy: NaN });
  });

  const score = fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constant(NaN));
  const matrices = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 })).chain(([systems, segments]) => {
    const rows = fc.array(fc.array(score, { minLength: segments, maxLength: segments }), { minLength: systems, maxLength: systems });
    return fc.tuple(rows, rows);
  }); // prettier-ignore

  it.each(['item', 'system', 'none'] as const)('averaged by %s is the same as from the definition', (averaging) => {
    fc.assert(
      fc.property(matrices, ([human, metric]) => {
        const found = calibrate(human, metric, averaging);
        const expected = plain(human, metric, averaging);
        if (Number.isNaN(found.accuracy)) {
          expect(expected.accuracy).toBeNaN();
          return;
        }
        expect(found.accuracy).toBeCloseTo(expected.accuracy, 12);
        expect(found.epsilon).toBe(expected.epsilon);
        // What is averaged is what each group has at that threshold.
        const ofGroups = groupAccuracies(pairsOfScores(named(human), named(metric), averaging), found.epsilon);
        const known = [...ofGroups].filter((accuracy) => !Number.isNaN(accuracy));
        expect(known.reduce((sum, accuracy) => sum + accuracy, 0) / known.length).toBeCloseTo(found.accuracy, 12);
      }),
    );
  });

  it('is not below calling everything a tie; scale and direction of scores do not matter', () => {
    fc.assert(
      fc.property(matrices, ([human, metric]) => {
        const found = calibrate(human, metric);
        if (Number.isNaN(found.accuracy)) return;
        const pairs = pairsOfScores(named(human), named(metric));
        const allTied = groupAccuracies(pairs, Infinity).filter((accuracy) => !Number.isNaN(accuracy));
        const mean = allTied.reduce((sum, accuracy) => sum + accuracy, 0) / allTied.length;
        expect(found.accuracy).toBeGreaterThanOrEqual(mean - 1e-12);
        expect(found.chance).toBeGreaterThanOrEqual(mean - 1e-12);
        const scaled = calibrate(human.map((row) => row.map((each) => each / 4)), metric.map((row) => row.map((each) => 8 * each + 3))); // prettier-ignore
        expect(scaled).toEqual({ ...found, epsilon: 8 * found.epsilon });
        expect(calibrateTies(pairsOfScores(asErrors(named(human)), asErrors(named(metric))))).toEqual(found);
      }),
    );
  });
});

describe('pairsOfScores', () => {
  it('takes scores of people that differ by rounding only for alike', () => {
    const pairs = pairsOfScores(named([[-1 - 0.1 - 0.1], [-0.1 - 0.1 - 1]]), named([[1], [2]]));
    expect([...pairs.human]).toEqual([0]);
  });

  it.each([
    ['none', 1, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]],
    ['item', 2, [[0, 2], [1, 3]]],
    ['system', 2, [[0, 1], [2, 3]]],
  ] as const)('averaged by %s has %i groups, with each pair once', (averaging, groups, expected) => {
    // Outputs 0 and 1 are of the first system, 2 and 3 of the second; differences tell them apart.
    const pairs = pairsOfScores(named([[4, 2], [3, 1]]), named([[1, 10], [100, 1000]]), averaging);
    const metric = [1, 10, 100, 1000];
    const found = Array.from(pairs.difference, (difference) => expected.find(([a, b]) => difference === metric[a]! - metric[b]!));
    expect(found).toEqual(expected);
    expect([pairs.groups, pairs.count, pairs.missing]).toEqual([groups, expected.length, 0]);
    expect(Array.from(pairs.group)).toEqual(averaging === 'none' ? [0, 0, 0, 0, 0, 0] : [0, 1]);
    expect(Array.from(pairs.human)).toEqual(expected.map(([a, b]) => Math.sign([4, 2, 3, 1][a]! - [4, 2, 3, 1][b]!)));
  }); // prettier-ignore

  it.each([
    [0, [-1, 0, 1]],
    [1, [-1, 1]],
    [1.0000001, [1]],
    [3, [1]],
    [4, []],
  ])('leaves out pairs less than %d apart', (gap, human) => {
    // 2 against 3, 3 against 3 and 5 against 2.
    const pairs = pairsOfScores(named([[2, 3, 5], [3, 3, 2]]), named([[1, 2, 3], [4, 5, 6]]), 'item', gap); // prettier-ignore
    expect(Array.from(pairs.human)).toEqual(human);
  });

  it('refuses more pairs than can be held', () => {
    const row = new Array<number>(7000).fill(0);
    expect(() => pairsOfScores(named([row]), named([row]), 'none')).toThrow(UsageError);
    expect(() => pairsOfScores(named([row]), named([row]), 'system')).toThrow(
      /1 systems and 7000 segments make 24496500/,
    );
    expect(pairsOfScores(named([row]), named([row]), 'item').count).toBe(0);
  });
});
