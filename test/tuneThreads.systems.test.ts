/** Tests that tuning gives the same weights, to the last bit, with any number of threads. Needs a build, because threads run built files. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomHypergraph } from '../src/lattice/testing/randomHypergraph.ts';
import { bleu, nist, ter } from '../src/metrics/index.ts';
import { Pcg64 } from '../src/stats/index.ts';
import { measureCandidates } from '../src/tune/index.ts';
import { noisyPool } from '../src/tune/testing/syntheticPool.ts';

const { tuneWeights } = (await import(
  new URL('../dist/engine/index.js', import.meta.url).href
)) as typeof import('../src/engine/index.ts');

const random = new Pcg64(11);
const text = (): string => Array.from({ length: 4 + random.below(6) }, () => 'abcdef'[random.below(6)]).join(' ');
const { candidates: made } = noisyPool(3, 15, 20, 1);
const candidates = { ...made, texts: made.texts.map(text) };
const references = Array.from({ length: candidates.segments }, () => [text(), text()]);
const forests = fc.sample(randomHypergraph(), { numRuns: 12, seed: 3 });
const ofForests = forests.map((_, i) => ['a b a b', `b __proto__ a ${i}`]);
const runs = [{ restarts: 5 }, { restarts: 3, seed: 7, smoothing: { kind: 'average', window: 2 } as const }];

describe.each([2, 3, 'auto'] as const)('with %s threads', (threads) => {
  it.each([bleu(), ter()])('n-best lists: $name', async (metric) => {
    const space = measureCandidates(metric, { candidates, references });
    const weights = Float64Array.of(1, 1, 1, 1);
    const one = await tuneWeights(space, metric, weights, runs, { threads: 1 });
    expect(await tuneWeights(space, metric, weights, runs, { threads })).toEqual(one);
  });

  // NIST learns from the references, and the threads must know what.
  it.each([bleu({ tokenizer: 'none' }), nist({ tokenizer: 'none' })])('forests: $name', async (metric) => {
    const space = { forests, references: ofForests };
    const weights = Float64Array.of(1, 0.5, -1);
    const one = await tuneWeights(space, metric, weights, runs, { threads: 1 });
    const shares: number[] = [];
    const found = await tuneWeights(space, metric, weights, runs, {
      threads,
      onProgress: (share) => shares.push(share),
    });
    expect(found).toEqual(one);
    expect(shares.at(-1)).toBe(1);
  });
});
