import { describe, expect, it } from 'vitest';
import { openTask } from '../data/index.ts';
import { withFiles } from '../data/testing/files.ts';
import { bleu, bleuSbp } from '../metrics/index.ts';
import { findParadox } from './findParadox.ts';

const metrics = [bleu({ tokenizer: 'none', smoothing: 'none' }), bleuSbp({ tokenizer: 'none' })];

describe('findParadox', () => {
  const contents = { 'r.txt': 'a b c d\ne f g h\n', 'a.txt': 'a b c d\nx\n', 'b.txt': 'a b c d\ne f g h\n', 'l.tsv': 'domain\nnews\nnews\n' }; // prettier-ignore
  const open = (directory: string, files: readonly string[]) =>
    openTask({
      files: files.map((file) => `${directory}/${file}`),
      references: [`${directory}/r.txt`],
      labels: `${directory}/l.tsv`,
    });

  it('looks for what can be left out of an output', () =>
    withFiles(contents, async (directory) => {
      const report = await findParadox('deletion', await open(directory, ['a.txt']), metrics, { threads: 1 });
      expect(report).toMatchObject({ paradox: 'deletion', systems: ['a'], segments: 2, input: { references: 1 } });
    }));

  it('needs two parts to compare', () =>
    withFiles(contents, async (directory) => {
      const task = await open(directory, ['a.txt', 'b.txt']);
      await expect(findParadox('genres', task, metrics, { threads: 1 })).rejects.toThrow(
        'All segments have the same domain, "news", so there are no parts to compare. Choose a label with at least two values.',
      );
    }));
});
