import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteLines } from './byteLines.ts';
import { LineReader, detached } from './lineReader.ts';

async function* chunked(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  // One buffer for all chunks, as files are read.
  const shared = Buffer.alloc(size);
  for (let at = 0; at < bytes.length; at += size) {
    const length = bytes.copy(shared, 0, at, at + size);
    await Promise.resolve();
    yield shared.subarray(0, length);
  }
}

async function linesOf(bytes: Buffer, chunkSize: number, batchSize = 1000): Promise<string[]> {
  const reader = new LineReader({ name: 'x.txt', chunks: () => chunked(bytes, chunkSize) });
  const lines: string[] = [];
  for (let size = 1; size > 0;) {
    size = await reader.offer(batchSize, Infinity);
    lines.push(...reader.take(size));
  }
  expect(reader.taken).toBe(lines.length);
  expect(await byteLinesOf(bytes, chunkSize, batchSize)).toEqual(lines);
  return lines;
}

/** The same lines, read as bytes. */
async function byteLinesOf(bytes: Buffer, chunkSize: number, batchSize: number): Promise<string[]> {
  const reader = new ByteLines({ name: 'x.txt', chunks: () => chunked(bytes, chunkSize) });
  const lines: string[] = [];
  let held: { readonly column: Uint8Array; readonly texts: string[] }[] = [];
  for (let size = 1; size > 0;) {
    size = await reader.offer(batchSize, Infinity);
    if (size === 0) continue;
    const first = reader.peek();
    const column = reader.take(size);
    const texts = reader.lines(column);
    lines.push(...texts);
    expect(texts[0]).toBe(first);
    held.push({ column, texts });
    // Two of three are released, in another order than they were taken; until then nothing is written over them.
    if (held.length === 3) {
      for (const taken of [held[2]!, held[0]!]) {
        expect(reader.lines(taken.column)).toEqual(taken.texts);
        reader.release(taken.column);
      }
      held = [held[1]!];
    }
  }
  for (const { column, texts } of held) expect(reader.lines(column)).toEqual(texts);
  expect(reader.taken).toBe(lines.length);
  return lines;
}

const cases: [name: string, text: string | Buffer, lines: string[]][] = [
  ['nothing', '', []],
  ['one empty line', '\n', ['']],
  ['a last line without LF', 'a\nb', ['a', 'b']],
  ['empty lines at both ends', '\na\n\n', ['', 'a', '']],
  ['CRLF', 'a\r\n\r\nb\r\n', ['a', '', 'b']],
  ['a lone CR', 'a\rb\n\rc\n', ['a\rb', '\rc']],
  ['two CRs before LF', 'a\r\r\n', ['a\r']],
  ['CR at the end of the file', 'a\r\nb\r', ['a', 'b\r']],
  ['a byte order mark', '\uFEFFa\n\uFEFFb\n', ['a', '\uFEFFb']],
  ['only a byte order mark', '\uFEFF', []],
  ['a byte order mark and LF', '\uFEFF\n', ['']],
  ['NUL', 'a\0b\n\0\n', ['a\0b', '\0']],
  ['other line separators', 'a\u2028b\u0085c\vd\n', ['a\u2028b\u0085c\vd']],
  ['all lengths of UTF-8', 'aé€😀\n', ['aé€😀']],
];

describe('lines', () => {
  for (const [name, text, lines] of cases) {
    it(name, async () => {
      for (const size of [1, 2, 3, 5, 1000]) expect(await linesOf(Buffer.from(text), size)).toEqual(lines);
    });
  }

  it('of any text come back, whatever the size of chunks and batches', async () => {
    const line = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replace(/[\n\r]/g, ''));
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1 }),
        fc.integer({ min: 1, max: 64 }),
        fc.integer({ min: 1, max: 8 }),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        async (lines, chunkSize, batchSize, end, endsInLf) => {
          fc.pre(!lines[0]!.startsWith('\uFEFF') && (endsInLf || lines.at(-1) !== ''));
          const bytes = Buffer.from(lines.join(end) + (endsInLf ? end : ''));
          expect(await linesOf(bytes, chunkSize, batchSize)).toEqual(lines);
          const counted = new LineReader({ name: 'x.txt', chunks: () => chunked(bytes, chunkSize) });
          counted.take(await counted.offer(batchSize, Infinity));
          expect(await counted.total()).toBe(lines.length);
        },
      ),
    );
  });

  it('are written over only after they were released', async () => {
    const wanted = Array.from({ length: 3000 }, (_, i) => `line ${i} ${'x'.repeat(i % 50)}`);
    const bytes = Buffer.from(wanted.join('\n'));
    const reader = new ByteLines({ name: 'x.txt', chunks: () => chunked(bytes, 500) });
    const kept: { readonly column: Uint8Array; readonly from: number; readonly size: number }[] = [];
    const memory = new Set<ArrayBufferLike>();
    let taken = 0;
    let waiting: Uint8Array | undefined;
    for (let from = 0, size; (size = await reader.offer(7, Infinity)) > 0; from += size) {
      const column = reader.take(size);
      memory.add(column.buffer);
      if (++taken % 20 === 0) kept.push({ column, from, size });
      else {
        if (waiting) reader.release(waiting);
        waiting = column;
      }
    }
    expect(kept.length).toBeGreaterThan(15);
    for (const { column, from, size } of kept) expect(reader.lines(column)).toEqual(wanted.slice(from, from + size));
    expect(memory.size).toBeLessThan(bytes.length / 2000 / 2);
  });

  it('longer than what is decoded at a time', async () => {
    const long = 'é'.repeat(2_500_000);
    const text = Buffer.from(`a\n${long}\nb\n${long}`);
    expect((await linesOf(text, 1 << 18)).map((line) => line.length)).toEqual([1, 2_500_000, 1, 2_500_000]);
  });

  it('are offered by number of characters, alike for all chunks', async () => {
    const bytes = Buffer.from(['12345', '123', '', '12', '123456789'].join('\n'));
    for (const chunkSize of [1, 4, 100]) {
      const reader = new LineReader({ name: 'x.txt', chunks: () => chunked(bytes, chunkSize) });
      const sizes: number[] = [];
      for (let size = 1; size > 0; sizes.push(size)) {
        size = await reader.offer(3, 6);
        reader.take(size);
      }
      expect(sizes).toEqual([2, 3, 0]);
    }
  });
});

it('detached texts are equal to what they were cut from', () => {
  for (const text of ['', 'short', 'a longer text, cut from a chunk']) expect(detached(text)).toBe(text);
});
