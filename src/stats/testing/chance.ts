/** Random numbers and rates of rejection for tests of tests. */
import { expect } from 'vitest';
import { normalQuantile } from '../distributions.ts';
import type { Pcg64 } from '../random.ts';

/** A draw from the standard normal distribution. */
export const normal = (random: Pcg64): number => normalQuantile(random.float() + 2 ** -54);

export const normals = (count: number, random: Pcg64): Float64Array =>
  Float64Array.from({ length: count }, () => normal(random));

/** p values of a test repeated on data of its own each time. */
export const repeat = (times: number, p: (random: Pcg64) => number, random: Pcg64): Float64Array =>
  Float64Array.from({ length: times }, () => p(random));

export const rejections = (pValues: Float64Array, level: number): number =>
  pValues.reduce((count, p) => count + (p <= level ? 1 : 0), 0) / pValues.length;

/** Where there is nothing to find, a test finds something no more often than it says, up to three standard errors. */
export function expectHonest(pValues: Float64Array, { atLeast = 0 }: { atLeast?: number } = {}): void {
  for (const level of [0.05, 0.1]) {
    const standardError = Math.sqrt((level * (1 - level)) / pValues.length);
    const rate = rejections(pValues, level);
    expect(rate, `at ${level}`).toBeLessThanOrEqual(level + 3 * standardError);
    // A test that never finds anything would pass otherwise.
    expect(rate, `at ${level}`).toBeGreaterThanOrEqual(atLeast * level);
  }
}
