import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import { runTyped } from '../testing/runTyped.ts';
import accept from './accept.ts';

let folder: string;
const inFolder = (name: string) => join(folder, name);

const header = ['kind', 'task', 'segment', 'judge', 'order', 'system', 'outcome', 'acceptable', 'editor', 'rank'];
const edits = [
  ['edit', 't', 1, 'e', 0, 'a', 'edited', '', '', ''],
  ['edit', 't', 2, 'e', 1, 'b', 'unable', '', '', ''],
  ['edit', 't', 3, 'e', 2, 'ref', 'unchanged', '', '', ''],
];
const verdicts = [
  ['verdict', 't', 1, 'j', 0, 'a', '', 1, 'e', ''],
  ['verdict', 't', 1, 'k', 0, 'a', '', 0, 'e', ''],
  ['verdict', 't', 2, 'j', 1, 'b', '', 0, 'e', ''],
  ['verdict', 't', 9, 'j', 2, 'a', '', 1, 'f', ''],
];
const rankings = [
  ['ranking', 't', 4, 'j', 0, 'a', '', '', '', 1],
  ['ranking', 't', 4, 'j', 0, 'b', '', '', '', 2],
];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-accept-'));
  const write = (name: string, rows: readonly (readonly (string | number)[])[]) =>
    writeFileSync(inFolder(name), [header, ...rows].map((row) => `${row.join('\t')}\n`).join(''));
  write('all.tsv', [...edits, ...verdicts, ...rankings]);
  write('edits.tsv', edits);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command as typed after `assay accept`, on a file of the folder. */
async function run(file: string, ...typed: readonly string[]): Promise<string> {
  return (await runTyped(accept, [inFolder(file), ...typed])).shown;
}

describe('assay accept', () => {
  it('shows shares of yes with error bars, best first, and how outputs were edited', async () => {
    const shown = await run('all.tsv');
    expect(shown).toMatch(/^a +66\.7 +27\.2 +3 +1 +100\.0 +0\.0 +0\.0\nb +0\.0 +0\.0 +1 +1 +0\.0 +0\.0 +100\.0\n/m);
    expect(shown).toMatch(/^ref \(reference\) +– +– +0 +1 +0\.0 +100\.0 +0\.0$/m);
    expect(shown).toMatch(/^edited +50\.0 +2\nunchanged: unable to correct +0\.0 +1\nnot among the edits +100\.0 +1$/m);
    expect(shown).toMatch(/^t +1\.000 +2$/m);
    expect(shown).toContain('the judgments have no votes on it');
  });

  it('gives Wilson intervals as JSON and TSV, null or empty without votes', async () => {
    const report = JSON.parse(await run('all.tsv', '-f', 'json', '--level', '90'));
    expect(report).toMatchObject({ settings: { level: 0.9 }, input: { counts: { edits: 3, verdicts: 4 } } });
    const [a, , ref] = report.tasks[0].systems;
    expect(a).toMatchObject({ system: 'a', yes: 2, votes: 3, isReference: false });
    expect(a.interval.low).toBeLessThan(a.share);
    expect(ref).toMatchObject({ isReference: true, share: null, deviation: null });
    const [titles, first, , last] = (await run('all.tsv', '-f', 'tsv')).split('\n');
    expect(titles).toMatch(/^task\tsystem\treference\tyes\tvotes\tshare\tdeviation\tlow\thigh\t/);
    expect(first).toMatch(/^t\ta\t\t2\t3\t0\.6666666666666666\t/);
    expect(last).toMatch(/^t\tref\tyes\t0\t0\t\t\t0\t1\t/);
  });

  it.each(['markdown', 'latex', 'html', 'csv'])('can be written as %s', async (format) => {
    expect((await run('all.tsv', '-f', format)).replace(/<script>.*<\/script>/s, '')).not.toMatch(/undefined|NaN/);
  });

  it('counts a doubled verdict once', async () => {
    const rows = ['segment\tjudge\tsystem\teditor\tacceptable', '1\tj\ta\te\tyes', '1\tj\ta\te\tyes'];
    writeFileSync(inFolder('twice.tsv'), `${rows.join('\n')}\n`);
    const fault = /line 3: a verdict of the same output by\s+the same judge is on line 2\. /;
    await expect(run('twice.tsv', '--strict')).rejects.toThrow(fault);
    expect(await run('twice.tsv')).toMatch(fault);
    expect(JSON.parse(await run('twice.tsv', '-f', 'json')).input.counts.verdicts).toBe(1);
  });

  it('needs votes', async () => {
    await expect(run('edits.tsv')).rejects.toThrow(UsageError);
  });
});
