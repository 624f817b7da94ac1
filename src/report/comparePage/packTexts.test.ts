import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packTexts, unpackText } from './packTexts.ts';

const roundTrip = (texts: readonly string[]) => {
  const { words, texts: packed } = packTexts(texts);
  return packed.map((each) => unpackText(each, words));
};

describe('packed texts', () => {
  it('come back as they were', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('a', 'é', ' ', '.', '中', '\n', '\ud800', '😀') }),
    );
    fc.assert(
      fc.property(fc.array(anyText), (texts) => {
        expect(roundTrip(texts)).toEqual(texts);
      }),
    );
  });

  it('come back with words of one, two and three signs', () => {
    // 46 words have one sign, 46² more have two, so that the last of these have three.
    const texts = Array.from({ length: 3000 }, (_, i) => `w${i}`);
    expect(new Set(packTexts(texts).texts.map(({ length }) => length))).toEqual(new Set([1, 2, 3]));
    expect(roundTrip(texts)).toEqual(texts);
  });

  it('need no escape in JSON and in HTML', () => {
    const { texts } = packTexts(Array.from({ length: 3000 }, (_, i) => `w${i}`));
    expect(texts.join('')).toMatch(/^[ -~]*$/);
    expect(texts.join('')).not.toMatch(/["\\<]/);
  });

  it.each([
    ['An older idea, too.', ['An', ' older', ' idea', ',', ' too', '.']],
    ['  a \t', ['  ', 'a', ' \t']],
    ['Größe двух слов', ['Größe', ' двух', ' слов']],
    ['東京タワー', ['東', '京', 'タ', 'ワ', 'ー']],
    ['กา 😀', ['ก', 'า', ' 😀']],
  ])('of %j are made of %j', (text, words) => expect(packTexts([text]).words).toEqual(words));

  it('give the most frequent words the lowest numbers, and equals those of their first appearance', () => {
    expect(packTexts(['b a a c c', 'a']).words).toEqual([' a', ' c', 'b', 'a']);
  });
});
