import { describe, expect, it } from 'vitest';
import { teach } from '../../core/index.ts';
import { bleu, nist } from '../../metrics/index.ts';
import { type Evidence, choose, pairwiseUtility } from '../../tune/index.ts';
import { selectMbr } from './selectMbr.ts';

const words = ['the', 'cat', 'sat', 'on', 'a', 'mat', 'and', 'dogs', 'bark'];
const text = (seed: number): string =>
  Array.from({ length: 4 + (seed % 5) }, (_, i) => words[(seed * (i + 3) + i * i) % words.length]).join(' ');
const evidence: Evidence[] = Array.from({ length: 7 }, (_, i) => ({
  texts: Array.from({ length: 5 }, (_text, k) => text(31 * i + 7 * (k % 4))),
  posteriors: new Float64Array(5).fill(0.2),
}));

// More threads than one need the built files: see test/mbrThreads.test.ts.
const options = { threads: 1 };

describe('selectMbr', () => {
  it('chooses for each segment', async () => {
    const metric = bleu();
    const expectation = pairwiseUtility(metric);
    expect(await selectMbr(evidence, { form: 'pairwise', metric }, options)).toEqual(
      evidence.map((each) => choose(expectation, each)),
    );
  });

  it('teaches a metric the distinct candidates', async () => {
    const taught = teach(nist(), evidence.map(({ texts }) => [...new Set(texts)])); // prettier-ignore
    const expectation = pairwiseUtility(taught);
    expect(await selectMbr(evidence, { form: 'pairwise', metric: nist() }, options)).toEqual(
      evidence.map((each) => choose(expectation, each)),
    );
  });

  it('reports progress', async () => {
    const seen: { segments: number; share: number }[] = [];
    const long = [...evidence, { texts: Array.from({ length: 224 }, (_, k) => text(k)), posteriors: new Float64Array(224).fill(1 / 224) }]; // prettier-ignore
    await selectMbr(long, { form: 'pairwise', metric: bleu() }, { ...options, onProgress: (done) => seen.push(done) });
    expect(seen.map(({ segments }) => segments)).toEqual([7, 8]);
    expect(seen.at(-1)!.share).toBe(1);
  });

  it('says which segment has no candidates', async () => {
    const gap = [...evidence, { texts: [], posteriors: new Float64Array(0) }];
    await expect(selectMbr(gap, { form: 'pairwise', metric: bleu() }, options)).rejects.toThrow(
      'Segment 8 has no candidates',
    );
    expect(await selectMbr([], { form: 'pairwise', metric: bleu() }, options)).toEqual([]);
  });
});
