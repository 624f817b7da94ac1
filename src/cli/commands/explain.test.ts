import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import type { ExplainReport } from '../../report/index.ts';
import { runTyped } from '../testing/runTyped.ts';
import explain from './explain.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-explain-'));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('ref.txt', 'the cat sat on the mat\na dog barked\nall is well\n');
  write('first.txt', 'the the cat on the mat\na dog barked\n\n');
  write('second.txt', 'the cat sat\nthe dog barked loudly\nall is well\n');
  write('labels.tsv', 'document\nd1\nd1\nd2\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command as typed after `assay explain`; a name with an extension is that of a file of the folder. */
async function typed(line: string): Promise<string> {
  const words = line
    .split(' ')
    .filter(Boolean)
    .map((word) => word.replace(/\b[a-z]+\.(?:txt|tsv)/, (name) => join(folder, name)));
  return (await runTyped(explain, words)).shown;
}

describe('assay explain', () => {
  it('shows a score in numbers, its steps and the words behind them', async () => {
    const shown = await typed('-r ref.txt first.txt --segment 1 -m wer(tok=none)');
    // "the" is extra and "sat" is missing: 2 of 6 words.
    expect(shown).toContain('answer  WER of first on segment 1 is 33.33 = 100 · (2 / 6).');
    expect(shown).toMatch(/\nE +errors +2\n/);
    expect(shown).toMatch(/\nscore {3}score {3,}33\.33 {2}= 100 · \(E \/ N\) = 100 · \(2 \/ 6\)\n/);
    for (const [kind, words] of [
      ['extra', 'the'],
      ['match', 'the, cat, on, the, mat'],
      ['missing', 'sat'],
    ]) {
      expect(shown).toMatch(new RegExp(`\\n(?:E {7}| {8})${kind} +${words}\\n`));
    }
  });

  it('shows systems side by side', async () => {
    const shown = await typed('-r ref.txt first.txt second.txt --segment 1 -m wer(tok=none)');
    expect(shown).toMatch(/\nsymbol {2}step {20}first {2}second {2}how\nE {7}errors {22}2 {7}3\n/);
  });

  it('explains all segments and why systems differ unless told which', async () => {
    const report = JSON.parse(await typed('-r ref.txt first.txt second.txt -m wer(tok=none) -f json')) as ExplainReport;
    const [part] = report.parts;
    expect(part).toMatchObject({ kind: 'corpus', segments: 3 });
    // Errors 2 + 0 + 3 and 3 + 2 + 0 in 12 words.
    expect(part!.differences[0]![0]!.bySegments).toEqual([
      { segment: 3, segments: 1, points: expect.closeTo(-25, 9) as number },
      { segment: 2, segments: 1, points: expect.closeTo(50 / 3, 9) as number },
      { segment: 1, segments: 1, points: expect.closeTo(25 / 3, 9) as number },
    ]);
  });

  it('explains a document', async () => {
    const shown = await typed('-r ref.txt second.txt -l labels.tsv --document d1 -m wer(tok=none)');
    expect(shown).toContain('WER of second on document d1 is 55.56 = 100 · (5 / 9).');
  });

  it('explains chosen systems', async () => {
    const shown = await typed('-r ref.txt first.txt second.txt --system second -m wer');
    expect(shown).not.toContain('first');
  });

  it.each([
    ['', 'No files given. Name the outputs to explain, or - for standard input; see `assay explain --help`.'],
    ['-r ref.txt first.txt --segment 9', '--segment 9 asks for segment 9, but there are 3.'],
    ['-r ref.txt first.txt --segment 0', '--segment must be numbers from 1 and ranges of them, such as 7 or 1-5,9, not 0.'], // prettier-ignore
    ['-r ref.txt first.txt --document d3', 'The texts have no documents. Give a label named document with --labels.'],
    ['-r ref.txt first.txt -l labels.tsv --document d3', 'There is no document d3. There are 2: d1, d2.'],
    ['-r ref.txt first.txt --system third', '--system: there is no system third. Known: first.'],
  ])('%s is an error', async (line, message) => {
    const error: unknown = await typed(line.trim()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect((error as UsageError).message).toBe(message);
  });
});
