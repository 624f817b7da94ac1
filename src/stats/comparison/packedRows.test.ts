import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumRows } from '../../core/index.ts';
import { type Rows, assignLanes, columnsOf } from './lanes.ts';
import { PackedRows } from './packedRows.ts';
import { SampleSums, countSums } from './sampleKernel.ts';
import { type SampleSource, allExchanges, exchanges, numpyResamples, resamples } from './sampleSource.ts';

/** What a column may hold: counts small and large, and numbers that cannot share a lane. */
const kinds = [
  fc.nat(40),
  fc.nat(3),
  fc.nat(2 ** 40),
  fc.maxSafeNat(),
  fc.integer({ min: -5, max: 5 }),
  fc.double({ min: -10, max: 10, noNaN: true }),
];

const metric = (systems: number, units: number) =>
  fc
    .array(
      fc.tuple(
        fc.constantFrom('own', 'shared', 'below the one before'),
        fc.oneof(...kinds.map((kind) => fc.array(kind, { minLength: systems * units, maxLength: systems * units }))),
      ),
      { minLength: 1, maxLength: 12 },
    )
    .map((columns) => {
      const width = columns.length;
      const rows = new Float64Array(systems * units * width);
      columns.forEach(([kind, ofColumn], k) => {
        for (let at = 0; at < systems * units; at++) {
          const value = ofColumn[kind === 'shared' ? at % units : at]!;
          rows[at * width + k] =
            kind.startsWith('below') && k > 0 ? rows[at * width + k - 1]! - (value > 2 ? 1 : 0) : value;
        }
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

/** Sample n has unit n mod units as often as n mod (units + 1), and its neighbour for the rest. */
function fewUnits(units: number): SampleSource {
  const timesOf = (sample: number) => [sample % units, sample % (units + 1)] as const;
  return {
    units,
    repeats: true,
    pick(sample, picks) {
      const [unit, times] = timesOf(sample);
      picks.fill(unit, 0, times).fill((unit + 1) % units, times);
      return units;
    },
    tally(sample, counts) {
      const [unit, times] = timesOf(sample);
      counts.fill(0);
      counts[unit] = times;
      counts[(unit + 1) % units]! += units - times;
    },
  };
}

/** Sample n has every fourth unit, from unit n mod 4 on, as often as it takes: more units than chance picks often. */
function everyFourth(units: number): SampleSource {
  const picked = (sample: number) => Array.from({ length: units }, (_, i) => (4 * (i >> 2) + (sample % 4)) % units);
  return {
    units,
    repeats: true,
    pick(sample, picks) {
      picks.set(picked(sample));
      return units;
    },
    tally(sample, counts) {
      counts.fill(0);
      for (const unit of picked(sample)) counts[unit]!++;
    },
  };
}

describe('PackedRows', () => {
  it.each([
    ['resamples', resamples],
    ["NumPy's resamples", numpyResamples],
    ['exchanges', exchanges],
    ['all exchanges', allExchanges],
  ])('%s: sums are those of the definition', (_, sourceOf) => {
    fc.assert(
      fc.property(situation, ({ units, metrics, samples, seed }) => {
        const plain = sourceOf(units, seed);
        const picks = new Uint32Array(units);
        let taken = 0;
        new PackedRows(metrics).sumSamples(sourceOf(units, seed), 2, 2 + samples, (sums, sample) => {
          taken++;
          const picked = picks.subarray(0, plain.pick(sample, picks));
          metrics.forEach(({ rows, width, systems }, m) => {
            for (let s = 0; s < systems; s++) {
              for (let k = 0; k < width; k++) {
                const column = Array.from(picked, (u) => rows[(s * units + u) * width + k]!);
                const sum = column.reduce((total, value) => total + value, 0);
                const found = sums[m]![s * width + k]!;
                if (Number.isSafeInteger(sum) && column.every(Number.isInteger)) expect(found).toBe(sum + 0);
                else expect(Math.abs(found - sum)).toBeLessThan(1e-9 * Math.max(1, Math.abs(sum)));
              }
            }
          });
        });
        expect(taken).toBe(samples);
        // What is added up together changes nothing, to the last bit.
        const together: number[][] = [];
        new PackedRows(metrics).sumSamples(sourceOf(units, seed), 0, samples, (sums) =>
          together.push(...sums.map((ofMetric) => [...ofMetric])),
        );
        metrics.forEach((alone, m) => {
          new PackedRows([alone]).sumSamples(sourceOf(units, seed), 0, samples, ([sums], sample) =>
            expect([...sums!]).toEqual(together[sample * metrics.length + m]),
          );
        });
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['resamples', resamples(97, 5)],
    ['exchanges', exchanges(97, 5)],
    // Far more often than chance picks a unit: as a few bits tell, and beyond.
    ['the same few units', fewUnits(97)],
    ['every fourth unit four times', everyFourth(97)],
  ])('%s of more samples than are added together: every bit', (_, source) => {
    const width = 6;
    // Integers, and numbers that round; systems of their own.
    const rows = Float64Array.from({ length: 3 * 97 * width }, (__, at) =>
      at % width < 4 ? (at * 7919) % 61 : ((at * 7919) % 613) / 7,
    );
    const times = new Uint32Array(97);
    const picks = new Uint32Array(97);
    new PackedRows([{ rows, width, systems: 3, segments: 97 }]).sumSamples(source, 3, 1203, ([sums], sample) => {
      times.fill(0);
      for (const unit of picks.subarray(0, source.pick(sample, picks))) times[unit]!++;
      for (let s = 0; s < 3; s++) {
        for (let k = 0; k < width; k++) {
          let sum = 0;
          for (let u = 0; u < 97; u++) if (times[u]! > 0) sum += times[u]! * rows[(s * 97 + u) * width + k]!;
          if (sums![s * width + k] !== sum) expect(sums![s * width + k]).toBe(sum);
        }
      }
    });
  });

  it.each([
    ['resamples', resamples],
    ['exchanges', exchanges],
  ])('%s: the kernel gives the same bits', (_, sourceOf) => {
    /** Sums as bits, from two calls that go on and one that goes back. */
    const bitsOf = (packed: Pick<PackedRows, 'sumSamples'>, source: SampleSource, from: number, to: number): string => {
      const found: string[] = [];
      for (const [first, last] of [
        [from, to],
        [to, to + 3],
        [from, from + 1],
      ] as const) {
        packed.sumSamples(source, first, last, (sums, sample) =>
          found.push(
            `${sample} ${sums.map((ofMetric) => new BigUint64Array(ofMetric.slice().buffer).join(' ')).join('|')}`,
          ),
        );
      }
      return found.join('\n');
    };
    const large = fc.integer({ min: 2, max: 700 }).chain((units) =>
      fc.record({
        units: fc.constant(units),
        seed: fc.nat(),
        samples: fc.integer({ min: 1, max: 1300 }),
        from: fc.nat(600),
        salt: fc.nat(1000),
      }),
    );
    let compared = 0;
    const compare = (metrics: readonly Rows[], units: number, from: number, samples: number, seed: number): void => {
      const sums = new SampleSums(metrics);
      expect(bitsOf(sums, sourceOf(units, seed), from, from + samples)).toBe(
        bitsOf(new PackedRows(metrics), sourceOf(units, seed), from, from + samples),
      );
      compared++;
    };
    fc.assert(
      fc.property(situation, fc.nat(300), ({ units, metrics, samples, seed }, from) =>
        compare(metrics, units, from, samples, seed),
      ),
      { numRuns: 100 },
    );
    fc.assert(
      fc.property(large, ({ units, seed, samples, from, salt }) => {
        const width = 5;
        const rows = Float64Array.from({ length: 2 * units * width }, (__, at) =>
          at % width < 1 + (salt % width) ? (at * 7919 + salt) % 61 : ((at * 7919) % 613) / 7 - 40,
        );
        compare([{ rows, width, systems: 2, segments: units }], units, from, samples, seed);
      }),
      { numRuns: 12 },
    );
    // The least and the most units that the kernel draws, and one more.
    for (const units of [1, 2, 0x1_0000, 0x1_0001]) {
      const rows = Float64Array.from({ length: units }, (__, at) => (at * 7919) % 61);
      compare([{ rows, width: 1, systems: 1, segments: units }], units, 62, 5, 9);
    }
    // Rows that take more memory than samples do, one column of which rounds.
    const rows = Float64Array.from({ length: 8 * 3000 * 9 }, (__, at) => ((at * 7919) % 97) / (at % 9 === 0 ? 3 : 1));
    compare([{ rows, width: 9, systems: 8, segments: 3000 }], 3000, 0, 3, 9);
    expect(compared).toBeGreaterThanOrEqual(10); // with the least effort
  });

  it.each([
    ['counts', 30_000, (at: number) => (at * 7919) % 613, true],
    ['few counts, which take no time', 100, (at: number) => at, false],
    ['halves', 5000, (at: number) => at / 2, false],
    ['a negative number', 5000, (at: number) => (at === 22_777 ? -1 : at), false],
    ['NaN', 5000, (at: number) => (at === 22_777 ? NaN : at), false],
    ['Infinity', 5000, (at: number) => (at === 22_777 ? Infinity : at), false],
    ['sums that may not be exact', 5000, () => 2 ** 53 / 5000, false],
  ])('adds up %s', (_, segments, valueOf, isCounted) => {
    const shape = {
      rows: Float64Array.from({ length: 2 * 3 * segments }, (__, at) => valueOf(at)),
      width: 3,
      segments,
    };
    for (const system of [0, 1]) {
      const counted = countSums(shape, system);
      if (counted) expect([...counted]).toEqual([...sumRows(shape, system)]);
    }
    expect(countSums(shape, 1) !== undefined).toBe(isCounted);
  });

  it('leaves numbers that are not finite to TypeScript', () => {
    const rows = Float64Array.of(Infinity, 1, 2.5, 3);
    const sumsOf = (packed: Pick<PackedRows, 'sumSamples'>): number[] => {
      const found: number[] = [];
      packed.sumSamples(resamples(4, 1), 0, 20, ([sums]) => found.push(sums![0]!));
      return found;
    };
    const metric = { rows, width: 1, systems: 1, segments: 4 };
    expect(sumsOf(new SampleSums([metric]))).toEqual(sumsOf(new PackedRows([metric])));
    expect(sumsOf(new SampleSums([metric])).some(Number.isFinite)).toBe(true);
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
      const picks = times.flatMap((count, unit) => new Array<number>(count).fill(unit));
      const source: SampleSource = {
        units: 3,
        repeats: true,
        pick(_, into) {
          into.set(picks);
          return 3;
        },
        tally: (_, into) => into.set(times),
      };
      const [x = 0, y = 0, z = 0] = times;
      const expected = [x * a + y * (a - 1), x * b + y * b + z * (b - 1)];
      const alone = { rows, width: 2, systems: 1, segments: 3 };
      // If a number is not an integer, units are counted first; otherwise they are not.
      const rounding = { rows: Float64Array.of(0.1, 0.2, 0.3), width: 1, systems: 1, segments: 3 };
      for (const metrics of [[alone], [alone, rounding]]) {
        new PackedRows(metrics).sumSamples(source, 0, 1, ([sums]) => expect([...sums!]).toEqual(expected));
      }
    }
  });

  it('adds up what little a column is smaller than another', () => {
    // Lengths, and how many n-grams there are: one less, but none in an empty output.
    const lengths = [5, 30, 0, 12, 1, 40];
    const rows = Float64Array.from(lengths.flatMap((n) => [n, Math.max(0, n - 1), Math.max(0, n - 2), n, n / 2]));
    const columns = columnsOf({ rows, width: 5, systems: 1, segments: 6 }, 0);
    expect(columns.map(({ base, bound }) => [base, bound])).toEqual([
      [undefined, 6 * 40 + 1],
      [0, 6 * 1 + 1],
      [1, 6 * 1 + 1],
      // The same as the first, and larger than those between.
      [0, 1],
      [undefined, Infinity],
    ]);
    expect(assignLanes(columns)).toHaveLength(2);
  });

  it('holds what each system needs, and what all have alike once', () => {
    const rows = Float64Array.of(5, 9, 1, 9, 50, 9, 60, 9); // two systems of two units
    const columns = columnsOf({ rows, width: 2, systems: 2, segments: 2 }, 3);
    expect(columns.map(({ metric, system, column, bound, isShared }) => [metric, system, column, bound, isShared])).toEqual([
      [3, 0, 0, 2 * 5 + 1, false],
      [3, 1, 0, 2 * 60 + 1, false],
      [3, 0, 1, 2 * 9 + 1, true],
    ]);
  }); // prettier-ignore

  it.each([
    ['larger at times, or smaller by much', 3, [9, 10, 5, 90, 90, 70]],
    ['no integer apart', 2, [9.5, 9, 90.25, 90]],
    ['too large to be exact', 2, [2 ** 53, 2 ** 53 - 1, 2 ** 53 - 1, 2 ** 53 - 1]],
  ])('adds up columns as they are that are %s', (_, width, rows) => {
    const columns = columnsOf({ rows: Float64Array.from(rows), width, systems: 1, segments: 2 }, 0);
    expect(columns.map(({ base }) => base)).toEqual(new Array(width).fill(undefined));
  });
});
