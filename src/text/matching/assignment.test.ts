import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Assignment } from './assignment.ts';
import { HeaviestMatching } from './heaviestMatching.ts';

/** Tries every matching: each row in turn stays alone or takes a free column. */
function plainHeaviest(weights: readonly (readonly number[])[]): number {
  const best = (row: number, taken: readonly number[]): number => {
    if (row === weights.length) return 0;
    return weights[row]!.reduce(
      (most, weight, column) =>
        taken.includes(column) ? most : Math.max(most, weight + best(row + 1, [...taken, column])),
      best(row + 1, taken),
    );
  };
  return best(0, []);
}

function solved(assignment: Assignment, weights: readonly (readonly number[])[], columns: number) {
  const sum = assignment.solve(Float64Array.from(weights.flat()), weights.length, columns);
  return { sum, columnOf: [...assignment.columnOf.subarray(0, weights.length)] };
}

function matched(matching: HeaviestMatching, weights: readonly (readonly number[])[], columns: number): number {
  matching.begin(weights.length, columns);
  weights.forEach((row, i) => row.forEach((weight, j) => weight > 0 && matching.pair(i, j, weight)));
  return matching.total();
}

const tables = (weight: fc.Arbitrary<number>, most: number) =>
  fc
    .tuple(fc.nat(most), fc.nat(most))
    .chain(([rows, columns]) =>
      fc.tuple(
        fc.array(fc.array(weight, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }),
        fc.constant(columns),
      ),
    );

describe('by hand', () => {
  // prettier-ignore
  it.each([
    // The pair with the highest weight (7) is not in the best matching: 6 + 6.
    [[[7, 6], [6, 0]], 2, 12, [1, 0]],
    [[[7, 4, 3], [3, 1, 2], [4, 0, 0]], 3, 10, [1, 2, 0]],
    [[[3]], 1, 3, [0]],
    [[[1, 5, 2]], 3, 5, [1]],
    [[[1], [5], [2]], 1, 5, [-1, 0, -1]],
    [[], 0, 0, []],
    [[], 4, 0, []],
    [[[], []], 0, 0, [-1, -1]],
  ] as const)('%j', (weights, columns, sum, columnOf) => {
    expect(plainHeaviest(weights)).toBe(sum);
    expect(solved(new Assignment(), weights, columns)).toEqual({ sum, columnOf });
    expect(matched(new HeaviestMatching(), weights, columns)).toBe(sum);
  });
});

describe('trying every matching', () => {
  const assignment = new Assignment();
  const matching = new HeaviestMatching();

  it('finds no better one with whole numbers, and the columns add up', () => {
    fc.assert(
      fc.property(tables(fc.nat(6), 6), ([weights, columns]) => {
        const { sum, columnOf } = solved(assignment, weights, columns);
        expect(sum).toBe(plainHeaviest(weights));
        const used = columnOf.filter((column) => column >= 0);
        expect(new Set(used).size).toBe(used.length);
        expect(used).toHaveLength(Math.min(weights.length, columns));
        expect(columnOf.reduce((total, column, row) => total + (weights[row]![column] ?? 0), 0)).toBe(sum);
      }),
      { seed: 816, numRuns: 1000 },
    );
  });

  it('finds no better one with fractions', () => {
    const weight = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(tables(weight, 5), ([weights, columns]) => {
        expect(solved(assignment, weights, columns).sum).toBeCloseTo(plainHeaviest(weights), 12);
        expect(matched(matching, weights, columns)).toBeCloseTo(plainHeaviest(weights), 12);
      }),
      { seed: 817, numRuns: 300 },
    );
  });

  it('finds no better one when most weights are 0, with parts of all sizes', () => {
    const weight = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(3) });
    fc.assert(
      fc.property(tables(weight, 8), ([weights, columns]) => {
        expect(matched(matching, weights, columns)).toBe(plainHeaviest(weights));
      }),
      { seed: 818, numRuns: 1000 },
    );
  });
});

it('parts matched separately have the weight of all at once', () => {
  const weight = fc.oneof(
    { weight: 14, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 6 }) },
  );
  const assignment = new Assignment();
  const matching = new HeaviestMatching();
  fc.assert(
    fc.property(tables(weight, 60), ([weights, columns]) => {
      expect(matched(matching, weights, columns)).toBe(solved(assignment, weights, columns).sum);
    }),
    { seed: 819, numRuns: 100 },
  );
});

it('prices prove that no matching has more weight, for sizes that cannot be tried', () => {
  // Rows and columns have prices, and pairs weigh at most the sum of theirs; those of a hidden assignment weigh exactly that.
  const size = 120;
  const numbers = fc.array(fc.nat(50), { minLength: size, maxLength: size });
  fc.assert(
    fc.property(numbers, numbers, fc.nat(1 << 20), (rowPrices, columnPrices, seed) => {
      const hidden = Array.from({ length: size }, (_, i) => (i * 7 + seed) % size);
      const weights = rowPrices.map((r, i) =>
        columnPrices.map((c, j) => (hidden[i] === j ? r + c : Math.max(0, r + c - ((i * j + seed) % 40)))),
      );
      const best = [...rowPrices, ...columnPrices].reduce((sum, price) => sum + price, 0);
      expect(solved(new Assignment(), weights, size).sum).toBe(best);
      expect(matched(new HeaviestMatching(), weights, size)).toBe(best);
    }),
    { seed: 820, numRuns: 20 },
  );
});
