import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PackedRows } from './packedRows.ts';
import { allExchanges, exchanges, resamples } from './sampleSource.ts';

/** What a column may hold: counts small and large, and numbers that cannot share a lane. */
const kinds = [
  fc.nat(40),
  fc.nat(3),
  fc.nat(2 ** 40),
  fc.integer({ min: -5, max: 5 }),
  fc.double({ min: -10, max: 10, noNaN: true }),
];

const metric = (systems: number, units: number) =>
  fc
    .array(
      fc.tuple(
        fc.boolean(),
        fc.oneof(...kinds.map((kind) => fc.array(kind, { minLength: systems * units, maxLength: systems * units }))),
      ),
      { minLength: 1, maxLength: 12 },
    )
    .map((columns) => {
      const width = columns.length;
      const rows = new Float64Array(systems * units * width);
      columns.forEach(([isShared, ofColumn], k) => {
        for (let at = 0; at < systems * units; at++) rows[at * width + k] = ofColumn[isShared ? at % units : at]!;
      });
      return { rows, width, systems, segments: units };
    });

const situation = fc.integer({ min: 1, max: 30 }).chain((units) =>
  fc.record({
    units: fc.constant(units),
    metrics: fc.array(
      fc.integer({ min: 1, max: 4 }).chain((systems) => metric(systems, units)),
      { minLength: 1, maxLength: 3 },
    ),
    samples: fc.integer({ min: 1, max: 40 }),
    seed: fc.nat(),
  }),
);

describe('PackedRows', () => {
  it.each([
    ['resamples', resamples],
    ['exchanges', exchanges],
    ['all exchanges', allExchanges],
  ])('%s: sums are those of the definition', (_, sourceOf) => {
    fc.assert(
      fc.property(situation, ({ units, metrics, samples, seed }) => {
        const plain = sourceOf(units, seed);
        const times = new Uint32Array(units);
        let taken = 0;
        new PackedRows(metrics).sumSamples(sourceOf(units, seed), 2, 2 + samples, (sums, sample) => {
          taken++;
          plain.read(sample, times);
          metrics.forEach(({ rows, width, systems }, m) => {
            for (let s = 0; s < systems; s++) {
              for (let k = 0; k < width; k++) {
                const column = Array.from(times, (count, u) => count * rows[(s * units + u) * width + k]!);
                const sum = column.reduce((total, value) => total + value, 0);
                const found = sums[m]![s * width + k]!;
                if (column.every(Number.isInteger)) expect(found).toBe(sum + 0);
                else expect(found).toBeCloseTo(sum, 9);
              }
            }
          });
        });
        expect(taken).toBe(samples);
      }),
      { numRuns: 60 },
    );
  });

  it('keeps large counts apart at the very limit of what a lane holds', () => {
    // Sums of 3 units of up to 31,638,035 have 94,914,106 values, of up to 31,632,088 have 94,896,265; their product is just below 2⁵³.
    const [a, b] = [31_638_035, 31_632_088];
    expect((3 * a + 1) * (3 * b + 1)).toBeLessThan(2 ** 53);
    expect((3 * a + 1) * (3 * b + 1)).toBeGreaterThan(0.9999 * 2 ** 53);
    const rows = Float64Array.of(a, b, a - 1, b, 0, b - 1);
    for (const times of [
      [3, 0, 0],
      [0, 3, 0],
      [0, 0, 3],
      [1, 1, 1],
      [2, 1, 0],
    ]) {
      const source = { units: 3, read: (_: number, into: Uint32Array) => into.set(times) };
      new PackedRows([{ rows, width: 2, systems: 1, segments: 3 }]).sumSamples(source, 0, 1, ([sums]) => {
        const [x = 0, y = 0, z = 0] = times;
        expect([...sums!]).toEqual([x * a + y * (a - 1), x * b + y * b + z * (b - 1)]);
      });
    }
  });
});
