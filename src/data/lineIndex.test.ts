import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openCache } from './cache/openCache.ts';
import { withHeldFiles } from './heldFiles.ts';
import { Input } from './input.ts';
import { indexLines, linesOfShard, rangeOfShard } from './lineIndex.ts';
import { checksumOf, openTask } from './openTask.ts';
import { faultOf, readFiles, readWhole, withFiles, zstdFrame } from './testing/files.ts';

describe('lines of a shard', () => {
  it.each([
    { lines: 10, of: 3, cuts: [0, 3, 6, 10] },
    { lines: 4, of: 4, cuts: [0, 1, 2, 3, 4] },
    { lines: 2 ** 52 + 1, of: 2, cuts: [0, 2 ** 51, 2 ** 52 + 1] },
  ])('cuts $lines lines into $of parts', ({ lines, of, cuts }) => {
    for (let part = 1; part <= of; part++) {
      expect(linesOfShard(lines, { part, of })).toEqual([cuts[part - 1], cuts[part]]);
    }
  });

  it('are all lines, each once, whatever ends them', async () => {
    const text = fc.array(fc.constantFrom('', 'a', 'é ß', '\uFEFFb', 'c\r', 'x'.repeat(200)), { minLength: 1 });
    const cases = fc.record({
      lines: text,
      end: fc.constantFrom('', '\n', '\r\n'),
      many: fc.boolean(),
      of: fc.nat(20),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ lines, end, many, of }) => {
        const longer = many ? Array.from({ length: 3000 }, (_, i) => lines[i % lines.length]!) : lines;
        const content = longer.join('\n') + end;
        await withFiles({ 'a.txt': content, 'b.txt': content }, async (directory) => {
          const a = `${directory}/a.txt`;
          const b = `${directory}/b.txt`;
          const request = { files: [b], references: [a], format: 'text', emptyReferences: 'keep' } as const;
          if (content === '') return;
          const whole = await readWhole(request);
          const parts = Math.min(of + 1, whole.references.length);
          const found: string[] = [];
          for (let part = 1; part <= parts; part++) {
            const read = await readWhole({ ...request, shard: { part, of: parts } });
            expect(read.references.map(([first]) => first)).toEqual(read.hypotheses[0]);
            found.push(...read.hypotheses[0]!);
          }
          expect(found).toEqual(whole.hypotheses[0]);
        });
      }),
      { seed: 4, numRuns: 60 },
    );
  });
});

