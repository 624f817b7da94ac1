import fc from 'fast-check';
import { expect, it } from 'vitest';
import { UsageError } from '../core/index.ts';
import { holdOut } from './tuningSet.ts';

it('divides all segments, in order, the same for the same seed', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(), { minLength: 2, maxLength: 30 }), fc.nat(), (segments, seed) => {
      const { tunedOn, heldOut } = holdOut(segments, 0.5, seed);
      expect(heldOut).toHaveLength(Math.round(segments.length / 2));
      expect(segments.filter((i) => tunedOn.includes(i))).toEqual(tunedOn);
      expect(segments.filter((i) => !tunedOn.includes(i))).toEqual(heldOut);
      expect(holdOut(segments, 0.5, seed)).toEqual({ tunedOn, heldOut });
    }),
  );
});

it('draws others for a different seed', () => {
  const segments = Array.from({ length: 20 }, (_, i) => i);
  expect(new Set([1, 2, 3].map((seed) => holdOut(segments, 0.3, seed).heldOut.join())).size).toBe(3);
});

it.each([
  [[1, 2, 3], 1],
  [[1, 2, 3], 0.1],
  [[1], 0.5],
  [[], 0.5],
])('of %j a share of %d cannot be held out', (segments, share) => {
  expect(() => holdOut(segments, share, 1)).toThrow(UsageError);
});
