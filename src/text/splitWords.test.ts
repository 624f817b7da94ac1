import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isSpace } from './characters.ts';
import { countWords, splitWords } from './splitWords.ts';

// What str.split() of Python gives.
it.each([
  ['', []],
  [' ', []],
  [' a\tb  c ', ['a', 'b', 'c']],
  ['a\u00a0b\u3000c\u0085d', ['a', 'b', 'c', 'd']],
  ['\ufeffa\u200bb', ['\ufeffa\u200bb']], // no white space, unlike \s
])('%j', (text, words) => {
  expect(splitWords(text)).toEqual(words);
  expect(countWords(text)).toBe(words.length);
});

it('gives back what was joined', () => {
  const word = fc.string({ minLength: 1 }).filter((text) => ![...text].some((unit) => isSpace(unit.charCodeAt(0))));
  fc.assert(
    fc.property(fc.array(word), (words) => {
      expect(splitWords(words.join(' '))).toEqual(words);
    }),
  );
});
