/** The made-up test sets that the recipes follow and their expected values, if their files are next to the repository. */
import { existsSync, readFileSync } from 'node:fs';

const folder = new URL('../../../../shared/data/paper-tables/', import.meta.url);

/** Pass to `describe.skipIf`; the title says why. */
export const syntheticMissing = !existsSync(new URL('synthetic_expected.tsv', folder));
export const syntheticTitle = (title: string): string =>
  syntheticMissing ? `${title} (skipped: ../shared/data is missing)` : title;

const readTable = (file: string): string[][] =>
  readFileSync(new URL(file, folder), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));

/** A set by column: `reference`, `system_b`, … */
export function readSynthetic(file: string): ReadonlyMap<string, readonly string[]> {
  const [header = [], ...rows] = readTable(`synthetic_${file}.tsv`);
  return new Map(header.map((name, c) => [name, rows.map((row) => row[c] ?? '')]));
}

/** Expected values of one set by path, such as `b.bleu`: numbers on a scale up to 1, or lists of them. */
export function readExpected(set: string): ReadonlyMap<string, unknown> {
  const rows = readTable('synthetic_expected.tsv').filter(([of]) => of === set);
  return new Map(rows.map(([, path = '', value = '']) => [path, JSON.parse(value) as unknown]));
}
