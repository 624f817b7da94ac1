import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../core/index.ts';
import { Pcg64, statisticalDefaults } from '../stats/index.ts';
import { sharedSegments, valueOf } from './scores.ts';
import { alignScores, comparableTable } from './significance/scoreTable.ts';
import { type SoftAccuracyOptions, softAccuracy, swappedSoftAccuracy } from './systemLevel.ts';
import { makeScores } from './testing/makeScores.ts';

type Rows = readonly (readonly number[])[];
const named = (rows: Rows) => makeScores(rows.map((row, s) => [`s${s}`, row]));
const compute = (human: Rows, metric: Rows, options?: SoftAccuracyOptions) =>
  softAccuracy(sharedSegments(named(human), named(metric)), options);

/** From the definition, over all sign vectors instead of some; ties by half. */
function plain(human: Rows, metric: Rows): number {
  const gaps: number[] = [];
  for (let i = 0; i < human.length; i++) {
    for (let j = i + 1; j < human.length; j++) {
      const common = human[0]!.flatMap((_, g) =>
        [human[i]![g]!, human[j]![g]!, metric[i]![g]!, metric[j]![g]!].every((score) => !Number.isNaN(score))
          ? [g]
          : [],
      );
      if (common.length === 0) continue;
      const probability = (rows: Rows) => {
        const differences = common.map((g) => rows[i]![g]! - rows[j]![g]!);
        const observed = differences.reduce((sum, each) => sum + each, 0);
        let count = 0;
        for (let signs = 0; signs < 1 << common.length; signs++) {
          const sum = differences.reduce((total, each, k) => total + (((signs >> k) & 1) === 1 ? each : -each), 0);
          count += Math.abs(sum - observed) < 1e-9 ? 0.5 : sum > observed ? 1 : 0;
        }
        return count / (1 << common.length);
      };
      gaps.push(1 - Math.abs(probability(human) - probability(metric)));
    }
  }
  return gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
}

const human = [
  [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5],
  [2, 7, 1, 8, 2, 8, 1, 8, 2, 8, 4],
  [1, 1, 2, 3, 5, 8, 1, 3, 2, 1, 3],
  [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 4],
];
const metric = human.map((row, s) => row.map((score, g) => score + ((7 * s + 3 * g) % 11) / 2));
const withHoles = human.map((row, s) => row.map((score, g) => ((s + 2 * g) % 5 === 0 ? NaN : score)));

