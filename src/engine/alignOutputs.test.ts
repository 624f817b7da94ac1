import { expect, it } from 'vitest';
import { openTask } from '../data/index.ts';
import { withFiles } from '../data/testing/files.ts';
import { bleu, meteor } from '../metrics/index.ts';
import { alignOutputs } from './alignOutputs.ts';

const contents = { 'r.txt': 'the cat sat\none\n', 's.txt': 'sat the cat\ntwo\n' };

// All three words are in both texts, in another order.
it('aligns the segments that were chosen', () =>
  withFiles(contents, async (directory) => {
    const open = () => openTask({ files: [`${directory}/s.txt`], references: [`${directory}/r.txt`] });
    const { report, segments } = await alignOutputs(open, meteor({ preset: '2005', language: 'universal' }), {
      isChosen: (k) => k === 1,
    });
    expect(segments).toBe(2);
    expect(report.systems).toEqual(['s']);
    expect(report.pairs.map(({ segment, links }) => [segment, links.length])).toEqual([[1, 3]]);
  }));

it('opens nothing for a metric that does not align', async () => {
  const open = () => Promise.reject(new Error('opened'));
  await expect(alignOutputs(open, bleu())).rejects.toThrow('BLEU does not align words, so there is nothing to show.');
});
