import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import { withFiles } from '../../data/testing/files.ts';
import compare from '../commands/compare.ts';
import meta from '../commands/meta.ts';
import score from '../commands/score.ts';
import { runTyped } from '../testing/runTyped.ts';

const example = (name: string) => fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));
const texts = ['-r', example('reference.A.en.txt'), '-r', example('reference.B.en.txt'), ...['good.txt', 'terse.txt', 'verbose.txt'].map(example)]; // prettier-ignore
const metrics = ['-m', 'bleu', 'chrf', 'ter', 'ribes', 'nist'];

const scored = (...typed: readonly string[]) => runTyped(score, ['-j', '1', ...typed]);
const compared = (...typed: readonly string[]) => runTyped(compare, ['-j', '1', '--samples', '200', ...typed]);

/** The file as other programs see it. */
async function objectsIn(path: string): Promise<Record<string, unknown>[]> {
  const { buffer, byteOffset, byteLength } = readFileSync(path);
  const bytes = buffer.slice(byteOffset, byteOffset + byteLength);
  return parquetReadObjects({ file: { byteLength, slice: (from, to) => bytes.slice(from, to) } });
}

describe('rows as Parquet', () => {
  it.each([
    { typed: ['-f', 'json'] },
    { typed: [] },
    { typed: ['--test', 'randomization', '--baseline', 'good', '--primary', 'ter', '-f', 'csv'] },
    { typed: ['--test', 'wilcoxon', '--unit', 'document', '-f', 'json'], only: ['-m', 'ribes'] },
    { typed: ['--interval', 'bca', '--power', '--equivalence', '1'] },
  ])('give assay compare what the texts give it, to the byte: $typed', async ({ typed, only = metrics }) => {
    await withFiles({}, async (directory) => {
      const file = `${directory}/rows.parquet`;
      const all = [...texts, '-l', example('labels.tsv'), ...only];
      await scored(...all, '--rows', file);
      const fromTexts = await compared(...all, ...typed);
      const fromRows = await compared('--rows', file, ...typed);
      expect(fromRows.shown).toBe(fromTexts.shown);
      expect(fromRows.warnings).toEqual(fromTexts.warnings);
    });
  });

  it('of shards are those of the whole, in any order', async () => {
    await withFiles({}, async (directory) => {
      const some = ['-m', 'bleu', 'wer'];
      const files = [1, 2, 3].map((part) => `${directory}/${part}.parquet`);
      for (const [i, file] of files.entries()) await scored(...texts, ...some, '--shard', `${i + 1}/3`, '--rows', file);
      const fromRows = await compared('--rows', files[2]!, files[0]!, files[1]!, '-f', 'json');
      expect(fromRows.shown).toBe((await compared(...texts, ...some, '-f', 'json')).shown);
      await expect(compared('--rows', files[0]!, files[2]!)).rejects.toThrow('Shard 2 of 3 is missing.');
      expect((await objectsIn(files[1]!)).map((row) => row['segment']).slice(0, 2)).toEqual([21, 22]);
    });
  });

  it('have a row for each system and segment, with labels and statistics', async () => {
    await withFiles({}, async (directory) => {
      const file = `${directory}/rows.parquet`;
      await scored(...texts, '-m', 'bleu', 'gtm', '-l', example('labels.tsv'), '--rows', file);
      const rows = await objectsIn(file);
      expect(rows).toHaveLength(180);
      const labels = readFileSync(example('labels.tsv'), 'utf8').trim().split('\n').map((line) => line.split('\t')); // prettier-ignore
      expect(rows[61]).toMatchObject({ segment: 2, system: 'terse', [labels[0]![0]!]: labels[2]![0] });
      // Sums of what any program reads are the lengths that the report shows.
      const { result } = await scored(...texts, '-m', 'bleu', '-f', 'json');
      const sumOf = (column: string) =>
        rows.filter(({ system }) => system === 'good').reduce((sum, row) => sum + Number(row[column]), 0);
      const ratio = result.all.scores[0]![0]!.parts!['length ratio'];
      expect(sumOf('bleu: hypothesis length') / sumOf('bleu: reference length')).toBe(ratio);
    });
  });

  it('give assay meta what the texts give it', async () => {
    await withFiles({}, async (directory) => {
      const file = `${directory}/rows.parquet`;
      const folder = example('task');
      const outputs = readdirSync(`${folder}/outputs/de-en`).map((name) => `${folder}/outputs/de-en/${name}`);
      const references = ['A', 'B'].flatMap((name) => ['-r', `${folder}/references/de-en.${name}.txt`]);
      const some = ['-m', 'bleu', 'ter', 'ribes', 'nist'];
      await scored(...references, ...outputs, ...some, '--rows', file);
      for (const typed of [
        ['--rows', file],
        ['--rows', `de-en=${file}`],
      ]) {
        const fromRows = await runTyped(meta, [folder, ...typed, '--samples', '50', '-f', 'json']);
        const fromTexts = await runTyped(meta, [folder, ...some, '--samples', '50', '-f', 'json']);
        expect(fromRows.shown).toBe(fromTexts.shown);
      }
      await expect(runTyped(meta, [folder, '--rows', `de-fr=${file}`])).rejects.toThrow('has no task de-fr.');
      await expect(runTyped(meta, [folder, '--rows', file, '-m', 'bleu'])).rejects.toThrow(
        '--metric is not for --rows',
      );
    });
  });

  it('are refused if they are damaged or something else', async () => {
    await withFiles({ 'text.parquet': 'no rows' }, async (directory) => {
      const at = (name: string) => `${directory}/${name}`;
      await scored(...texts, '-m', 'bleu', '--rows', at('rows.parquet'));
      await scored(...texts, '-m', 'bleu(tok=intl)', '--rows', at('other.parquet'));
      const bytes = readFileSync(at('rows.parquet'));
      writeFileSync(at('cut.parquet'), bytes.subarray(0, bytes.length - 100));
      const metadata = bytes.toString('latin1').replace(/"sums":\[\[(\d)/, (all, digit) => all.slice(0, -1) + ((Number(digit) % 9) + 1)); // prettier-ignore
      writeFileSync(at('sums.parquet'), Buffer.from(metadata, 'latin1'));
      writeFileSync(at('odd.parquet'), Buffer.concat([bytes.subarray(0, 500), bytes.subarray(600)]));
      const cases = [
        { typed: ['--rows', at('text.parquet')], message: 'text.parquet is not a Parquet file.' },
        { typed: ['--rows', at('cut.parquet')], message: 'cut.parquet is damaged' },
        { typed: ['--rows', at('odd.parquet')], message: 'odd.parquet is damaged' },
        { typed: ['--rows', at('sums.parquet')], message: 'damaged: its rows do not add up to its sums' },
        { typed: ['--rows', at('none.parquet')], message: 'Cannot read' },
        { typed: ['--rows', at('rows.parquet'), at('rows.parquet')], message: 'both have the same input' },
        { typed: ['--rows', at('rows.parquet'), at('other.parquet')], message: 'have different metrics' },
        { typed: ['--rows', at('rows.parquet'), '--why'], message: '--why is not for --rows, which has no texts.' },
        { typed: [example('good.txt'), '--rows', at('rows.parquet')], message: '--rows replaces the texts.' },
      ];
      for (const { typed, message } of cases) {
        const refused = await compared(...typed, '-o', at('out.txt')).catch((error: unknown) => error);
        expect(refused).toBeInstanceOf(UsageError);
        expect((refused as Error).message).toContain(message);
        expect(existsSync(at('out.txt'))).toBe(false);
      }
    });
  });
});
