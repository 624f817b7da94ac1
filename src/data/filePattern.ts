/** Finds files by a shell pattern, for patterns typed in quotes: `runs/base.*.txt`. */
import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UsageError } from '../core/index.ts';
import { uncompressed } from '../formats/index.ts';

/** Sorted by name, numbers by size. `*` and `?` match characters of the file name. */
export function filesLike(pattern: string): string[] {
  if (!/[*?]/.test(pattern)) return [pattern];
  const folder = dirname(pattern);
  if (/[*?]/.test(folder))
    throw new UsageError(`${pattern}: * and ? work in the file name only, not in the folder ${folder}.`);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`${pattern}: there is no folder ${folder}.`);
  }
  const asked = new RegExp(
    `^${basename(pattern)
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    'su',
  );
  const found = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.') && asked.test(entry.name))
    .map(({ name }) => name)
    .sort(new Intl.Collator('en', { numeric: true }).compare);
  if (found.length === 0) throw new UsageError(`${pattern}: no such file.`);
  return found.map((name) => join(folder, name));
}

/** The common name of the files of a pattern: `base` for `base.*.txt`. */
export function nameOfPattern(pattern: string): string {
  const common = uncompressed(basename(pattern))
    .replace(/\.[^.*?]+$/, '')
    .split(/[*?]+/)
    .map((part) => part.replace(/^[._-]+|[._-]+$/g, ''))
    .filter((part) => part !== '')
    .join('.');
  return common === '' ? pattern : common;
}
