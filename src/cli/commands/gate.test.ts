import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findConfig, settingsFor } from '../config.ts';
import { optionsOf } from '../command.ts';
import { runTyped } from '../testing/runTyped.ts';
import curve from './curve.ts';
import gate from './gate.ts';
import history from './history.ts';

const example = (name: string) => fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));
const reference = ['-r', example('reference.A.en.txt')];
let folder = '';
const inFolder = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-gate-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const judge = (fresh: string, old: string, ...more: string[]) =>
  runTyped(gate, [...reference, example(fresh), '--baseline', example(old), '--samples', '500', ...more]);

describe('assay gate', () => {
  // By the definition of the exit codes: terse is far worse than good, a copy cannot be worse, and 60 segments cannot tell 0.01 points.
  it.each<[fresh: string, old: string, more: string[], exitCode: number]>([
    ['terse.txt', 'good.txt', [], 3],
    ['good.txt', 'terse.txt', [], 0],
    ['terse.txt', 'good.txt', ['-m', 'chrf', '--margin', '40'], 0],
    ['verbose.txt', 'terse.txt', ['-m', 'bleu', '--margin', '0.01'], 4],
    ['verbose.txt', 'terse.txt', ['-m', 'bleu', 'chrf', '--margin', 'bleu=20', 'chrf=1'], 0],
  ])('%s against %s %j ends with %i', async (fresh, old, more, exitCode) => {
    expect((await judge(fresh, old, ...more)).exitCode).toBe(exitCode);
  });

  it('writes JUnit with a failure for each metric that is worse, and says the verdict', async () => {
    const path = inFolder('junit.xml');
    const { warnings, shown } = await judge('terse.txt', 'good.txt', '-m', 'chrf', '-o', path);
    expect(shown).toBe('');
    expect(warnings).toEqual([expect.stringMatching(/^Fail: terse is significantly worse than good: by 17\.74 chrF2/)]);
    expect(readFileSync(path, 'utf8')).toMatch(/failures="1"[\s\S]*<failure type="worse" message="Fail:/);
  });

  it.each<[string[], RegExp]>([
    [['--margin', '0.3'], /there are 3 metrics\. Say which one: --margin bleu=0\.3/],
    [['--margin', 'chr=0.3'], /--margin chr: this metric is not among those given\. Did you mean chrf\?/],
    [['--margin', 'chrf=0'], /--margin must be a metric and a number above 0/],
    [['--date', '2026-01-01'], /--date is for --history/],
  ])('%j is refused', async (more, message) => {
    await expect(judge('terse.txt', 'good.txt', ...more)).rejects.toThrow(message);
  });
});

describe('assay history', () => {
  it('finds the first change that made it significantly worse, and skips a line that was cut off', async () => {
    const path = inFolder('gate.jsonl');
    copyFileSync(example('good.txt'), inFolder('old.txt'));
    const add = (fresh: string, date: string, commit: string) =>
      runTyped(gate, [...reference, example(fresh), '--baseline', inFolder('old.txt'), '-m', 'chrf', '--history', path, '--date', date, '--commit', commit]); // prettier-ignore
    await add('good.txt', '2026-01-01', 'aaa');
    appendFileSync(path, '{"history":"assay-hist'); // as after a crash; the next entry starts a line of its own
    await add('terse.txt', '2026-01-03', 'ccc');
    await add('good.txt', '2026-01-02', 'bbb');
    const { result, shown, warnings } = await runTyped(history, [path]);
    expect(result.entries.map(({ commit }) => commit)).toEqual(['aaa', 'bbb', 'ccc']);
    expect(result.metrics[0]!.firstWorse).toBe(2);
    expect(shown).toContain('The first change that made it significantly worse is entry 3 (ccc, 2026-01-03)');
    expect(warnings).toEqual([expect.stringContaining('line 2 was left out')]);
    await runTyped(history, [path, '-o', inFolder('history.html'), '-o', inFolder('history.svg')]);
    expect(readFileSync(inFolder('history.html'), 'utf8')).toContain('Scores by entry: chrF2');
    expect(readFileSync(inFolder('history.svg'), 'utf8')).toContain('<svg');
  });

  it('is not written into a file that holds something else', async () => {
    const path = inFolder('notes.txt');
    writeFileSync(path, 'notes\n');
    await expect(judge('good.txt', 'terse.txt', '--history', path)).rejects.toThrow('notes.txt is not a history');
    expect(readFileSync(path, 'utf8')).toBe('notes\n');
  });
});

describe('assay curve', () => {
  it('takes steps from names, and marks checkpoints that may be the best', async () => {
    for (const [step, name] of [['9', 'terse'], ['10', 'good'], ['11', 'good']]) copyFileSync(example(`${name}.txt`), inFolder(`ckpt-${step}.txt`)); // prettier-ignore
    const { result, shown } = await runTyped(curve, [...reference, inFolder('ckpt-*.txt'), '-m', 'chrf']);
    expect(result.points.map(({ step, mayBeBest }) => [step, mayBeBest])).toEqual([
      [9, false],
      [10, true],
      [11, true],
    ]);
    expect(shown).toContain('▁██');
  });

  it('makes a page and a chart of several metrics', async () => {
    const [page, chart] = [inFolder('curve.html'), inFolder('curve.svg')];
    await runTyped(curve, [...reference, inFolder('ckpt-*.txt'), '-m', 'bleu', 'chrf', '-o', page, '-o', chart]);
    expect(readFileSync(page, 'utf8')).toContain('Scores of checkpoints by step');
    expect(readFileSync(chart, 'utf8')).toMatch(/^<svg[\s\S]*chrF2/);
  });

  it.each<[string[], RegExp]>([
    [['ckpt-9.txt', 'old.txt'], /old\.txt has no number in its name\. Name a TSV of files and steps with --steps-from/],
    [['ckpt-9.txt', 'other-9.txt'], /ckpt-9\.txt and \S*other-9\.txt have the same step, 9/],
  ])('refuses %j', async (names, message) => {
    for (const name of ['old.txt', 'other-9.txt']) copyFileSync(example('good.txt'), inFolder(name));
    await expect(runTyped(curve, [...reference, ...names.map(inFolder), '-m', 'chrf'])).rejects.toThrow(message);
  });
});

describe('assay.config.json', () => {
  const settings = (text: string) => {
    writeFileSync(inFolder('assay.config.json'), text);
    return settingsFor(findConfig({}, folder)!, 'gate', optionsOf(gate));
  };

  it('has paths relative to itself, and a section before those of all', () => {
    const found = settings('{"all": {"reference": ["r.txt"], "digits": 1},\n "gate": {"digits": 3}}');
    expect(found.get('reference')?.value).toEqual([inFolder('r.txt')]);
    expect(found.get('digits')).toMatchObject({ value: 3, line: 2 });
  });

  it.each([
    ['{"gate": {\n"digit": 1}}', ':2: "digit" is not an option of assay gate'],
    ['{"gaet": {}}', ':1: unknown section "gaet". Did you mean gate?'],
    ['{"gate": {"digits": "x"}}', ':1: "digits" must be an integer from 0 to 15, not "x".'],
    ['{"gate": {"output": ["x"]}}', ':1: "output" is not an option of assay gate that can be set here'],
    ['{"all":\n{"metric": ["external(cmd=\\"true\\")"]}}', ':2: external starts a program, which must be typed'],
    ['{"gate":\n{"digits": 1\n', ':3: not valid JSON'],
  ])('%s is refused', (text, message) => expect(() => settings(text)).toThrow(`assay.config.json${message}`));
});
