import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignWords } from './alignWords.ts';

function commonLength(a: readonly number[], b: readonly number[]): number {
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      lengths[i]![j] =
        a[i - 1] === b[j - 1] ? lengths[i - 1]![j - 1]! + 1 : Math.max(lengths[i - 1]![j]!, lengths[i]![j - 1]!);
    }
  }
  return lengths[a.length]![b.length]!;
}

/** What holds of every alignment. */
function expectAligned(a: readonly number[], b: readonly number[]) {
  const { partners, isSame, isLongest } = alignWords(Int32Array.from(a), Int32Array.from(b));
  let before = -1;
  partners.forEach((partner, i) => {
    if (partner < 0) expect(isSame[i]).toBe(0);
    else expect(b[partner]).toBe(a[i]);
    if (isSame[i] === 0) return;
    expect(partner).toBeGreaterThan(before); // the same order on both sides
    before = partner;
  });
  const taken = partners.filter((partner) => partner >= 0);
  expect(new Set(taken).size).toBe(taken.length);
  // Of every word as many have a partner as both texts have.
  const left = new Map<number, number>();
  for (const word of b) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of a) {
    const count = left.get(word) ?? 0;
    if (count > 0) common++;
    left.set(word, count - 1);
  }
  expect(taken.length).toBe(common);
  return { same: isSame.reduce((sum, each) => sum + each, 0), isLongest };
}

describe('alignWords', () => {
  it('has a longest common subsequence, and partners for all that both have', () => {
    const text = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(expectAligned(a, b)).toEqual({ same: commonLength(a, b), isLongest: true });
      }),
      { seed: 20401, numRuns: 2000 },
    );
  });

  it('splits long texts at words that both have once', () => {
    // Every 100th word is a landmark; between them a few words of the one are not in the other.
    const a = Array.from({ length: 3000 }, (_, i) => (i % 100 === 50 ? 1000 + i : i % 7));
    const b = a.filter((_, i) => i % 13 !== 5 || i % 100 === 50);
    const { same, isLongest } = expectAligned(a, b);
    expect(isLongest).toBe(false);
    expect(same).toBe(b.length); // b is a part of a
  });

  it.each([
    ['nothing but two words', (i: number) => (i * 7919) % 13 > 5 ? 1 : 0, (i: number) => (i * 104_729) % 17 > 8 ? 1 : 0],
    ['the same words the other way round', (i: number) => i, (i: number) => 19_999 - i],
    ['nothing in common', (i: number) => i, (i: number) => 100_000 + i],
  ])('takes texts of thousands of words with %s', (_, one, other) => {
    const [a, b] = [one, other].map((word) => Array.from({ length: 20_000 }, (__, i) => word(i)));
    expect(expectAligned(a!, b!).isLongest).toBe(false);
  }); // prettier-ignore

  it('takes texts of very different lengths', () => {
    const { same } = expectAligned(
      [1, 2, 3],
      Array.from({ length: 200_000 }, (_, i) => i % 1000),
    );
    expect(same).toBe(3);
  });
});
