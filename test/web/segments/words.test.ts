import { expect, it } from 'vitest';
import { differenceText, scoreText } from '../../../web/segments/words.ts';

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
