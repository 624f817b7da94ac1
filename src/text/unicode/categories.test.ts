/** The frozen table is that of Unicode 18; an engine may have an older or a newer one. */
import { describe, expect, it } from 'vitest';
import { categoryRanges, hasLetters } from './categories.ts';

const inRanges = (ranges: readonly number[]): Uint8Array => {
  const member = new Uint8Array(0x110000);
  for (let i = 0; i < ranges.length; i += 2) member.fill(1, ranges[i], ranges[i + 1]! + 1);
  return member;
};

const engineIsOlder = Number(process.versions['unicode']) <= 18;

describe.each([
  ['punctuation', categoryRanges.punctuation().flat(), /^\p{P}$/u, [0x21, 0x3001, 0x1039f], [0x24, 0x61]],
  ['numbers', categoryRanges.numbers().flat(), /^\p{N}$/u, [0x30, 0xbd, 0x2167, 0x1d7d8], [0x61, 0x2e]],
  ['symbols', categoryRanges.symbols().flat(), /^\p{S}$/u, [0x24, 0x20ac, 0x1f600], [0x21, 0x30]],
])('%s', (_, ranges, pattern, members, others) => {
  const member = inRanges(ranges);

  it('has ascending ranges that do not touch', () => {
    for (let i = 0; i < ranges.length; i += 2) {
      expect(ranges[i]!).toBeLessThanOrEqual(ranges[i + 1]!);
      if (i > 0) expect(ranges[i]!).toBeGreaterThan(ranges[i - 1]! + 1);
    }
    expect(ranges.at(-1)!).toBeLessThanOrEqual(0x10ffff);
  });

  it('has well-known members', () => {
    for (const codePoint of members) expect(member[codePoint]).toBe(1);
    for (const codePoint of others) expect(member[codePoint]).toBe(0);
  });

  it.runIf(engineIsOlder)('agrees with the engine on every code point that the engine knows', () => {
    const wrong: string[] = [];
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
      const character = String.fromCodePoint(codePoint);
      if (pattern.test(character) !== (member[codePoint] === 1) && /^\p{Assigned}$/u.test(character)) {
        wrong.push(codePoint.toString(16));
      }
    }
    expect(wrong).toEqual([]);
  });
});

it('puts no code point into two categories', () => {
  const sets = [
    categoryRanges.punctuation().flat(),
    categoryRanges.numbers().flat(),
    categoryRanges.symbols().flat(),
  ].map(inRanges);
  let twice = 0;
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
    if (sets.reduce((sum, set) => sum + set[codePoint]!, 0) > 1) twice++;
  }
  expect(twice).toBe(0);
});

it.each(['a', 'É', '7', "'s", '3.5%', '—x', '中', 'ß', '𠀀', '½', 'Ⅻ', 'का', 'a😀'])('%s is a word', (word) => {
  expect(hasLetters(word)).toBe(true);
});

it.each(['', '.', '…', '--', '„“', '$', '€', '+', '&', '😀', '👍🏽', '。', '𝛁', ' ', '\u3000'])(
  '%j is not a word',
  (word) => {
    expect(hasLetters(word)).toBe(false);
  },
);
