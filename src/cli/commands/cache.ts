/** `assay cache`: shows or removes the scores and encodings that are kept between runs. */
import { UsageError } from '../../core/index.ts';
import { type CacheUse, clearCache, describeCache } from '../../data/index.ts';
import type { Report } from '../../report/index.ts';
import { defineCommand } from '../command.ts';

const actions = {
  info: 'where it is and what it holds',
  clear: 'remove all of it',
};

/** What the cache holds, or held before it was cleared. */
interface CacheFacts {
  readonly folder: string;
  readonly limit: number;
  readonly cleared: boolean;
  readonly kinds: readonly CacheUse[];
}

const cache = defineCommand({
  name: 'cache',
  summary: 'Show or clear the scores of models and programs that are kept between runs.',
  examples: [
    ['assay cache info', 'where the cache is and how large it is'],
    ['assay cache clear', 'remove all scores that were kept'],
    ['ASSAY_CACHE=off assay score …', 'neither read nor keep scores in this run'],
  ],
  arguments: [{ typed: '<action>', choices: actions, help: Object.keys(actions).join(', ') }],
  options: {},

  // oxlint-disable-next-line typescript/require-await -- as all commands
  async run([action]): Promise<CacheFacts> {
    const found = describeCache();
    if (!found) throw new UsageError('The cache is off, because ASSAY_CACHE=off. Unset it, or name a folder with it.');
    if (action === 'clear') clearCache();
    return { ...found, cleared: action === 'clear' };
  },

  forms: { tables: cacheTables },
});

export default cache;

function cacheTables({ folder, limit, cleared, kinds }: CacheFacts): Report {
  const bytes = kinds.reduce((sum, kind) => sum + kind.bytes, 0);
  const held = `${sizeOf(bytes)} of at most ${sizeOf(limit)}`;
  return {
    title: 'Cache',
    tables:
      kinds.length === 0
        ? []
        : [
            {
              columns: [
                { title: 'kind', align: 'left' },
                { title: 'entries', align: 'right' },
                { title: 'size', align: 'right' },
              ],
              rows: kinds.map((each) => [each.kind, String(each.entries), sizeOf(each.bytes)]),
            },
          ],
    notes: [
      { name: 'folder', text: folder },
      cleared ? { name: 'removed', text: sizeOf(bytes) } : { name: 'size', text: held },
    ],
  };
}

/** `1.2 MB`. */
function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let size = bytes / 1000;
  let unit = 0;
  for (; size >= 999.95 && unit < units.length - 1; unit++) size /= 1000;
  return `${Number(size.toFixed(1))} ${units[unit]}`;
}
