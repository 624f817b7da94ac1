import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openCache } from '../../data/index.ts';
import { runTyped } from '../testing/runTyped.ts';
import cache from './cache.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-cache-'));
  vi.stubEnv('ASSAY_CACHE', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const run = async (...typed: string[]) => (await runTyped(cache, typed)).shown.replace(folder, 'FOLDER');

it('shows what is kept, and removes it', async () => {
  expect(await run('info')).toBe('folder  FOLDER\nsize    0 bytes of at most 2 GB\n');
  const kept = openCache('programs');
  for (let i = 0; i < 50; i++) kept.put(`text ${i}`, new Uint8Array(8));
  kept.flush();
  expect(await run('info')).toBe(
    [
      'kind      entries  size',
      'programs       50  2 kB',
      '',
      'folder  FOLDER',
      'size    2 kB of at most 2 GB',
      '',
    ].join('\n'),
  );
  expect(await run('clear')).toMatch(/removed {2}2 kB\n$/);
  expect((await runTyped(cache, ['info'])).result).toMatchObject({ kinds: [], cleared: false });
});

it.each([
  ['off', 'info', 'The cache is off, because ASSAY_CACHE=off.'],
  ['', 'empty', 'Unknown action empty.'],
])('ASSAY_CACHE=%s assay cache %s', async (value, action, message) => {
  vi.stubEnv('ASSAY_CACHE', value);
  await expect(runTyped(cache, [action])).rejects.toThrow(message);
});
