import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import type { RerankReport } from '../../report/index.ts';
import { runTyped } from '../testing/runTyped.ts';
import rerank from './rerank.ts';

let folder: string;
const warnings: string[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-rerank-'));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('nbest.txt', '0 ||| the cat ||| lm= -1 d= 0 2 ||| 1\n0 ||| a cat sat ||| lm= -2 d= 1 2 ||| 0\n2 ||| x ||| lm= -9 d= 0 0 ||| 0\n');
  write('more.txt', '0 ||| the cat ||| lm= -1 d= 0 2 ||| 1\n1 ||| two ||| lm= -1 d= 0 0 ||| 1\n');
  write('weights.txt', 'lm= 1\nd= 2\nd= 0\n');
  write('partial.txt', 'lm 1\nother 1\n');
  write('huge.txt', 'lm= 1e308\nd= 0\nd= 0\n');
  write('lacking.txt', '0 ||| a ||| lm= -1 d= 0 2\n0 ||| b ||| d= 0 2\n');
  write('ref.txt', 'a cat sat\ntwo\nx\n');
}); // prettier-ignore
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command as typed after `assay rerank`; a name with a dot is that of a file of the folder. */
async function typed(line: string): Promise<string> {
  warnings.length = 0;
  const words = line.split(' ').map((word) => (/^[^/]+\.txt$/.test(word) ? join(folder, word) : word));
  const ran = await runTyped(rerank, words);
  warnings.push(...ran.warnings);
  return ran.shown;
}

