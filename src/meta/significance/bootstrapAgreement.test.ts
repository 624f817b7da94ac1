import { describe, expect, it } from 'vitest';
import { Pcg64, percentileInterval } from '../../stats/index.ts';
import type { Agreement } from './agreement.ts';
import { bootstrapAgreement } from './bootstrapAgreement.ts';
import { comparableTable } from './scoreTable.ts';
import { plainAgreement } from './testing/plainAgreement.ts';
import { simulateTable } from './testing/simulated.ts';

const table = simulateTable({ systems: 6, segments: 9, noise: [0.5, 1.5] }, new Pcg64(1));
const agreements: readonly Agreement[] = [
  { level: 'system', correlation: 'pearson' },
  { level: 'system', correlation: 'kendall' },
  { level: 'segment', averaging: 'none', correlation: 'kendall' },
  { level: 'segment', averaging: 'item', correlation: 'kendall' },
  { level: 'segment', averaging: 'system', correlation: 'pearson' },
];
const close = (value: number) => expect.closeTo(value, 7) as number;

describe.each(['systems', 'inputs', 'both'] as const)('draws of %s', (draw) => {
  it.each(agreements)('%j, drawn out by hand', (agreement) => {
    const samples = 200;
    const random = new Pcg64(2);
    const comparable = comparableTable(table);
    const swapped = new Uint8Array(54);
    const times = (count: number, isDrawn: boolean): Uint32Array => {
      if (!isDrawn) return new Uint32Array(count).fill(1);
      const counts = new Uint32Array(count);
      for (let i = 0; i < count; i++) counts[random.below(count)]! += 1;
      return counts;
    };
    const drawn = Array.from({ length: samples }, () => {
      const ofSystems = times(6, draw !== 'inputs');
      const ofSegments = times(9, draw !== 'systems');
      return plainAgreement(agreement, comparable, { swapped, times: { ofSystems, ofSegments } }) as [number, number];
    });
    const sorted = (values: number[]) => values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
    const expected = (values: number[]) => {
      const { low, high } = percentileInterval(sorted(values), 0.9);
      return { low: close(low), high: close(high) };
    };
    const [first, second] = plainAgreement(agreement, comparable, { swapped }) as [number, number];
    const result = bootstrapAgreement({ agreement, table, draw, samples, seed: 2, level: 0.9 });
    expect(result.agreements.map(({ value }) => value)).toEqual([close(first), close(second)]);
    expect(result.agreements.map(({ interval }) => interval)).toEqual([
      expected(drawn.map(([a]) => a)),
      expected(drawn.map(([, b]) => b)),
    ]);
    expect(result.difference!.value).toBeCloseTo(first - second, 7);
    expect(result.difference!.interval).toEqual(expected(drawn.map(([a, b]) => a - b)));
    expect(result.difference!.undefinedDraws).toBe(drawn.filter(([a, b]) => Number.isNaN(a - b)).length);
    // Twice the share of draws on the rarer side, and the sample itself; a draw without a value is on both.
    const differences = drawn.map(([a, b]) => a - b);
    const rarer = Math.min(...[1, -1].map((sign) => differences.filter((each) => !(sign * each > 1e-9)).length));
    expect(result.difference!.p).toBeCloseTo(Math.min(1, (2 * (rarer + 1)) / (samples + 1)), 12);
    const [single] = table.metrics;
    expect(
      bootstrapAgreement({ agreement, table: { ...table, metrics: [single!] }, draw, samples, seed: 2, level: 0.9 }),
    ).toEqual({
      agreements: [expect.objectContaining({ interval: expected(drawn.map(([a]) => a)) })],
    });
  });

  it('finds no difference between a metric and itself', () => {
    const [single] = table.metrics;
    const same = { ...table, metrics: [single!, single!.map((score) => 3 * score)] };
    const { difference } = bootstrapAgreement({ agreement: agreements[3]!, table: same, draw, samples: 100 });
    expect(difference).toEqual({ value: 0, interval: { low: 0, high: 0 }, undefinedDraws: 0, p: 1 });
  });
});

describe('edges', () => {
  it('leaves out draws that have no value, and counts them', () => {
    // Of three systems, 1 draw in 9 has the same one three times over.
    const few = simulateTable({ systems: 3, segments: 4, noise: [1, 1] }, new Pcg64(3));
    const { agreements: found, difference } = bootstrapAgreement({
      agreement: { level: 'system', correlation: 'pearson' },
      table: few,
      draw: 'systems',
      samples: 900,
      seed: 3,
    });
    expect(found[0]!.undefinedDraws).toBeGreaterThan(60);
    expect(found[0]!.undefinedDraws).toBeLessThan(140);
    expect(difference!.undefinedDraws).toBe(found[0]!.undefinedDraws);
    expect(found[0]!.interval!.low).toBeGreaterThanOrEqual(-1);
  });

  it('has no interval where there is nothing to draw from', () => {
    const empty = { systems: 0, segments: 0, human: new Float64Array(), metrics: [new Float64Array()] };
    for (const draw of ['systems', 'inputs', 'both'] as const) {
      const result = bootstrapAgreement({ agreement: agreements[0]!, table: empty, draw, samples: 10 });
      expect(result).toEqual({ agreements: [{ value: NaN, undefinedDraws: 10 }] });
    }
  });

  it('refuses no samples', () => {
    expect(() => bootstrapAgreement({ agreement: agreements[0]!, table, draw: 'both', samples: 0 })).toThrow(
      /resamples/,
    );
  });
});
