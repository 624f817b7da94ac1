/** Files by a pattern as in a shell, for patterns that were typed in quotes: `runs/base.*.txt`. */
import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UsageError } from '../core/index.ts';

/** Sorted by name, numbers by size. `*` and `?` stand for letters of the file's own name. */
export function filesLike(pattern: string): string[] {
  if (!/[*?]/.test(pattern)) return [pattern];
  const folder = dirname(pattern);
  if (/[*?]/.test(folder))
    throw new UsageError(`${pattern}: * and ? may stand in the name of the file only, not in ${folder}.`);
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
  if (found.length === 0) throw new UsageError(`${pattern}: there is no such file.`);
  return found.map((name) => join(folder, name));
}

/** What the files of a pattern have in common: `base.*.txt` is `base`. */
export function nameOfPattern(pattern: string): string {
  const common = basename(pattern)
    .replace(/\.gz$/i, '')
    .replace(/\.[^.*?]+$/, '')
    .split(/[*?]+/)
    .map((part) => part.replace(/^[._-]+|[._-]+$/g, ''))
    .filter((part) => part !== '')
    .join('.');
  return common === '' ? pattern : common;
}