describe('a task of a shard', () => {
  const files = { 'ref.txt': 'a\nb\nc\nd\ne\n', 'sys.txt': 'a\nb\nC\nd\ne\n', 'short.txt': 'a\nb\n' };

  it('knows the checksum of the whole, and its own before it is read', async () => {
    await withFiles(files, async (directory) => {
      const request = { files: [`${directory}/sys.txt`], references: [`${directory}/ref.txt`] };
      const whole = await readWhole(request);
      const shard = { part: 2, of: 2 };
      const task = await openTask({ ...request, shard });
      for await (const _ of task.batches()) continue;
      expect(task.wholeChecksum).toBe(whole.checksum);
      expect(task.checksum).not.toBe(whole.checksum);
      expect(await checksumOf({ ...request, shard })).toBe(task.checksum);
      expect(await checksumOf(request)).toBe(whole.checksum);
      expect(await checksumOf({ ...request, shard: { part: 1, of: 2 } })).not.toBe(task.checksum);
    });
  });

  it.each([
    ['shorter', (lines: string) => lines.slice(0, -11)],
    ['longer', (lines: string) => `another line\n${lines}`],
    ['another of the same length', (lines: string) => lines.replaceAll('some', 'same')],
  ])('is refused when a file has become %s', async (_, changed) => {
    const lines = 'some words\n'.repeat(100_000); // more than is read when it is opened
    await withFiles({ 'ref.txt': lines, 'sys.txt': lines }, async (directory) => {
      const path = `${directory}/ref.txt`;
      const shard = { part: 2, of: 2 };
      const range = rangeOfShard(path, indexLines(path), shard);
      const task = await openTask({ files: [`${directory}/sys.txt`], references: [path], shard });
      writeFileSync(path, changed(lines));
      const read = async (): Promise<void> => {
        for await (const __ of task.batches()) continue;
      };
      const message = /^cannot read .*ref\.txt: it was changed after its lines were found/;
      await expect(read()).rejects.toThrow(message);
      await expect(Input.open(path, undefined, range)).rejects.toThrow(message);
    });
  });

  const request = { files: ['sys.txt'], references: ['ref.txt'], shard: { part: 2, of: 2 } };
  it.each([
    { more: {}, file: 'sys.txt', content: 'a\nb\n', message: 'sys.txt has 2 lines, ref.txt has 5. All files' },
    { more: {}, file: 'sys.txt', content: gzipSync('a\n'), message: 'is compressed, so its lines cannot be found' },
    { more: {}, file: 'sys.txt', content: zstdFrame('a\n'), message: 'Decompress it first: zstd -d' },
    {
      more: { files: ['-'] },
      message: '--shard 2/2: standard input cannot be cut at lines. Write it to a file first.',
    },
    { more: { files: ['sys.tsv'] }, message: 'sys.tsv is TSV, but only plain text can be cut at lines.' },
    {
      more: { shard: { part: 1, of: 6 } },
      message: '--shard 1/6: ref.txt has 5 lines. Cut it into at most as many parts.',
    },
    { more: {}, file: 'ref.txt', content: 'a\nb\nc\n\ne\n', message: 'ref.txt, line 4: the reference is empty.' },
    { more: {}, file: 'sys.txt', content: Buffer.from('a\nb\nc\nd\n\xff\n', 'latin1'), message: 'sys.txt, line 5' },
  ])('refuses what cannot be cut: $message', async ({ more, file, content, message }) => {
    const contents = { ...files, ...(file === undefined ? {} : { [file]: content }) };
    expect(await faultOf(contents, { ...request, ...more })).toContain(message);
  });

  it('refuses what came with a request, whatever file has its name', async () => {
    await withFiles(files, async (directory) => {
      const [sys, ref] = [`${directory}/sys.txt`, `${directory}/ref.txt`] as const;
      const held = new Map([[ref, Buffer.from('a\nb\nC\nd\nE\n')]]);
      const opened = withHeldFiles(held, () => openTask({ ...request, files: [sys], references: [ref] }));
      await expect(opened).rejects.toThrow(/^--shard 2\/2: .*ref\.txt came with the request\. Send only the lines/);
    });
  });

  it('reads a first line that would be another format elsewhere', async () => {
    const odd = { 'ref.txt': 'a\n{"a": 1}\n', 'sys.txt': 'a\n{"a": 1}\n' };
    expect((await readFiles(odd, request)).hypotheses).toEqual([['{"a": 1}']]);
  });
});

describe('the index of lines', () => {
  const before = process.env['ASSAY_CACHE'];
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-lines-'));
    process.env['ASSAY_CACHE'] = join(folder, 'cache');
  });
  afterAll(() => {
    if (before === undefined) delete process.env['ASSAY_CACHE'];
    else process.env['ASSAY_CACHE'] = before;
    rmSync(folder, { recursive: true });
  });

  it('has the checksum of the file, and finds any line', () => {
    const path = join(folder, 'long.txt');
    const lines = Array.from({ length: 5000 }, (_, i) => 'x'.repeat(i % 700));
    writeFileSync(path, lines.join('\n'));
    const index = indexLines(path);
    expect(index.lines).toBe(5000);
    expect(index.sha256).toBe(createHash('sha256').update(readFileSync(path)).digest('hex'));
    for (const of of [1, 2, 3, 4999]) {
      for (const part of [1, Math.ceil(of / 2), of]) {
        const { from, to, linesBefore } = rangeOfShard(path, index, { part, of });
        const [first, next] = linesOfShard(5000, { part, of });
        expect(linesBefore).toBe(first);
        const read = readFileSync(path, 'utf8').slice(from, to);
        expect(read).toBe(lines.slice(first, next).join('\n') + (next === 5000 ? '' : '\n'));
      }
    }
  });

  it('is kept while the file is the same, and made again when it is not', () => {
    const path = join(folder, 'kept.txt');
    const old = new Date(Date.now() - 60_000);
    writeFileSync(path, 'a\nb\n');
    utimesSync(path, old, old);
    const made = vi.spyOn(openCache('lines'), 'put'); // what was found by reading is put there
    const first = indexLines(path);
    expect(made).toHaveBeenCalledTimes(1);
    const { size } = statSync(path);
    expect(indexLines(path)).toEqual(first);
    expect(made).toHaveBeenCalledTimes(1);
    writeFileSync(path, 'a\n\n\n'); // as long, but changed
    expect(statSync(path).size).toBe(size);
    utimesSync(path, old, old);
    expect(indexLines(path)).toMatchObject({ lines: 3 });
    expect(made).toHaveBeenCalledTimes(2);
    writeFileSync(path, 'b\n'); // just now, so that it may change again within the same tick of the clock
    expect(indexLines(path)).toMatchObject({ lines: 1 });
    expect(made).toHaveBeenCalledTimes(2);
  });
});
