import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokensOf } from '../../../web/segments/tokens.ts';

describe('tokens', () => {
  const cut = (text: string, kind: 'words' | 'spaces' = 'words') =>
    tokensOf(text, kind).map(({ start, end }) => text.slice(start, end));

  it.each([
    ['The cat, sat.', ['The', 'cat', ',', 'sat', '.']],
    ["don't state-of-the-art 3,000.5 A.B 1, 2", ["don't", 'state-of-the-art', '3,000.5', 'A', '.', 'B', '1', ',', '2']],
    ['东京タワー2024年', ['东', '京', 'タ', 'ワ', 'ー', '2024', '年']],
    ['قط، كبير', ['قط', '،', 'كبير']],
    ['नमस्ते', ['नमस्ते']],
    ['ภาษา', ['ภ', 'า', 'ษ', 'า']],
    ["'a' -b-", ["'", 'a', "'", '-', 'b', '-']],
    [' \t\n', []],
  ] as const)('of %j are %j', (text, tokens) => expect(cut(text)).toEqual(tokens));

  it('may be what is between spaces', () => expect(cut(' a,b  c. ', 'spaces')).toEqual(['a,b', 'c.']));

  it('are all of a text but its white space', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('words', 'spaces'), (text, kind) => {
        expect(cut(text, kind).join('')).toBe(text.replace(/\s/g, ''));
      }),
    );
  });
});
