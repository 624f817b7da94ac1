/** Where test sets are: Assay's folder for data, the cache of sacreBLEU, and a mirror for networks without access. */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../../core/index.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** `ASSAY_DATA`, or a folder of the user's data. */
export function dataFolder(env: Environment = process.env): string {
  if (env['ASSAY_DATA']) return env['ASSAY_DATA'];
  const home = env['HOME'] ?? homedir();
  const windows = process.platform === 'win32' ? env['LOCALAPPDATA'] : undefined;
  return join(env['XDG_DATA_HOME'] || windows || join(home, '.local', 'share'), 'assay');
}

/** `SACREBLEU`, or the folder where sacreBLEU keeps test sets and models. */
export const sacrebleuFolder = (env: Environment = process.env): string =>
  env['SACREBLEU'] ?? join(env['HOME'] ?? homedir(), '.sacrebleu');

/** The folder with the texts of a set. */
export const setFolder = (env: Environment, set: string): string => join(dataFolder(env), 'testsets', set);

/** Files start with this, in Assay's folder and in sacreBLEU's: `wmt21_B.en-de.`. */
export const fieldPrefix = (set: string, pair: string): string => `${set.replaceAll('/', '_')}.${pair}.`;

/** Where a download is kept: by host and path, which is also how a mirror is laid out. */
export function downloadPath(url: string): string {
  const { host, pathname, search } = new URL(url);
  const parts = `${host || 'local'}${pathname}${search}`.split('/').filter((part) => part !== '');
  // The parser of URLs has resolved `..` already, unless it is written with %2e or the like.
  return join(...parts.map((part) => encodeURIComponent(safeDecode(part)).replace(/^\.+$/, '_')));
}

function safeDecode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address to fetch from, given `ASSAY_MIRROR`: that of a server, or a folder. */
export function mirrored(url: string, env: Environment): string {
  const mirror = env['ASSAY_MIRROR'];
  if (!mirror || url.startsWith('file:')) return url;
  const path = downloadPath(url).replaceAll('\\', '/');
  return /^https?:\/\//i.test(mirror) ? `${mirror.replace(/\/+$/, '')}/${path}` : join(mirror, path);
}

/** The names in a folder; none if there is no such folder. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

export const foldersIn = (folder: string): string[] =>
  namesIn(folder).filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isDirectory());

export const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** The content of a JSON file that Assay wrote; undefined if there is none. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows what it wrote
export function readJson<T>(path: string): T | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code))) return undefined;
    throw new UsageError(`Cannot read ${path}: ${(error as Error).message}`);
  }
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new UsageError(`${path} is damaged. Remove it, and get the test set again.`);
  }
}
