import fc from 'fast-check';
import { expect, it } from 'vitest';
import { escaped, unescaped } from './assay.ts';

it.each([
  ['plain', 'plain'],
  ['', '\\e'],
  ['a\tb\nc\rd', 'a\\tb\\nc\\rd'],
  ['\\n', '\\\\n'],
  ['\\e', '\\\\e'],
])('%j is written as %s', (text, field) => {
  expect(escaped(text)).toBe(field);
  expect(unescaped(field)).toBe(text);
});

it('leaves a backslash that starts no code', () => expect(unescaped('C:\\dir \\')).toBe('C:\\dir \\'));

it('reads back what it wrote, in one field of one line', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '\\', 't', 'n', 'r', 'e', '\t', '\n', '\r', '😀') }), (text) => {
      const field = escaped(text);
      expect(field).toMatch(/^[^\t\n\r]+$/);
      expect(unescaped(field)).toBe(text);
    }),
  );
});
