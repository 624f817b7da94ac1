import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstSorted } from './index.ts';

describe('firstSorted', () => {
  it('begins as the sorted list does, with equals in their order', () => {
    const item = fc.record({ value: fc.integer({ min: 0, max: 5 }), name: fc.string() });
    fc.assert(
      fc.property(fc.array(item), fc.nat(8), (items, most) => {
        const order = (a: (typeof items)[0], b: (typeof items)[0]): number => b.value - a.value;
        expect(firstSorted(items, most, order)).toEqual(items.toSorted(order).slice(0, most));
      }),
      { seed: 22 },
    );
  });
});
