import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeUtf8 as decodeFast } from '../data/input.ts';
import { decodeUtf8, findInvalidUtf8, invalidUtf8 } from './utf8.ts';

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