describe('assay rerank', () => {
  it('prints the best translations, one per line, and an empty one where there is no candidate', async () => {
    expect(await typed('nbest.txt -w weights.txt')).toBe('a cat sat\n\nx\n');
    expect(warnings).toEqual(['1 of 3 segments without candidates, numbered from 0: 1.']);
  });

  it('merges lists', async () => {
    expect(await typed('nbest.txt more.txt -w weights.txt')).toBe('a cat sat\ntwo\nx\n');
    expect(warnings.map((each) => each.replaceAll(`${folder}/`, ''))).toEqual([
      'nbest.txt: 3 candidates.',
      'more.txt: 1 candidate, and 1 repeated ones left out.',
    ]);
  });

  it('prints lists, best first, with the new totals', async () => {
    const all = '0 ||| a cat sat ||| lm= -2 d= 1 2 ||| 0\n0 ||| the cat ||| lm= -1 d= 0 2 ||| -1\n2 ||| x ||| lm= -9 d= 0 0 ||| -9\n';
    expect(await typed('nbest.txt -w weights.txt --nbest 2')).toBe(all);
    expect(await typed('nbest.txt -w weights.txt --nbest 1')).toBe(all.replace(/.*the cat.*\n/, ''));
  }); // prettier-ignore

  it('scores before and after, of the segments that have candidates', async () => {
    const report = JSON.parse(
      await typed('nbest.txt -w weights.txt -r ref.txt -m wer per --format json'),
    ) as RerankReport;
    // Against `a cat sat` and `x`: `the cat` is 2 of 3 words wrong, of 4 words in all; the other is right.
    expect(report.choices).toEqual([
      { choice: 'first', scores: [50, 50] },
      { choice: 'reranked', scores: [0, 0] },
    ]);
    expect([report.segments, report.scored, report.changed, report.candidates]).toEqual([3, 2, 1, 3]);
    expect(report.weights).toEqual([
      { feature: 'lm', weight: 1 },
      { feature: 'd_1', weight: 2 },
      { feature: 'd_2', weight: 0 },
    ]);
    expect(await typed('nbest.txt -w weights.txt -r ref.txt -m wer --format csv')).toBe(
      'choice,metric,score,segments\nfirst,wer,50,2\nreranked,wer,0,2\n',
    );
  });

  it('chooses by a metric without references', async () => {
    const program = join(folder, 'letters.mjs');
    writeFileSync(
      program,
      `import { createInterface } from 'node:readline';
       const say = (value) => console.log(JSON.stringify(value));
       say({ name: 'letters', version: '1', direction: 'higher', range: [0, 100], reads: [] });
       for await (const line of createInterface({ input: process.stdin })) {
         const { id, hypothesis } = JSON.parse(line);
         say({ id, score: hypothesis.length });
       }`,
    );
    const by = ['--by-metric', `external(cmd="node ${program}",cache=no)`];
    const nbest = join(folder, 'nbest.txt');
    const { shown } = await runTyped(rerank, [nbest, ...by]);
    expect(shown).toBe('a cat sat\n\nx\n');
    const scored = await runTyped(rerank, [nbest, ...by, '-r', join(folder, 'ref.txt'), '-m', 'wer']);
    expect(scored.shown).toContain('best by letters');
    expect(scored.shown).toMatch(/best by letters +0\.00/);
    await expect(runTyped(rerank, [nbest, '--by-metric', 'bleu'])).rejects.toThrow(
      'BLEU needs references, so it cannot choose translations.',
    );
    await expect(typed('nbest.txt -w weights.txt --by-metric bleu')).rejects.toThrow('-w and --by-metric both choose');
  });

  it('gives features without a weight the weight 0 if requested', async () => {
    const shown = await typed('nbest.txt -w partial.txt -r ref.txt --missing-weights zero');
    expect(shown).toContain('Features without a weight, which get weight 0: d_1, d_2.');
    expect(shown).toContain('Weights ignored because no candidate has the feature: other.');
  });

  it.each([
    ['nbest.txt', 'No weights given. Name a file of weights with -w, or a metric with --by-metric.'],
    ['-w weights.txt', 'No n-best lists given. Name one or more files, or - for standard input.'],
    [
      'nbest.txt -w partial.txt',
      'partial.txt: No weight for the features d_1, d_2; there are weights for lm, other. Add the missing weights, or set them to 0 with --missing-weights zero.',
    ],
    ...['', ' --nbest 1', ' -r ref.txt'].map((more) => [
      `nbest.txt -w huge.txt${more}`,
      'Candidate 2 of segment 0, segments numbered from 0, has the score -Infinity: its features or the weights are too large.',
    ]),
    [
      'lacking.txt -w weights.txt',
      'lacking.txt, line 2: the label lm is missing, but 1 of 2 lines have it. If its value is 0, write 0.',
    ],
    ['nbest.txt -w weights.txt -m bleu', '-m is for scores, which need references: give them with -r.'],
    ['nbest.txt -w weights.txt -s ref.txt', '-s is for scores, which need references: give them with -r.'],
    ['nbest.txt -w weights.txt --format json', '--format json shows scores, which need references: give them with -r.'],
    [
      'nbest.txt -w weights.txt -r ref.txt --nbest 3',
      '--nbest prints lists and -r prints scores. Give one of them, or run the command twice.',
    ],
    [
      'nbest.txt -w weights.txt -o weights.txt',
      'weights.txt is read by the same command; name another file to write to.',
    ],
    ['- -w -', 'Standard input (-) is given twice, but can be read only once.'],
    [
      'nbest.txt -w weights.txt -r ref.txt -r more.txt',
      'more.txt has 2 lines, ref.txt has 3. All files must have the same segments.',
    ],
  ])('%s is an error', async (line, message) => {
    const error = await typed(line).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect((error as Error).message.replaceAll(`${folder}/`, '')).toBe(message);
  });

  it('improves the list among the examples', async () => {
    const example = (name: string) => fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));
    const references = ['A', 'B'].map((name) => `-r ${example(`reference.${name}.en.txt`)}`).join(' ');
    const shown = await typed(`${example('nbest.txt')} -w ${example('weights.txt')} ${references}`);
    expect(shown).toMatchInlineSnapshot(`
      "choice               BLEU ↑
      first of the list     51.10
      best by the weights   58.88

      segments    60, 2 references each
      candidates  480, with 5 features
      changed     a different translation is chosen for 24 segments
      bleu        BLEU|nrefs:2|case:mixed|eff:no|tok:13a|smooth:exp|version:assay-0.2.0|n:4
      input       sha256:08d9d1aa001280bf
      "
    `);
  });
});