describe('softAccuracy', () => {
  it.each([
    ['whole', human, metric],
    ['holes on one side', withHoles, metric],
    ['holes on both', withHoles, metric.map((row) => row.map((score, g) => (g === 4 ? NaN : score)))],
    ['the other way round', metric, human],
  ])('comes near the value over all permutations: %s', (_, people, machine) => {
    // 200,000 draws of a probability are off by .001 on average at most.
    const value = valueOf(compute(people, machine, { permutations: 200_000 }));
    expect(Math.abs(value - plain(people, machine))).toBeLessThan(0.004);
  });

  it.each([
    ['fewer segments than a byte has bits', 5, 9],
    ['as many', 8, 3],
    ['more, in words of four permutations and a rest', 19, 7],
  ])('exchanges what the bits of NumPy’s generator say: %s', (_, segments, permutations) => {
    const rows = (factor: number) => [0, 1, 2].map((s) => Array.from({ length: segments }, (__, g) => (factor * (s + 1) * (g + 3)) % 17)); // prettier-ignore
    const [people, machine] = [rows(5), rows(7)];
    const random = new Pcg64(11);
    const bytes = Array.from({ length: Math.ceil(segments / 8) * permutations }, () => 0);
    for (let at = 0; at < bytes.length; at += 4) {
      const word = random.uint32();
      for (let k = 0; k < 4; k++) bytes[at + k] = (word >>> (8 * k)) & 255;
    }
    const probability = (of: Rows, i: number, j: number) => {
      const sums = Array.from({ length: permutations }, (__, k) =>
        of[i]!.reduce((sum, score, g) => sum + ((bytes[Math.floor(g / 8) * permutations + k]! >> (g % 8)) & 1) * (score - of[j]![g]!), 0),
      ); // prettier-ignore
      return sums.reduce((count, sum) => count + (sum < 0 ? 1 : sum === 0 ? 0.5 : 0), 0) / permutations;
    };
    const pairs = [[0, 1], [0, 2], [1, 2]] as const; // prettier-ignore
    const above = pairs.reduce((sum, [i, j]) => sum + 1 - Math.abs(probability(people, i, j) - probability(machine, i, j)), 0); // prettier-ignore
    const found = compute(people, machine, { permutations, seed: 11 });
    expect(found).toEqual({ above: expect.closeTo(above, 12) as number, below: 3 });
  });

  it('draws as many permutations, from the same seed, as other tests if not told otherwise', () => {
    expect(compute(human, metric)).toEqual(compute(human, metric, { permutations: statisticalDefaults.samples, seed: statisticalDefaults.seed })); // prettier-ignore
  });

  it('is 1 if the metric says what people say, and 0 if it is as sure of the opposite', () => {
    const apart = [new Array<number>(40).fill(1), new Array<number>(40).fill(0)];
    expect(valueOf(compute(apart, apart))).toBe(1);
    expect(valueOf(compute(apart, apart.toReversed()))).toBe(0);
  });

  it('of two systems whose scores are all 0 is in the middle', () => {
    const apart = [new Array<number>(40).fill(1), new Array<number>(40).fill(0)];
    const zeros = [new Array<number>(40).fill(0), new Array<number>(40).fill(0)];
    expect(valueOf(compute(apart, zeros))).toBe(0.5);
  });

  it('of two equal systems is in the middle in either order; as published it depends on the order', () => {
    const people = [new Array<number>(40).fill(0.3), new Array<number>(40).fill(0.1)];
    const alike = [human[0]!, human[0]!].map((row) => Array.from({ length: 40 }, (_, g) => row[g % row.length]! / 10));
    expect(valueOf(compute(people, alike))).toBe(0.5);
    expect(valueOf(compute(people.toReversed(), alike))).toBe(0.5);
    expect(valueOf(compute(people, alike, { ties: 'as-published' }))).toBe(0);
    expect(valueOf(compute(people.toReversed(), alike, { ties: 'as-published' }))).toBe(1);
  });

  it('sees ties between sums of decimals', () => {
    // .1 + .2 − .3 is not 0 in doubles: each system is ahead by .1 once and .2 once, and behind by .3 once.
    const decimals = [
      [0.1, 0.2, 0],
      [0, 0, 0.3],
    ];
    const value = valueOf(compute(decimals, [[1, 1, 1], [1, 1, 1]], { permutations: 4000 })); // prettier-ignore
    // Of 8 permutations, 2 leave the difference as it is, 3 make it more and 3 less.
    expect(Math.abs(value - 1)).toBeLessThan(0.02);
    expect(plain(decimals, [[1, 1, 1], [1, 1, 1]])).toBe(1); // prettier-ignore
  });

  it('does not depend on the order of systems', () => {
    const score = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constant(NaN));
    const matrix = fc
      .tuple(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 1, max: 20 }))
      .chain(([systems, segments]) => {
        const row = fc.array(score, { minLength: segments, maxLength: segments });
        return fc.array(fc.tuple(row, row), { minLength: systems, maxLength: systems });
      });
    fc.assert(
      fc.property(matrix, (pairs) => {
        const forth = compute(pairs.map(([row]) => row), pairs.map(([, row]) => row), { permutations: 50 }); // prettier-ignore
        const back = pairs.toReversed();
        const turned = compute(back.map(([row]) => row), back.map(([, row]) => row), { permutations: 50 }); // prettier-ignore
        expect(turned.below).toBe(forth.below);
        expect(turned.above).toBeCloseTo(forth.above, 12);
        if (forth.below > 0) expect(valueOf(forth)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('leaves out a pair without common segments, and takes infinite scores for missing', () => {
    const apart = [
      [1, 2, NaN, NaN],
      [NaN, NaN, 3, 4],
      [1, 3, 2, 5],
    ];
    expect(compute(apart, apart)).toEqual({ above: 2, below: 2 });
    expect(compute(apart.slice(0, 2), apart.slice(0, 2))).toEqual({ above: 0, below: 0 });
    const infinite = apart.map((row) => row.map((score) => (Number.isNaN(score) ? -Infinity : score)));
    expect(compute(infinite, infinite)).toEqual({ above: 2, below: 2 });
  });

  it('is the same with the same seed, and another with another', () => {
    const values = [1, 1, 2].map((seed) => compute(human, metric, { seed, permutations: 100 }).above);
    expect(values[0]).toBe(values[1]);
    expect(values[0]).not.toBe(values[2]);
  });

  it('refuses an impossible number of permutations', () => {
    expect(() => compute(human, metric, { permutations: 0 })).toThrow(UsageError);
  });
});

describe('swappedSoftAccuracy', () => {
  const other = metric.map((row) => [...row].reverse());

  it.each([
    ['systems', 'holes', withHoles],
    ['systems', 'whole', human],
    ['cells', 'holes', withHoles],
    ['cells', 'whole', human],
  ] as const)('%s, %s: what softAccuracy says of exchanged scores', (swap, _, people) => {
    const table = alignScores(named(people), [named(metric), named(other)]);
    const { systems, segments } = table;
    const swapped = Uint8Array.from({ length: systems * segments }, (_cell, at) =>
      swap === 'systems' ? Math.floor(at / segments) % 2 : ((at * 5) % 3) & 1,
    );
    const [first, second] = comparableTable(table).metrics as [Float64Array, Float64Array];
    const exchanged = (own: Float64Array, from: Float64Array): Rows =>
      people.map((row, s) => row.map((_cell, g) => (swapped[s * segments + g] === 1 ? from : own)[s * segments + g]!));
    const values = new Float64Array(2);
    swappedSoftAccuracy(table, swap, 3)(swapped, values);
    expect(values[0]).toBeCloseTo(valueOf(compute(people, exchanged(first, second), { seed: 3 })), 12);
    expect(values[1]).toBeCloseTo(valueOf(compute(people, exchanged(second, first), { seed: 3 })), 12);
  });
});
