import { expect, it } from 'vitest';
import { hasLetters } from './hasLetters.ts';

it.each(['a', 'É', '7', "'s", '3.5%', '—x', '中', 'ß', '𠀀', '½', 'Ⅻ', 'का', 'a😀'])('%s is a word', (word) => {
  expect(hasLetters(word)).toBe(true);
});

it.each(['', '.', '…', '--', '„“', '$', '€', '+', '&', '😀', '👍🏽', '。', '𝛁', ' ', '\u3000'])('%j is none', (word) => {
  expect(hasLetters(word)).toBe(false);
});
