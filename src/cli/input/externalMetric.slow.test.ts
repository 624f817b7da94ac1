/** A program as metric, in every command that takes metrics. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { stopPrograms } from '../../engine/index.ts';
import type { AnyCommand } from '../command.ts';
import align from '../commands/align.ts';
import compare from '../commands/compare.ts';
import explain from '../commands/explain.ts';
import learn from '../commands/learn.ts';
import meta from '../commands/meta.ts';
import paradox from '../commands/paradox.ts';
import score from '../commands/score.ts';
import task from '../commands/task.ts';
import tune from '../commands/tune.ts';
import { runTyped } from '../testing/runTyped.ts';

const example = (name: string) => fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));
const reference = ['-r', example('reference.A.en.txt')];
const [good, terse, lists] = ['good.txt', 'terse.txt', 'nbest.txt'].map(example) as [string, string, string];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-external-'));
  vi.stubEnv('ASSAY_CACHE', join(folder, 'cache'));
  const code = `
    console.log(JSON.stringify({ name: 'lengths', version: '1', direction: 'lower', reads: process.argv[2] ? [process.argv[2]] : [] }));
    const lines = require('node:readline').createInterface({ input: process.stdin });
    lines.on('line', (line) => { const { id, hypothesis } = JSON.parse(line); console.log(JSON.stringify({ id, score: hypothesis.length })); });`;
  writeFileSync(join(folder, 'lengths.cjs'), code);
});
afterAll(async () => {
  await stopPrograms();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const lengths = (reads = '', more = ''): string =>
  `external(cmd="'${process.execPath}' '${join(folder, 'lengths.cjs')}' ${reads}"${more})`;

const meanLength = (path: string): number => {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines.reduce((sum, line) => sum + line.length, 0) / lines.length;
};

describe('works in', () => {
  it('score, beside other metrics and alone', async () => {
    const { result } = await runTyped(score, [...reference, good, terse, '-m', 'bleu', lengths()]);
    const scores = result.all.scores.map((ofSystem) => ofSystem[1]!.score);
    expect(scores).toEqual([meanLength(good), meanLength(terse)]);
    const alone = await runTyped(score, [...reference, good, terse, '-m', lengths('', ',name=mine'), '-f', 'csv']);
    expect(alone.shown).toContain('mine');
  });

  it('two programs in one run', async () => {
    const typed = [
      ...reference,
      '-s',
      example('source.de.txt'),
      good,
      '-m',
      lengths(),
      lengths('source', ',name=other'),
    ];
    expect((await runTyped(score, typed)).shown).toMatch(/lengths ↓ +other ↓/);
  });

  it('compare', async () => {
    const { shown } = await runTyped(compare, [...reference, good, terse, '-m', lengths(), '--samples', '200']);
    expect(shown).toContain('terse is significantly better than good');
  });

  it('paradox, on outputs of your own', async () => {
    const { shown } = await runTyped(paradox, ['deletion', ...reference, good, '-m', lengths()]);
    expect(shown).toContain('lengths');
  });

  it.each<[string, AnyCommand]>([
    ['meta', meta],
    ['task', task],
  ])('%s', async (_, command) => {
    const { shown } = await runTyped(command, [example('task'), '-m', 'bleu', lengths(), '--samples', '20']);
    expect(shown).toContain('lengths');
  });
});

describe('is refused with a clear error by', () => {
  const asks = 'lengths asks a model or a program for scores, which this command cannot do. Use it in assay score';
  it.each<[string, AnyCommand, () => string[], string]>([
    ['explain', explain, () => [...reference, good, '-m', lengths()], asks],
    ['tune', tune, () => [lists, ...reference, '-m', lengths()], asks],
    ['paradox', paradox, () => ['deletion', '-m', lengths()], asks],
    ['align', align, () => [...reference, good, '-m', lengths()], 'lengths does not align words.'],
    ['learn', learn, () => [example('task'), '--features', 'bleu', lengths()], 'A program cannot be a feature'],
    ['ulc', score, () => [...reference, good, '-m', `ulc(of=bleu+${lengths()})`], 'a program cannot be a part of another metric'],
    ['score without the source', score, () => [...reference, good, '-m', lengths('source')], 'lengths reads the source. Name its file with -s.'],
    ['score of external alone', score, () => [...reference, good, '-m', 'external'], 'The metric external needs a program. Type its command'],
  ])('%s', async (_, command, typed, message) => {
    await expect(runTyped(command, typed())).rejects.toThrow(message);
  }); // prettier-ignore

  it('an error in the middle leaves the output file as it was', async () => {
    mkdirSync(join(folder, 'out'));
    const path = join(folder, 'out', 'scores.json');
    writeFileSync(path, 'before');
    writeFileSync(
      join(folder, 'broken.cjs'),
      readFileSync(join(folder, 'lengths.cjs'), 'utf8').replace('score:', 'result:'),
    );
    const broken = `external(cmd="'${process.execPath}' '${join(folder, 'broken.cjs')}'")`;
    await expect(runTyped(score, [...reference, good, '-m', 'bleu', broken, '-o', path])).rejects.toThrow(
      'gave no score',
    );
    expect(readFileSync(path, 'utf8')).toBe('before');
  });
});
