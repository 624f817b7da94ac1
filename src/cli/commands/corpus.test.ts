import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CorpusReport } from '../../report/index.ts';
import { runTyped } from '../testing/runTyped.ts';
import corpus from './corpus.ts';

const example = (name: string) => fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));
const reference = example('reference.A.en.txt');
let folder = '';
const written = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-corpus-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const report = async (...typed: string[]): Promise<CorpusReport> =>
  JSON.parse((await runTyped(corpus, [...typed, '-f', 'json'])).shown) as CorpusReport;

describe('assay corpus', () => {
  it('finds sentences of a test set in training data that is tokenized otherwise', async () => {
    const lines = readFileSync(reference, 'utf8').trimEnd().split('\n');
    const filler = Array.from({ length: 100 }, (_, i) => `this is sentence ${i} of the training data`);
    const training = [...filler, lines[3]!.toUpperCase().replaceAll(',', ' , '), ...filler, `so ${lines[7]!} he said`];
    const packed = written('train.gz', gzipSync(`${training.join('\r\n')}\r\n`));
    const { corpora, overlaps } = await report(packed, '--find', reference, '--ngram', '4');
    expect(corpora[0]).toMatchObject({ lines: 202, duplicates: 100, empty: { count: 0 } });
    const [{ exact, near, found }] = overlaps as [CorpusReport['overlaps'][number]];
    expect([exact, near]).toEqual([1, 1]);
    expect(found.slice(0, 2).map(({ line, foundLine, exact: same }) => [line, foundLine, same])).toEqual([[4, 101, 1], [8, 202, 0]]); // prettier-ignore
    const { shown } = await runTyped(corpus, [packed, '--find', reference, '--ngram', '4']);
    expect(shown.replace(/\s+/g, ' ')).toContain(`1 of ${lines.length} sentences are in ${packed} word for word, and 1 more by 50 % or more.`); // prettier-ignore
  });

  it('does not search a file in itself', async () => {
    const { overlaps } = await report(reference, example('good.txt'), '--find', reference);
    expect(overlaps.map(({ corpus: searched }) => searched)).toEqual([example('good.txt')]);
  });

  it('writes a page with a chart, and rows', async () => {
    const page = join(folder, 'corpus.html');
    await runTyped(corpus, [reference, example('good.txt'), '-o', page]);
    expect(readFileSync(page, 'utf8')).toContain('Lengths of sentences');
    const { shown } = await runTyped(corpus, [reference, '-f', 'tsv']);
    const [titles, values] = shown.split('\n').map((line) => line.split('\t'));
    const words = readFileSync(reference, 'utf8').split(/\s+/).filter((word) => word !== '').length; // prettier-ignore
    expect(Number(values![titles!.indexOf('words')])).toBe(words);
  });

  it('warns of odd lines and goes on', async () => {
    const odd = written('odd.txt', Buffer.from([0x61, 0x0a, 0x0a, 0xff, 0x0a]));
    const { warnings } = await runTyped(corpus, [odd]);
    expect(warnings).toEqual([
      `warning: ${odd} has 1 line that is not valid UTF-8: line 3.`,
      `warning: ${odd} has 1 empty line: line 2.`,
    ]);
  });

  it.each([
    [['gone.txt'], 'cannot read gone.txt: no such file'],
    [[reference, '--find', 'gone.txt'], 'cannot read gone.txt: no such file'],
    [[reference, '--ngram', '1'], '--ngram must be an integer'],
    [[reference, '--pair', 'en-de'], '--pair is for --testset'],
    [[reference, '--testset', 'wmt22'], 'Add the language pair'],
    [[reference, '--tok', 'moses'], '--tok must be'],
  ])('%j is refused', async (typed, message) => {
    await expect(runTyped(corpus, typed)).rejects.toThrow(message);
  });
});
