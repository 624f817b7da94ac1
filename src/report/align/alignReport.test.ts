import { expect, it } from 'vitest';
import { bleu, meteor } from '../../metrics/index.ts';
import { reportAlignments } from './alignReport.ts';

const texts = {
  systems: ['s'],
  checksum: undefined,
  notes: [],
  async *batches() {
    yield { start: 0, size: 1, hypotheses: [['sat the cat']], references: [['the cat sat']] };
    yield { start: 1, size: 1, hypotheses: [['two']], references: [['one']] };
  },
};

// All three words are in both texts, in another order.
it('aligns the segments that were chosen', async () => {
  const metric = meteor({ preset: '2005', language: 'universal' });
  const { report, segments } = await reportAlignments(async () => texts, metric, { isChosen: (k) => k === 1 });
  expect(segments).toBe(2);
  expect(report.systems).toEqual(['s']);
  expect(report.pairs.map(({ segment, links }) => [segment, links.length])).toEqual([[1, 3]]);
});

it('opens nothing for a metric that does not align', async () => {
  const open = () => Promise.reject(new Error('opened'));
  await expect(reportAlignments(open, bleu())).rejects.toThrow('BLEU does not align words. Use one that does: ');
});
