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
  const { partners, isSame } = alignWords(Int32Array.from(a), Int32Array.from(b));
  let before = -1;
  partners.forEach((partner, i) => {
    if (partner < 0) expect([partner, isSame[i]]).toEqual([-1, 0]);
    else expect(b[partner]).toBe(a[i]);
    if (isSame[i] === 0) return;
    expect(partner).toBeGreaterThan(before); // the same order on both sides
    before = partner;
  });
  return isSame.reduce((sum, each) => sum + each, 0);
}

describe('alignWords', () => {
  it('has a longest common subsequence', () => {
    const text = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(expectAligned(a, b)).toBe(commonLength(a, b));
      }),
      { seed: 20401, numRuns: 2000 },
    );
  });

  it.each([
    ['of 1024 words', 1024, 1024, 0],
    ['of very different lengths', 9, 100_000, 0],
    ['behind a long common beginning', 900, 1000, 5000],
  ])('has a longest one of texts %s', (_, wordsOfA, wordsOfB, beginning) => {
    // Two words alone, so that there is nothing to split at.
    const text = (words: number, first: number, factor: number) => [first, ...Array.from({ length: words - 2 }, (__, i) => ((i * factor) % 13 > 5 ? 1 : 0)), 1 - first]; // prettier-ignore
    const [a, b] = [text(wordsOfA, 0, 7919), text(wordsOfB, 1, 104_729)];
    const same = Array.from({ length: beginning }, (__, i) => i % 5);
    expect(expectAligned([...same, ...a], [...same, ...b])).toBe(beginning + commonLength(a, b));
  });

  it('splits long texts at words that both have once', () => {
    // Every 100th word is a landmark; between them a few words of the one are not in the other.
    const a = Array.from({ length: 3000 }, (_, i) => (i % 100 === 50 ? 1000 + i : i % 7));
    const b = a.filter((_, i) => i % 13 !== 5 || i % 100 === 50);
    expect(expectAligned(a, b)).toBe(b.length); // b is a part of a
    const longer = a.flatMap((word, i) => (i % 97 === 3 ? [word, 70_000 + i] : [word])); // with words that b does not have
    expect(expectAligned(longer, b)).toBe(b.length);
    expect(expectAligned(b, longer)).toBe(b.length);
  });

  it('aligns what follows the same beginning as it would by itself', () => {
    const two = (length: number, factor: number, first: number) => [first, ...Array.from({ length }, (_, i) => ((i * factor) % 13 > 5 ? 1 : 0))]; // prettier-ignore
    const [a, b] = [two(9000, 7919, 0), two(6000, 104_729, 1)];
    const start = Array.from({ length: 500 }, (_, i) => i % 5);
    expect(expectAligned([...start, ...a], [...start, ...b])).toBe(500 + expectAligned(a, b));
    expect(expectAligned([...start, ...b], [...start, ...a])).toBe(500 + expectAligned(b, a));
  });

  it('splits the parts of long texts again, where they begin at different places', () => {
    // Only the landmark is there once; beside it, every word of the part is. Eighty words more begin the first text.
    const part = Array.from({ length: 2000 }, (_, i) => 1000 + i);
    const shorter = part.filter((_, i) => i % 13 !== 5);
    const a = [...new Array<number>(80).fill(7), ...part, 1, ...part];
    const b = [...shorter, 1, ...shorter];
    expect(expectAligned(a, b)).toBe(b.length); // b is a part of a
  });

  it('splits at words that both parts have once, whatever follows the parts', () => {
    const apart = (from: number, length: number) => Array.from({ length }, (_, i) => from + i);
    const [word, end] = [1, [1, 2]];
    // In the first the word is there once more than in the second, which has it only in the end that both have.
    const [one, other] = [
      [...apart(10, 1500), word, ...apart(5000, 1500), ...end],
      [...apart(20_000, 3000), ...end],
    ];
    expect([expectAligned(one, other), expectAligned(other, one)]).toEqual([2, 2]);
    // Both have it once before the end, far from each other.
    const late = [...apart(30_000, 2500), word, ...apart(40_000, 500), ...end];
    const early = [...apart(50_000, 500), word, ...apart(60_000, 2500), ...end];
    expect([expectAligned(late, early), expectAligned(early, late)]).toEqual([3, 3]);
  });

  it('finds the only common word of long texts, also if one begins with it', () => {
    const long = (word: number) => new Array<number>(1500).fill(word);
    expect(expectAligned([...long(1), 3, ...long(1)], [3, ...long(2)])).toBe(1);
    expect(expectAligned([3, ...long(2)], [...long(1), 3, ...long(1)])).toBe(1);
  });

  it.each([
    ['nothing but two words', (i: number) => (i * 7919) % 13 > 5 ? 1 : 0, (i: number) => (i * 104_729) % 17 > 8 ? 1 : 0, 10_000],
    ['the same words the other way round', (i: number) => i, (i: number) => 19_999 - i, 0],
    ['nothing in common', (i: number) => i, (i: number) => 100_000 + i, 0],
  ])('takes texts of thousands of words with %s', (_, one, other, least) => {
    const [a, b] = [one, other].map((word) => Array.from({ length: 20_000 }, (__, i) => word(i)));
    expect(expectAligned(a!, b!)).toBeGreaterThanOrEqual(least); // of two words, half at least
  }); // prettier-ignore

  it('takes texts of very different lengths', () => {
    const same = expectAligned(
      [1, 2, 3],
      Array.from({ length: 200_000 }, (_, i) => i % 1000),
    );
    expect(same).toBe(3);
  });
});
