import { expect, it } from 'vitest';
import { counted, differenceText, grouped, scoreText } from './elements.ts';

it.each([
  [12.345, '12.3'],
  [-0.25, '−0.3'],
  [Number.NaN, '–'],
])('the score %d is shown as %s', (score, text) => expect(scoreText(score, 1)).toBe(text));

it.each([
  [12.345, '+12.3'],
  [-12.345, '−12.3'],
  [0.04, '0.0'],
  [-0.04, '0.0'],
  [0, '0.0'],
  [Number.NaN, '–'],
])('the difference %d is shown as %s', (difference, text) => expect(differenceText(difference, 1)).toBe(text));

it('large numbers have commas', () => {
  expect([0, 999, 1000, 1_234_567].map(grouped)).toEqual(['0', '999', '1,000', '1,234,567']);
  expect([counted(1, 'word'), counted(2000, 'word')]).toEqual(['1 word', '2,000 words']);
});
