/**
 * What a version in a signature promises: the same version gives the same score, to the last bit. goldenScores.cases.json has the signature
 * and the scores of every metric that needs nothing of the user's. CONTRIBUTING.md says what to do when a score must change.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import score from '../src/cli/commands/score.ts';
import { runTyped } from '../src/cli/testing/runTyped.ts';
import { isUsageError, version } from '../src/core/index.ts';
import { metrics } from '../src/metrics/index.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const path = `${root}test/goldenScores.cases.json`;
const example = (name: string): string => `${root}examples/${name}`;

interface PrintedScores {
  readonly metrics: readonly { readonly signature: string }[];
  readonly all: { readonly scores: readonly (readonly { readonly score: number }[])[] };
}

interface Golden {
  readonly signature: string;
  readonly good: number;
  readonly shuffled: number;
}

/** With names of metrics that compute from a file, model or program that a person must name. */
interface Cases {
  readonly version: string;
  readonly needFiles: readonly string[];
  readonly scores: Readonly<Record<string, Golden>>;
}

const kept = JSON.parse(readFileSync(path, 'utf8')) as Cases;

/** The signature and scores as they are now; undefined if the metric needs a file. */
async function current(id: string): Promise<Golden | undefined> {
  const texts = [
    '-r',
    example('reference.A.en.txt'),
    '-r',
    example('reference.B.en.txt'),
    '-s',
    example('source.de.txt'),
  ];
  const typed = [...texts, example('good.txt'), example('shuffled.txt'), '-m', id, '-f', 'json'];
  try {
    const report = JSON.parse((await runTyped(score, typed)).shown) as PrintedScores;
    const [good, shuffled] = report.all.scores.map(([ofMetric]) => ofMetric!.score);
    return { signature: report.metrics[0]!.signature, good: good!, shuffled: shuffled! };
  } catch (error) {
    if (isUsageError(error)) return undefined;
    throw error;
  }
}

const found = new Map<string, Golden | undefined>();
beforeAll(async () => {
  for (const { id } of metrics) found.set(id, await current(id));
  if (process.env['UPDATE'] === '1' && (kept.version !== version || !isReleased())) {
    const scores = Object.fromEntries([...found].filter(([, golden]) => golden !== undefined));
    const needFiles = [...found].filter(([, golden]) => golden === undefined).map(([id]) => id);
    writeFileSync(path, `${JSON.stringify({ version, needFiles, scores }, null, 1)}\n`);
  }
});

/** Whether this version has a heading in the changelog: then its scores stay as they are. */
const isReleased = (): boolean => readFileSync(`${root}CHANGELOG.md`, 'utf8').includes(`\n## ${version}`);

const advice = (): string =>
  kept.version === version && isReleased()
    ? `assay ${version} is released, and its signatures promise these scores. Undo the change, or run npm run release -- minor --only-version, then UPDATE=1 npx vitest run test/goldenScores.test.ts, and add changes/metrics-….md with the word minor.`
    : 'If it is meant, run UPDATE=1 npx vitest run test/goldenScores.test.ts, and say in changes/metrics-….md which scores change and why.';

describe('a signature of this version promises', () => {
  it('the scores of every metric that needs no file', () => {
    expect(metrics.map(({ id }) => id).toSorted(), `A metric is new or gone. ${advice()}`).toEqual(
      [...Object.keys(kept.scores), ...kept.needFiles].toSorted(),
    );
    expect(Object.keys(kept.scores).length).toBeGreaterThan(40);
  });

  it('nothing of another version', () => {
    expect(kept.version, `The version is new. ${advice()}`).toBe(version);
  });

  it.each(Object.entries(kept.scores))('%s', (id, golden) => {
    expect(found.get(id), `Signature or score of ${id} changed. ${advice()}`).toEqual(golden);
  });

  it.each(kept.needFiles)('nothing without a file: %s', (id) => expect(found.get(id)).toBeUndefined());
});
