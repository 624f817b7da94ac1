import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LabelledPoint, type PlacedLabel, placeLabels } from './placeLabels.ts';
import { textWidth } from './textWidth.ts';

const [width, height] = [400, 320];

const point = fc.record({
  x: fc.double({ min: 20, max: 380, noNaN: true }),
  y: fc.double({ min: 20, max: 300, noNaN: true }),
  label: fc.string({ minLength: 1, maxLength: 12 }),
});

function boxOf({ label }: LabelledPoint, { x, y, anchor }: PlacedLabel) {
  const wide = textWidth(label, 11);
  const left = x - (anchor === 'start' ? 0 : anchor === 'end' ? wide : wide / 2);
  return { left, right: left + wide, top: y - 7, bottom: y + 7 };
}

describe('placeLabels', () => {
  it('covers no point and no other label, and stays in the plot', () => {
    fc.assert(
      fc.property(fc.array(point, { maxLength: 25 }), (points) => {
        const placed = placeLabels(points, width, height);
        expect(placed).toHaveLength(points.length);
        const boxes = placed.flatMap((place, i) => (place ? [boxOf(points[i]!, place)] : []));
        for (const [i, box] of boxes.entries()) {
          expect(box.left).toBeGreaterThanOrEqual(0);
          expect(box.right).toBeLessThanOrEqual(width);
          expect(box.top).toBeGreaterThanOrEqual(0);
          expect(box.bottom).toBeLessThanOrEqual(height);
          for (const { x, y } of points) {
            expect(x > box.left && x < box.right && y > box.top && y < box.bottom).toBe(false);
          }
          for (const other of boxes.slice(i + 1)) {
            const apart =
              box.right < other.left || other.right < box.left || box.bottom < other.top || other.bottom < box.top;
            expect(apart).toBe(true);
          }
        }
      }),
    );
  });

  it('puts a lone label to the right, or to the left at the right edge', () => {
    expect(placeLabels([{ x: 100, y: 100, label: 'a' }], width, height)).toEqual([
      { x: 108, y: 100, anchor: 'start', led: false },
    ]);
    expect(placeLabels([{ x: 395, y: 100, label: 'a' }], width, height)[0]).toMatchObject({ anchor: 'end' });
  });

  // The label `aaaa` is 28.16 wide, and 14 high. Each dot is in the way of all better places, but not of the expected one.
  it.each([
    ['to the right', [], 108, 100, 'start'],
    ['above on the right', [[130, 107]], 108, 92, 'start'],
    ['below on the right', [[130, 93]], 108, 108, 'start'],
    ['to the left', [[112, 100]], 92, 100, 'end'],
    ['above on the left', [[112, 100], [70, 107]], 92, 92, 'end'],
    ['below on the left', [[112, 100], [70, 93]], 92, 108, 'end'],
    ['above', [[120, 100], [80, 100]], 100, 87, 'middle'],
    ['below', [[120, 100], [80, 100], [100, 85]], 100, 113, 'middle'],
  ] as const)('finds the best place that is free: %s', (_, dots, x, y, anchor) => {
    const others = dots.map(([left, down]) => ({ x: left, y: down, label: '' }));
    const [place] = placeLabels([{ x: 100, y: 100, label: 'aaaa' }, ...others], width, height);
    expect(place).toEqual({ x, y, anchor, led: false });
  }); // prettier-ignore

  it('keeps off error bars where it can', () => {
    const bar = { left: 60, right: 140, top: 100, bottom: 100 };
    const [place] = placeLabels([{ x: 100, y: 100, label: 'a' }], width, height, [bar]);
    expect(Math.abs(place!.y - 100)).toBeGreaterThan(7);
  });

  it('leads to a label that had to go far, and leaves out one that finds no room', () => {
    const crowd = Array.from({ length: 200 }, (_, i) => ({
      x: 200 + (i % 15),
      y: 160 + Math.floor(i / 15),
      label: 'crowd',
    }));
    const placed = placeLabels(crowd, width, height);
    expect(placed.some((place) => place?.led)).toBe(true);
    expect(placed).toContain(undefined);
  });
});
