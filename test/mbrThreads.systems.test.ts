/** Tests that selection gives the same result with any number of threads. Needs a build, because threads run built files. */
import { describe, expect, it } from 'vitest';
import { bleu, chrf, nist, ter } from '../src/metrics/index.ts';
import { linearGain } from '../src/tune/index.ts';

const { selectMbr } = (await import(
  new URL('../dist/engine/index.js', import.meta.url).href
)) as typeof import('../src/engine/index.ts');

const words = ['the', 'cat', 'sat', 'on', 'a', 'mat', 'and', 'dogs', 'bark'];
const text = (seed: number): string =>
  Array.from({ length: 6 + (seed % 5) }, (_, i) => words[(seed * (i + 3) + i * i) % words.length]).join(' ');
/** Enough pairs for several pieces. */
const evidence = Array.from({ length: 20 }, (_, i) => ({
  texts: Array.from({ length: 120 }, (_text, k) => text(31 * i + 7 * k)),
  posteriors: Float64Array.from({ length: 120 }, (_number, k) => (k + 1) / 7260),
}));

const utilities = [
  { form: 'pairwise', metric: bleu() },
  { form: 'pairwise', metric: ter() },
  // NIST learns from the candidates, and the threads must know what.
  { form: 'pairwise', metric: nist() },
  { form: 'expected', metric: chrf({ wordOrder: 2 }) },
  { form: 'linear', gain: linearGain() },
] as const;

describe('selectMbr', () => {
  it.each(utilities)('gives the same with any number of threads: $form $metric.name', async (utility) => {
    const one = await selectMbr(evidence, utility, { threads: 1 });
    for (const threads of [2, 3, 'auto'] as const) {
      const seen: number[] = [];
      const found = await selectMbr(evidence, utility, { threads, onProgress: ({ share }) => seen.push(share) });
      expect(found).toEqual(one);
      expect(seen.length).toBeGreaterThan(3);
      expect(seen.at(-1)).toBe(1);
    }
  });
});
