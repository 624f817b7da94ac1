import fc from 'fast-check';
import { expect, it } from 'vitest';
import { zstdFrame } from './testing/files.ts';
import { cutAtFrames } from './zstdFrames.ts';

/** A frame that decompressors pass over. */
const skippable = Buffer.from([0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
/** `printf 'hello world\nfoo\n' | zstd`: a window, no content size, a checksum. */
const made = Buffer.from('28b52ffd0458810000' + Buffer.from('hello world\nfoo\n').toString('hex') + '42420c83', 'hex');

async function cut(bytes: Buffer, size: number): Promise<Buffer[]> {
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const pieces: Buffer[] = [];
  for await (const piece of cutAtFrames(chunks())) pieces.push(piece);
  return pieces;
}

const frames = [zstdFrame('a b\n'), skippable, made, zstdFrame(''), zstdFrame('c'.repeat(200))];

it('cuts at the ends of frames, however the bytes come', async () => {
  expect(await cut(Buffer.concat(frames), 1 << 16)).toEqual(frames);
  for (const size of [1, 2, 3, 7, 40])
    expect(Buffer.concat(await cut(Buffer.concat(frames), size))).toEqual(Buffer.concat(frames));
});

it('notices where data stops inside a frame', async () => {
  const ends = frames.map((_, f) => Buffer.concat(frames.slice(0, f + 1)).length);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: ends.at(-1)! }),
      fc.integer({ min: 1, max: 50 }),
      async (length, size) => {
        const fault = await cut(Buffer.concat(frames).subarray(0, length), size).then(() => '', String);
        expect(fault).toBe(ends.includes(length) ? '' : 'Error: zstd data is cut off');
      },
    ),
  );
});

it('detects data that is not a frame', async () => {
  await expect(cut(Buffer.concat([zstdFrame('a'), Buffer.from('junk')]), 8)).rejects.toThrow('zstd data is damaged');
});
