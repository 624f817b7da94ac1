import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomHypergraph } from '../../lattice/testing/randomHypergraph.ts';
import { bleu, nist } from '../../metrics/index.ts';
import { ForestSpace, ListSpace, measureCandidates, tuneByMert } from '../../tune/index.ts';
import { noisyPool } from '../../tune/testing/syntheticPool.ts';
import { tuneWeights } from '../index.ts';

// More threads than one need the built files: see test/tuneThreads.test.ts.
const options = { threads: 1 };
const runs = [{ restarts: 2 }, { restarts: 1, seed: 7, randomDirections: 2 }];

describe('tuneWeights', () => {
  it('gives what tuneByMert gives on n-best lists, for each run', async () => {
    const metric = bleu({ tokenizer: 'none' });
    const { candidates: made } = noisyPool(3, 6, 8, 1);
    const texts = made.texts.map((_, c) => 'a b c d e f g h'.slice(0, 5 + (c % 11)));
    const candidates = { ...made, texts };
    const references = Array.from({ length: 6 }, (_, i) => [`a b c d e ${i}`]);
    const pool = measureCandidates(metric, { candidates, references });
    const weights = Float64Array.of(1, 1, 1, 1);
    const space = new ListSpace(pool);
    const found = await tuneWeights(pool, metric, weights, runs, options);
    expect(found).toEqual(runs.map((run) => tuneByMert(space, metric, weights, run)));
    expect(found[0]!.score).toBeGreaterThan(found[0]!.startScore);
  });

  it('gives what tuneByMert gives on forests, and teaches the metric', async () => {
    const metric = nist({ tokenizer: 'none' });
    const forests = fc.sample(randomHypergraph(), { numRuns: 5, seed: 3 });
    const references = forests.map((_, i) => ['a b a', `b a ${i}`]);
    const weights = Float64Array.of(1, 0, -1);
    const found = await tuneWeights({ forests, references }, metric, weights, runs, options);
    const space = new ForestSpace(forests, metric, references);
    expect(found).toEqual(runs.map((run) => tuneByMert(space, metric, weights, run)));
  });

  it('reports progress up to the end', async () => {
    const pool = noisyPool(3, 6, 8, 1);
    const metric = { ...bleu(), statistics: ['right', 'all'], score: (sums: ArrayLike<number>) => sums[0]! / sums[1]! };
    const shares: number[] = [];
    await tuneWeights(pool, metric, Float64Array.of(1, 1, 1, 1), runs, {
      ...options,
      onProgress: (share) => shares.push(share),
    });
    expect(shares).toEqual([0.2, 0.4, 0.6, 0.8, 1]);
  });

  it('refuses before it starts', async () => {
    const pool = noisyPool(3, 2, 2);
    const metric = { ...bleu(), statistics: ['right', 'all'] };
    await expect(tuneWeights(pool, metric, Float64Array.of(1), [{}], options)).rejects.toThrow(
      'The start has 1 weight for 4 features.',
    );
  });
});
