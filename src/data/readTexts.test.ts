import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../core/index.ts';
import { type ReadTexts, readTexts } from './readTexts.ts';
import { type Contents, withFiles } from './testing/files.ts';

interface Request {
  readonly files: readonly string[];
  readonly references?: readonly string[];
  readonly sources?: string;
  readonly names?: readonly string[];
}

const read = (contents: Contents, { files, references, sources, names }: Request): Promise<ReadTexts> =>
  withFiles(contents, (directory) =>
    readTexts({
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

describe('readTexts', () => {
  it('reads plain text without references', async () => {
    const { sha256, ...rest } = await read(contents, { files: ['a.txt', 'b.txt.gz'], sources: 'src.txt' });
    expect(rest).toEqual({ systems: ['a', 'b'], texts: [['one', 'two'], ['eins', 'zwei']], sources: ['s1', 's2'], labels: new Map(), notes: [] }); // prettier-ignore
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

describe('references alone', () => {
  const alone = {
    'a.txt': 'a1\na2\n',
    'b.txt': 'b1\n\n',
    's.txt': 's1\ns2\n',
    'l.tsv': 'domain\nnews\ntravel\n',
    'short.txt': 'a1\n',
  };

  it('reads references with sources and labels', async () => {
    await withFiles(alone, async (directory) => {
      const at = (name: string) => `${directory}/${name}`;
      const read = await readTexts({
        references: [at('a.txt'), at('b.txt')],
        sources: at('s.txt'),
        labels: at('l.tsv'),
        emptyReferences: 'missing',
      });
      expect(read.references).toEqual([['a1', 'b1'], ['a2']]);
      expect(read.sources).toEqual(['s1', 's2']);
      expect(read.labels).toEqual(new Map([['domain', ['news', 'travel']]]));
      expect(read.sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(await readTexts({ references: [at('a.txt')] })).not.toHaveProperty('sources');
    });
  });

  it.each<[string[], string]>([
    [[], 'No references given. Pass them with -r, or pass a file that has references.'],
    [['a.txt', 'short.txt'], 'short.txt has 1 line, a.txt has 2. All files must have the same segments.'],
    [
      ['a.txt', 'b.txt'],
      'b.txt, line 2: the reference is empty. Fill it in, or use --empty-references missing or keep.',
    ],
  ])('refuses %j', async (names, message) => {
    await withFiles(alone, async (directory) => {
      const error = await readTexts({ references: names.map((name) => `${directory}/${name}`) }).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(UsageError);
      expect((error as Error).message.replaceAll(`${directory}/`, '')).toBe(message);
    });
  });
});
