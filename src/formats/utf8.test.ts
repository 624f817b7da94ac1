import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeUtf8 as decodeFast } from '../data/input.ts';
import { byteOrderMark, decodeUtf8, findInvalidUtf8, invalidUtf8 } from './utf8.ts';

const bytes = (...values: number[]): Buffer => Buffer.from(values);

const invalid: [name: string, bytes: Buffer, at: number][] = [
  ['Latin-1 é', bytes(0x61, 0xe9, 0x62), 1],
  ['a lone continuation', bytes(0x61, 0x80), 1],
  ['cut off at the end', bytes(0xe2, 0x82), 0],
  ['overlong /', bytes(0xc0, 0xaf), 0],
  ['overlong, three bytes', bytes(0xe0, 0x80, 0xaf), 0],
  ['overlong, four bytes', bytes(0xf0, 0x80, 0x80, 0xaf), 0],
  ['a surrogate', bytes(0xed, 0xa0, 0x80), 0],
  ['past U+10FFFF', bytes(0xf4, 0x90, 0x80, 0x80), 0],
  ['0xFF after text', bytes(0xc3, 0xa9, 0xff), 2],
];
it.each(invalid)('not valid: %s', (_, run, at) => {
  expect(findInvalidUtf8(run)).toBe(at);
  expect(decodeUtf8(run)).toBeUndefined();
  expect(decodeFast(run)).toBeUndefined();
});

it('agrees with Node on which bytes are valid, and what they mean', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 4 }).map((values) => Buffer.from(values)),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 4 }), (pieces) => {
      const run = Buffer.concat(pieces);
      expect(findInvalidUtf8(run) < 0).toBe(isUtf8(run));
      const text = isUtf8(run) ? run.toString('utf8') : undefined;
      expect(decodeUtf8(run)).toBe(text);
      expect(decodeFast(run)).toBe(text);
    }),
  );
});

it('counts lines and bytes from 1', () => {
  const run = Buffer.concat([Buffer.from('é\nab'), bytes(0xe9), Buffer.from('\nc')]);
  expect(invalidUtf8('sys.txt', run, 15, 100).message).toBe(
    'sys.txt, line 17, byte 3: not valid UTF-8 (0xE9, byte 106 of the file). ' +
      'Convert the file to UTF-8, for example with iconv.',
  );
});

describe('other encodings', () => {
  const utf32 = (text: string): Buffer => {
    const bytes = Buffer.alloc(4 * [...text].length);
    [...text].forEach((character, i) => bytes.writeUInt32LE(character.codePointAt(0)!, 4 * i));
    return bytes;
  };
  const english = 'The cat sat on the mat.\nIt was happy.\n';
  const russian = 'Кошка сидела на ковре.\nОна была довольна.\n';
  const cases: [name: string, bytes: Buffer, expected: RegExp | number][] = [
    ['UTF-8', Buffer.from(english), 0],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${english}`), 3],
    ['a NUL or two in UTF-8', Buffer.from(english.replace('cat', 'c\0t').replace('was', '\0as').repeat(3)), 0],
    [
      'UTF-16',
      Buffer.from(`\ufeff${english}`, 'utf16le'),
      /^x\.txt is UTF-16, not UTF-8\..* iconv -f UTF-16 -t UTF-8\.$/,
    ],
    ['UTF-16LE', Buffer.from(english, 'utf16le'), /is UTF-16 without a byte order mark, .*-f UTF-16LE /],
    ['UTF-16BE', Buffer.from(english, 'utf16le').swap16(), /is UTF-16 without a byte order mark, .*-f UTF-16BE /],
    ['Russian in UTF-16LE', Buffer.from(russian, 'utf16le'), /-f UTF-16LE /],
    ['Russian in UTF-16BE', Buffer.from(russian, 'utf16le').swap16(), /-f UTF-16BE /],
    ['a short line in UTF-16LE', Buffer.from('abcd', 'utf16le'), /-f UTF-16LE /],
    ['UTF-32', utf32(`\ufeff${english}`), /^x\.txt is UTF-32, not UTF-8\..* iconv -f UTF-32 /],
    ['UTF-32, big end first', utf32(`\ufeff${english}`).swap32(), /^x\.txt is UTF-32, not UTF-8/],
    ['UTF-32LE', utf32(english), /is UTF-32 without a byte order mark, .*-f UTF-32LE /],
    ['UTF-32BE', utf32(english).swap32(), /-f UTF-32BE /],
    ['Russian in UTF-32LE', utf32(russian), /-f UTF-32LE /],
    ['Russian in UTF-32BE', utf32(russian).swap32(), /-f UTF-32BE /],
    ['bytes of all kinds', Buffer.from(Array.from({ length: 999 }, (_, i) => (i * i) % 7)), 0],
  ];
  it.each(cases)('%s', (_, bytes, expected) => {
    if (typeof expected === 'number') expect(byteOrderMark('x.txt', bytes)).toBe(expected);
    else expect(() => byteOrderMark('x.txt', bytes)).toThrow(expected);
  });
});
