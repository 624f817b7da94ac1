/** Tests that a deletion study gives the same result with any number of threads. Needs a build, because threads run built files. */
import { expect, it } from 'vitest';
import { FeatureNames } from '../src/lattice/index.ts';
import { bleu, nist } from '../src/metrics/index.ts';
import { madeCandidates } from '../src/tune/testing/madeCandidates.ts';

const { studyDeletion } = (await import(
  new URL('../dist/engine/index.js', import.meta.url).href
)) as typeof import('../src/engine/index.ts');

const words = ['the', 'cat', 'sat', 'on', 'a', 'mat', 'and', 'dogs', 'bark'];
const text = (seed: number): string =>
  Array.from({ length: 5 + (seed % 6) }, (_, i) => words[(seed * (i + 2) + i) % words.length]).join(' ');
const lists = Array.from({ length: 12 }, (_, i) =>
  Array.from(
    { length: 6 },
    (_candidate, k) => [text(5 * i + k * k), { lm: -((i + 3 * k) % 7), tm: -((2 * i + k) % 5), w: -k % 3 }] as const,
  ),
);

// NIST learns from the references, and the threads must know what.
it.each([bleu(), nist()])('gives the same with any number of threads: $name', async (metric) => {
  const request = {
    set: {
      candidates: madeCandidates(new FeatureNames(), lists),
      references: lists.map((_, i) => [text(5 * i + 2)]),
    },
    metrics: [metric],
    objectives: [0],
    restarts: 4,
  };
  const one = await studyDeletion({ ...request, threads: 1 });
  expect(one.parts[0]!.outcomes[0]!.some(({ deletedWords }) => deletedWords > 0)).toBe(true);
  for (const threads of [2, 'auto'] as const) expect(await studyDeletion({ ...request, threads })).toEqual(one);
});
