import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import { withFiles } from '../../data/testing/files.ts';
import type { TaskReport } from '../../report/index.ts';
import { runTyped } from '../testing/runTyped.ts';
import task from './task.ts';

const folder = fileURLToPath(new URL('../../../examples/task', import.meta.url));

/** Runs the command as typed after `assay task`. */
async function run(...typed: readonly string[]): Promise<{ report: TaskReport; shown: string }> {
  const { result: report, shown } = await runTyped(task, typed);
  return { report, shown };
}

const quick = ['-m', 'bleu', 'ter', '--samples', '50'];

describe('the example task', () => {
  it('reports everything that its folder allows', async () => {
    const { report, shown } = await run(folder, ...quick, '--constrained', 'terse,shuffled');
    expect(report.rank!.rankings[0]!.systems.map(({ system, constrained }) => [system, constrained])).toEqual([
      ['good', false],
      ['verbose', false],
      ['terse', true],
      ['shuffled', true],
    ]);
    expect(report.agree!.kinds.map(({ kind }) => kind)).toEqual(['rankings']);
    expect(report.accept).toBeUndefined();
    expect(report.meta!.tasks[0]!.metrics.map(({ name }) => name)).toEqual(['BLEU', 'TER', 'neural']);
    for (const caption of ['de-en: 100 rankings', 'of the column', 'de-en, systems', 'de-en, segments']) {
      expect(shown).toContain(caption);
    }
    expect(shown).not.toMatch(/undefined|NaN|null/);
    expect(shown.match(/^input /gm)).toHaveLength(1);
  });

  it('has the scores of systems by metric, beside those of people', async () => {
    const { shown } = await run(folder, ...quick);
    // Those of people are in the ranking above; BLEU and TER are what `assay score` prints for the same files, as in the README.
    expect(shown).toContain(`de-en: scores of systems
system    ≥ others  BLEU ↑  TER ↓  neural ↑
good         0.883   57.34  32.33    0.8007
verbose      0.700   30.67  63.86    0.6761
terse        0.457   32.51  48.96    0.4985
shuffled     0.257   14.95  64.20    0.2574
`);
  });

  it.each(['markdown', 'latex'])('as %s', async (format) => {
    const { shown } = await run(folder, ...quick, '-f', format);
    expect(shown).toContain('neural');
    expect(shown).not.toMatch(/undefined|NaN/);
  });

  it('as JSON, which is the report itself', async () => {
    const { report, shown } = await run(folder, ...quick, '-f', 'json');
    expect(JSON.parse(shown)).toEqual(JSON.parse(JSON.stringify(report)));
  });

  it('as a page, the same each time', async () => {
    await withFiles({}, async (directory) => {
      await run(folder, ...quick, '-o', `${directory}/a.html`);
      await run(folder, ...quick, '-o', `${directory}/b.html`);
      const page = readFileSync(`${directory}/a.html`, 'utf8');
      expect(readFileSync(`${directory}/b.html`, 'utf8')).toBe(page);
      // Results, ranges, pairs; agreement and two curves; scores; two heat maps; systems, segments, three scatter plots, two tests.
      const headings = [...page.matchAll(/<h[23][^>]*>(.*?)<\/h/g)].map(([, text]) =>
        text!.replace(/<[^>]*>/g, '').trim(),
      );
      expect(headings).toEqual(expect.arrayContaining(['Systems as judged by people', 'Agreement between judges', 'Scores of systems', 'Metrics against human judgments'])); // prettier-ignore
      expect(page.match(/<svg /g)!.length).toBeGreaterThanOrEqual(9);
      expect(page).toContain('seed 12345');
      expect(page).toContain(`sha256:`);
      expect(page).not.toMatch(/undefined|>NaN</);
      expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    });
  });
});

it('says which requests could not be met', async () => {
  const { report, shown } = await run(folder, ...quick, '--system-measure', 'soft-accuracy', '--segment-test', 'pairs');
  expect(report.input.notes.slice(-2)).toEqual([
    'de-en: no soft-accuracy over systems, which needs human segment scores.',
    expect.stringMatching(/^de-en: the test of consistency exchanges inputs, not pairs: /),
  ]);
  expect(shown).not.toMatch(/^de-en, systems/m);
  await expect(run(folder, ...quick, '--unlisted', '*')).rejects.toThrow(
    '--unlisted * matches all systems, so none is left to list.',
  );
  await expect(run(folder, ...quick, '--error-weights', 'major=6')).rejects.toThrow(
    /^--error-weights sets the weights of marked errors/,
  );
});

it('reports judgments alone, and scores alone', async () => {
  const judgments = readFileSync(fileURLToPath(new URL('../../../examples/judgments.tsv', import.meta.url)));
  await withFiles({ 'judgments/all.tsv': judgments }, async (directory) => {
    const { report } = await run(directory, '--samples', '20');
    expect(Object.keys(report)).toEqual(['version', 'name', 'rank', 'agree', 'accept', 'input']);
  });
  const scores = {
    'human-scores/de-en.esa.sys.score': 'a\t1\nb\t2\nc\t3\n',
    'metric-scores/de-en/m-refA.sys.score': 'a\t1\nb\t2\nc\t4\n',
  };
  await withFiles(scores, async (directory) => {
    const { report } = await run(directory, '-m', 'none');
    expect(Object.keys(report)).toEqual(['version', 'name', 'meta', 'input']);
  });
});

it('says why metrics cannot be evaluated, if there are judgments to report', async () => {
  const files = {
    'judgments/de-en.tsv': 'segment\tjudge\tsystem\trank\n1\tj\ta\t1\n1\tj\tb\t2\n',
    'outputs/de-en/a.txt': 'x\n',
    'references/de-en.txt': 'x\n',
  };
  await withFiles(files, async (directory) => {
    const { report, shown } = await run(directory, ...quick);
    expect(Object.keys(report)).toEqual(['version', 'name', 'rank', 'agree', 'input']);
    expect(shown).toMatch(/^note +de-en: fewer than two systems have both judgments and scores/m);
  });
});

describe('bad input', () => {
  it('nothing to report', async () => {
    await withFiles({ 'outputs/de-en/a.txt': 'x\n', 'references/de-en.txt': 'x\n' }, async (directory) => {
      await expect(run(directory)).rejects.toThrow(
        /holds no judgments and no human scores: there is nothing to report\.$/,
      );
    });
  });

  it.each<[string[], RegExp]>([
    [[folder, '--constrained', 'tersse'], /^--constrained: there is no system tersse.*Did you mean terse\?$/],
    [
      [folder, '-o', 'no/such/folder/page.html'],
      /^Cannot write no\/such\/folder\/page\.html: there is no such folder\.$/,
    ],
    [[folder, '-o', 'same.html', '-o', 'same.html'], /is written twice/],
    [[folder, '-o', `${folder}/references/de-en.A.txt`], /is in a folder that the same command reads/],
    [[folder, '-o', `${folder}/scores/new.tsv`], /is in a folder that the same command reads/],
  ])('%j', async (typed, message) => {
    const error = await run(...typed).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(UsageError);
    expect((error as Error).message).toMatch(message);
  });
});
