/** Where results are kept between runs, and how large they may get. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../../core/index.ts';

/** `named`: the user chose the folder, so an error in it is worth an error. */
export interface CacheFolder {
  readonly path: string;
  readonly named: boolean;
}

/** Undefined if the cache is off. `ASSAY_CACHE` names the folder, or is `off`. */
export function cacheFolder(
  env: NodeJS.ProcessEnv = process.env,
  platform = process.platform,
): CacheFolder | undefined {
  const named = env['ASSAY_CACHE'] ?? '';
  if (named.toLowerCase() === 'off') return undefined;
  if (named !== '') return { path: named, named: true };
  return { path: join(usersCache(env, platform), 'assay', 'scores'), named: false };
}

function usersCache(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  if (env['XDG_CACHE_HOME']) return env['XDG_CACHE_HOME'];
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  if (platform === 'win32') return env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local');
  return join(homedir(), '.cache');
}

const units: Readonly<Record<string, number>> = { MB: 1e6, GB: 1e9, TB: 1e12 };

/** In bytes, of all kinds together: 2 GB, or what `ASSAY_CACHE_SIZE` says. */
export function cacheLimit(env: NodeJS.ProcessEnv = process.env): number {
  const typed = env['ASSAY_CACHE_SIZE'] ?? '';
  if (typed === '') return 2e9;
  const [, amount, unit] = /^\s*(\d+(?:\.\d+)?)\s*([MGT]B)\s*$/i.exec(typed) ?? [];
  if (amount === undefined)
    throw new UsageError(`ASSAY_CACHE_SIZE must be a size such as 500MB or 4GB, not "${typed}".`);
  return Number(amount) * units[unit!.toUpperCase()]!;
}
