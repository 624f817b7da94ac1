import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dropLower, keepHighest, sortByKey } from './upperEnvelope.ts';

/** Few different numbers, so that equal slopes, equal lines and lines through one point are common. */
const small = fc.integer({ min: -4, max: 4 });
const lines = fc.array(fc.record({ slope: small, intercept: small }), { minLength: 1, maxLength: 40 });

const indices = (count: number): Int32Array => Int32Array.from({ length: count }, (_, i) => i);

function envelopeOf(given: readonly { slope: number; intercept: number }[], isFiltered: boolean) {
  const slopes = Float64Array.from(given, ({ slope }) => slope);
  const intercepts = Float64Array.from(given, ({ intercept }) => intercept);
  const order = indices(given.length);
  const starts = new Float64Array(given.length);
  const count = isFiltered ? dropLower(order, given.length, slopes, intercepts) : given.length;
  sortByKey(order, new Int32Array(given.length), count, slopes);
  const kept = keepHighest(order, count, slopes, intercepts, starts);
  return { order: [...order.subarray(0, kept)], starts: [...starts.subarray(0, kept)] };
}

describe('sortByKey', () => {
  it('sorts like the stable sort of arrays', () => {
    const property = fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 200 }), (given) => {
      const keys = Float64Array.from(given);
      const order = indices(given.length);
      sortByKey(order, new Int32Array(given.length), given.length, keys);
      expect([...order]).toEqual([...indices(given.length)].sort((a, b) => keys[a]! - keys[b]!));
    });
    fc.assert(property);
  });
});

describe.each([false, true])('the envelope, with lower lines dropped first: %s', (isFiltered) => {
  it('has the line that is highest between any two points where lines meet, and the first of equal lines', () => {
    const property = fc.property(lines, (given) => {
      const { order, starts } = envelopeOf(given, isFiltered);
      const places = new Set<number>();
      for (const a of given) {
        for (const b of given) if (a.slope !== b.slope) places.add((a.intercept - b.intercept) / (b.slope - a.slope));
      }
      const sorted = [...places].sort((a, b) => a - b);
      const probes = sorted.map((place, i) => (place + (sorted[i + 1] ?? place + 2)) / 2);
      for (const gamma of [(sorted[0] ?? 0) - 1, ...probes]) {
        const heights = given.map(({ slope, intercept }) => intercept + gamma * slope);
        const found = order[starts.findLastIndex((start) => start <= gamma)]!;
        expect(heights[found]).toBeCloseTo(Math.max(...heights), 10);
        expect(
          given.findIndex((line) => line.slope === given[found]!.slope && line.intercept === given[found]!.intercept),
        ).toBe(found);
      }
      expect(starts[0]).toBe(-Infinity);
      for (let i = 1; i < starts.length; i++) expect(starts[i]).toBeGreaterThan(starts[i - 1]!);
    });
    fc.assert(property, { numRuns: 500 });
  });

  it.each([
    [
      'a line that touches where two others meet is nowhere highest',
      [
        [-1, 0],
        [0, 0],
        [1, 0],
      ],
      [0, 2],
      [-Infinity, 0],
    ],
    [
      'parallel lines: the higher',
      [
        [1, 0],
        [1, 5],
        [1, 5],
        [1, 3],
      ],
      [1],
      [-Infinity],
    ],
    [
      'lines that are parallel up to rounding never meet',
      [
        [1, 1e300],
        [1 + 2 ** -52, 0],
      ],
      [0],
      [-Infinity],
    ],
    [
      'slopes and heights near the largest allowed',
      [
        [-1e100, 1e100],
        [1e100, -1e100],
      ],
      [0, 1],
      [-Infinity, 1],
    ],
  ] as const)('%s', (_, given, order, starts) => {
    const found = envelopeOf(
      given.map(([slope, intercept]) => ({ slope, intercept })),
      isFiltered,
    );
    expect(found).toEqual({ order, starts });
  });
});
