import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import type { AlignReport } from '../../report/index.ts';
import { runTyped } from '../testing/runTyped.ts';
import align from './align.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-align-'));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('ref.txt', 'The cat sat on the mat.\nIt is open in order to stay open\na b c\n');
  write('other.txt', 'One mat\nIt opens\na b c d\n');
  write('sys.txt', 'On the mat sat the cats!\nIt opens so stay open\n\n');
  write('second.txt', 'mat\nIt\nc a b\n');
  write('table.txt', '0.5\nin order to\nso\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command as typed after `assay align`; a name with .txt is that of a file of the folder. */
async function typed(line: string): Promise<string> {
  const words = line.split(' ').map((word) => word.replace(/\b[a-z]+\.txt/, (name) => join(folder, name)));
  return (await runTyped(align, words)).shown;
}

describe('what is shown', () => {
  it('a picture that lines up', async () => {
    const [head, ...lines] = (await typed('-r ref.txt sys.txt --segment 1')).split('\n');
    expect(head).toMatch(/^segment 1, sys: METEOR-0\.6 \d+\.\d\d$/);
    expect(lines.slice(0, 4)).toEqual([
      '  system     on  the  mat  sat  the  cats',
      '  match      =   =    =    =    =    stem',
      '  reference  on  the  mat  sat  the  cat',
      '  at         4   1    6    3    5    2',
    ]);
  });

  it('words without a match on either side', async () => {
    const shown = await typed('-r ref.txt second.txt --segment 1');
    expect(shown).toContain('  system     mat\n');
    expect(shown).toContain('  missing    [the] 1  [cat] 2  [sat] 3  [on] 4  [the] 5\n');
    expect(await typed('-r other.txt second.txt --segment 2')).toMatch(/missing {4}\[opens\] 2\n/);
  });

  it('an empty output', async () => {
    const shown = await typed('-r ref.txt sys.txt --segment 3');
    expect(shown).toContain('METEOR-0.6 0.00\n  system     (empty)\n  missing    [a] 1  [b] 2  [c] 3\n');
  });

  it('phrases as one', async () => {
    const metric = 'meteor(preset=1.5,paraphrases=table.txt)';
    const shown = await typed(`-r ref.txt sys.txt --segment 2 -m ${metric}`);
    expect(shown).toMatch(/ paraphrase /);
    expect(shown).toMatch(/ in order to /);
    expect(shown).toMatch(/ 4–6 /);
    expect(await typed(`-r ref.txt sys.txt --segment 2 -f moses -m ${metric}`)).toBe('0-0 1-2 2-3 2-4 2-5 3-6 4-7\n');
    expect(await typed(`-r ref.txt sys.txt --segment 2 -f tsv -m ${metric}`)).toMatch(/ 2-3\.\.5:paraphrase /);
  });

  it('the reference that counts', async () => {
    const shown = JSON.parse(await typed('-r ref.txt -r other.txt sys.txt second.txt -f json')) as AlignReport;
    expect(shown.pairs.map(({ segment, system, reference }) => [segment, system, reference])).toEqual([
      [1, 'sys', 1],
      [1, 'second', 2],
      [2, 'sys', 2],
      [2, 'second', 2],
      [3, 'sys', 1],
      [3, 'second', 1],
    ]);
    expect(shown.metric.signature).toMatch(/^METEOR-0\.6\|nrefs:2\|/);
    expect(shown.pairs[5]).toMatchObject({
      hypothesisWords: ['c', 'a', 'b'],
      referenceWords: ['a', 'b', 'c'],
      links: [
        { hypothesis: { from: 0, to: 1 }, reference: { from: 2, to: 3 }, kind: 'exact' },
        { hypothesis: { from: 1, to: 2 }, reference: { from: 0, to: 1 }, kind: 'exact' },
        { hypothesis: { from: 2, to: 3 }, reference: { from: 1, to: 2 }, kind: 'exact' },
      ],
    });
  });

  it('chosen segments', async () => {
    expect((await typed('-r ref.txt second.txt --segment 1,3 -f moses')).split('\n')).toEqual([
      '0-5',
      '0-2 1-0 2-1',
      '',
    ]);
  });
});

describe('what is refused', () => {
  it.each([
    ['-r ref.txt', 'No files given'],
    ['sys.txt', 'No references given'],
    ['-r ref.txt sys.txt -m bleu', /^BLEU does not align words.*meteor/],
    ['-r ref.txt sys.txt -m meteor meteor-0.7', 'one metric at a time'],
    ['-r ref.txt sys.txt --segment 2-9', '--segment 2-9 asks for segment 9, but there are 3.'],
    ['-r ref.txt sys.txt --segment 0', '--segment must be numbers from 1'],
    ['-r ref.txt sys.txt --segment 3-2', '--segment must be numbers from 1'],
    ['-r ref.txt sys.txt --segment x', 'such as 7 or 1-5,9, not x.'],
    ['-r ref.txt sys.txt -o ref.txt', 'ref.txt'],
  ] as const)('%s', async (line, message) => {
    const failed = await typed(line).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(UsageError);
    expect((failed as UsageError).message).toMatch(message);
  });
});
