import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../core/index.ts';
import { type ReadOutputs, readOutputs } from './readOutputs.ts';
import { type Contents, withFiles } from './testing/files.ts';

interface Request {
  readonly files: readonly string[];
  readonly references?: readonly string[];
  readonly sources?: string;
  readonly names?: readonly string[];
}

const read = (contents: Contents, { files, references, sources, names }: Request): Promise<ReadOutputs> =>
  withFiles(contents, (directory) =>
    readOutputs({
      files: files.map((file) => join(directory, file)),
      ...(references && { references: references.map((file) => join(directory, file)) }),
      ...(sources !== undefined && { sources: join(directory, sources) }),
      ...(names && { names }),
    }),
  );

const contents = {
  'a.txt': 'one\ntwo\n',
  'b.txt.gz': gzipSync('eins\nzwei'),
  'ref.txt': 'r1\nr2\n',
  'src.txt': 's1\ns2\n',
};

describe('readOutputs', () => {
  it('reads plain text without references', async () => {
    const { sha256, ...rest } = await read(contents, { files: ['a.txt', 'b.txt.gz'], sources: 'src.txt' });
    expect(rest).toEqual({ systems: ['a', 'b'], texts: [['one', 'two'], ['eins', 'zwei']], sources: ['s1', 's2'], notes: [] }); // prettier-ignore
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('reads them with references', async () => {
    const found = await read(contents, { files: ['a.txt', 'b.txt.gz'], references: ['ref.txt'], names: ['x', 'y'] });
    expect(found).toMatchObject({
      systems: ['x', 'y'],
      texts: [['one', 'two'], ['eins', 'zwei']],
      references: [['r1'], ['r2']],
    }); // prettier-ignore
  });

  it('reads files that hold references themselves', async () => {
    const table = { 'task.tsv': 'source\tref\thyp:x\thyp:y\ns\tr\tone\ttwo\n' };
    const found = await read(table, { files: ['task.tsv'] });
    expect(found).toMatchObject({ texts: [['one'], ['two']], references: [['r']], sources: ['s'] });
  });

  it.each([
    ['unequal lengths', { 'a.txt': 'x\n', 'b.txt': 'x\ny\n' }, 'has 2 lines, '],
    ['a missing file', { 'a.txt': 'x\n' }, 'no such file'],
    ['a table without references', { 'a.txt': 'x\n', 'b.tsv': 'hyp:x\none\n' }, 'references'],
  ])('refuses %s', async (_, given, message) => {
    const files = 'b.tsv' in given ? ['b.tsv'] : ['a.txt', 'b.txt'];
    const reading = read(given, { files });
    await expect(reading).rejects.toThrow(UsageError);
    await expect(reading).rejects.toThrow(message);
  });
});
