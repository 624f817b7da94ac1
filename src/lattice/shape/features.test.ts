/** Rows against a plain map, names against a plain list. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FeatureNames, FeatureRowsBuilder, weigh } from './features.ts';

describe('FeatureNames', () => {
  it('numbers names in order of appearance', () => {
    const names = new FeatureNames(['lm', 'tm', 'lm']);
    expect([names.number('__proto__'), names.number('tm'), names.number('constructor')]).toEqual([2, 1, 3]);
    expect(names.names).toEqual(['lm', 'tm', '__proto__', 'constructor']);
    expect([names.find('constructor'), names.find('toString')]).toEqual([3, -1]);
  });
});

describe('FeatureRowsBuilder', () => {
  const entry = fc.tuple(fc.nat({ max: 5 }), fc.integer({ min: -2, max: 2 }));

  it('adds up, sorts and leaves out zeros; weighing is an inner product', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(entry)),
        fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 6 }),
        (given, weights) => {
          const builder = new FeatureRowsBuilder();
          for (const row of given) {
            for (const [index, value] of row) builder.add(index, value);
            builder.endRow();
          }
          const rows = builder.finish();
          expect(rows.starts).toHaveLength(given.length + 1);
          given.forEach((row, at) => {
            const dense = [0, 0, 0, 0, 0, 0];
            for (const [index, value] of row) dense[index]! += value;
            const expected = dense.map((value, index) => [index, value]).filter(([, value]) => value !== 0);
            const [from, to] = [rows.starts[at]!, rows.starts[at + 1]!];
            expect(Array.from(rows.indices.subarray(from, to), (index, i) => [index, rows.values[from + i]])).toEqual(
              expected,
            );
            const product = weights.reduce((sum, weight, index) => sum + weight * dense[index]!, 0);
            expect(weigh(rows, at, Float64Array.from(weights))).toBe(product);
          });
        },
      ),
    );
  });
});
