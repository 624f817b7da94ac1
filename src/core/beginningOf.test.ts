import { expect, it } from 'vitest';
import { beginningOf } from './errors.ts';

it.each([
  ['', '""'],
  ['a "b"\t', '"a \\"b\\"\\t"'],
  ['x'.repeat(40), `"${'x'.repeat(40)}"`],
  ['x'.repeat(41), `"${'x'.repeat(40)}…"`],
  ['😀'.repeat(40), `"${'😀'.repeat(40)}"`],
  [`x${'😀'.repeat(1000)}`, `"x${'😀'.repeat(39)}…"`],
])('%j begins with %s', (text, beginning) => expect(beginningOf(text)).toBe(beginning));
