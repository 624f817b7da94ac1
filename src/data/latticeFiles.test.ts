import { describe, expect, it } from 'vitest';
import { withFiles } from './testing/files.ts';
import { LatticeFiles, listDerivations, readForests } from './latticeFiles.ts';

/** Of AT&T, whose numbers are costs: the score is −cost, and the one feature is named by the reader. */
const contents = {
  'a.att': '0 1 a 1\n0 1 b 3\n1\n',
  'b.att': '0 1 c 2\n1\n',
  'ref.txt': 'a\nc\n',
  'one.txt': 'a\n',
};

const inFolder = <T>(use: (at: (name: string) => string) => Promise<T>): Promise<T> =>
  withFiles(contents, (directory) => use((name) => `${directory}/${name}`));

describe('LatticeFiles', () => {
  it('reads one after the other, and tells how far it is', () =>
    inFolder(async (at) => {
      const shares: (number | undefined)[] = [];
      const onProgress = ({ share }: { readonly share: number | undefined }) => shares.push(share);
      const files = new LatticeFiles({ files: [at('a.att'), at('b.att')], onProgress });
      const ids: string[] = [];
      for await (const { id } of files.read(2)) ids.push(id);
      expect(ids).toEqual(['a', 'b']);
      expect(shares).toEqual([0.5, 1]);
      expect(files.digest()).toMatch(/^[0-9a-f]{64}$/);
      expect([files.scoreNotes, files.weightNotes]).toEqual([[], []]);
    }));

  it('needs files', () => {
    expect(() => new LatticeFiles({ files: [] })).toThrow('No lattices given.');
    expect(() => new LatticeFiles({ files: ['-'], weights: '-' })).toThrow('Standard input (-) is given twice');
  });

  it('becomes n-best lists', () =>
    inFolder(async (at) => {
      const lattices = new LatticeFiles({ files: [at('a.att'), at('b.att')] }).read();
      const { segments, starts, texts, totals } = await listDerivations(lattices, 5);
      expect({ segments, starts: [...starts], texts, totals: [...totals] }).toEqual({
        segments: 2,
        starts: [0, 2, 3],
        texts: ['a', 'b', 'c'],
        totals: [-1, -3, -2],
      });
    }));
});

describe('readForests', () => {
  it('has one forest for each reference', () =>
    inFolder(async (at) => {
      const files = [at('a.att'), at('b.att')];
      const set = await readForests({ files, references: [at('ref.txt')] });
      expect(set.references).toEqual([['a'], ['c']]);
      expect(set.forests.map(({ words }) => words.toSorted())).toEqual([['a', 'b'], ['c']]);
      await expect(readForests({ files, references: [at('one.txt')] })).rejects.toThrow(
        'There are references for 1 segment, but 2 lattices. Give one lattice per segment, in the same order.',
      );
    }));
});
