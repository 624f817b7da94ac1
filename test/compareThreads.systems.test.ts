/** Comparisons, and reports that compare, come out the same with any number of threads. Threads are started from built files. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { measureAll } from '../src/measure/index.ts';
import { bleu, nist, ter } from '../src/metrics/index.ts';
import {
  type ComparisonTestId,
  type RunSettings,
  compareMeasured,
  compareRuns,
  comparisonDefaults,
  meanMeasurement,
} from '../src/stats/index.ts';

const { compareSystems, compareSystemRuns } = (await import(
  new URL('../dist/engine/index.js', import.meta.url).href
)) as typeof import('../src/engine/index.ts');

const words = ['the', 'cat', 'sat', 'on', 'a', 'mat', 'and', 'dogs', 'bark'];
const text = (seed: number): string =>
  Array.from({ length: 6 + (seed % 5) }, (_, i) => words[(seed * (i + 3) + i * i) % words.length]).join(' ');
const texts = (seed: number): string[] => Array.from({ length: 11 }, (_, i) => text(seed * 31 + i));

const ratings = meanMeasurement({
  name: 'rating',
  higherIsBetter: true,
  systemNames: ['a', 'b', 'c', 'd'],
  scores: [0, 1, 2, 3].map((s) => Array.from({ length: 11 }, (_, i) => ((s + 2) * (i + 5)) % 7)),
});
const outputs = { a: texts(1), b: texts(2), c: texts(3), d: texts(4) };
// NIST learns from the references, and the threads must know what.
const metrics = [bleu(), ter(), nist()];
const measured = [...measureAll(metrics, { references: texts(5) }, outputs), ratings];

const tests: readonly ComparisonTestId[] = ['bootstrap', 'randomization', 'exact', 'sacrebleu-ar'];

describe.each([1, 2, 3, 'auto'] as const)('with %s threads', (threads) => {
  it.each(threads === 3 ? tests : tests.slice(0, 1))('%s', async (test) => {
    const settings = { ...comparisonDefaults, test, samples: 330, interval: 'bca' as const };
    expect(await compareSystems(measured, settings, { threads })).toEqual(
      measured.map((each) => compareMeasured(each, settings)),
    );
  });

  it.each(threads === 3 ? ['runs'] : [])('%s', async () => {
    const { correction, seed, level, alpha } = comparisonDefaults;
    const settings: RunSettings = { correction, seed, level, alpha, samples: 330, test: 'stratified' };
    const runs = [[0, 1], [2, 3]]; // prettier-ignore
    expect(await compareSystemRuns(measured, runs, settings, { threads })).toEqual(
      measured.map((each) => compareRuns(each, runs, settings)),
    );
  });
});

it.each([
  ['compare', '-r', 'reference.A.en.txt', 'good.txt', 'terse.txt', '-m', 'bleu', 'chrf', '--why'],
  ['compare', '-r', 'reference.A.en.txt', 'good.txt', 'terse.txt', '-m', 'ter', '--test', 'randomization'],
  ['meta', 'task', '-m', 'bleu', 'chrf'],
  ['task', 'task', '-m', 'bleu', '--samples', '50'],
])('assay %s gives the same bytes with any number of threads', (...typed) => {
  const [main, cwd] = ['../dist/command/assay.cjs', '../examples'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  ) as [string, string];
  const [one, three] = ['1', '3'].map((threads) =>
    execFileSync(process.execPath, [main, ...typed, '-f', 'json', '-j', threads], { cwd, encoding: 'utf8' }),
  );
  expect(one!.length).toBeGreaterThan(1000);
  expect(three).toBe(one);
});
