import { expect, it } from 'vitest';
import { UsageError } from '../core/index.ts';
import { readReferences } from './readReferences.ts';
import { withFiles } from './testing/files.ts';

const files = {
  'a.txt': 'a1\na2\n',
  'b.txt': 'b1\n\n',
  's.txt': 's1\ns2\n',
  'l.tsv': 'domain\nnews\ntravel\n',
  'short.txt': 'a1\n',
};

it('reads references with sources and labels', async () => {
  await withFiles(files, async (directory) => {
    const at = (name: string) => `${directory}/${name}`;
    const read = await readReferences({
      references: [at('a.txt'), at('b.txt')],
      sources: at('s.txt'),
      labels: at('l.tsv'),
      emptyReferences: 'missing',
    });
    expect(read.references).toEqual([['a1', 'b1'], ['a2']]);
    expect(read.sources).toEqual(['s1', 's2']);
    expect(read.labels).toEqual(new Map([['domain', ['news', 'travel']]]));
    expect(read.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(await readReferences({ references: [at('a.txt')] })).not.toHaveProperty('sources');
  });
});

it.each<[string[], string]>([
  [[], 'No references given. Give them with -r, or give a file that holds references.'],
  [['a.txt', 'short.txt'], 'short.txt has 1 line, a.txt has 2. All files must have the same segments.'],
  [['a.txt', 'b.txt'], 'b.txt, line 2: the reference is empty. Fill it in, or use --empty-references missing or keep.'],
])('refuses %j', async (names, message) => {
  await withFiles(files, async (directory) => {
    const error = await readReferences({ references: names.map((name) => `${directory}/${name}`) }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(UsageError);
    expect((error as Error).message.replaceAll(`${directory}/`, '')).toBe(message);
  });
});
