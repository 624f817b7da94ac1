/** Finds packages that only some metrics need. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { UsageError } from '../../core/index.ts';

/** Optional packages belong to the user's project, so they are looked for there first, then beside this one. */
const requires = (): NodeJS.Require[] =>
  [join(process.cwd(), 'package.json'), fileURLToPath(import.meta.url)].map((path) => createRequire(path));

/** The file that a package starts with; undefined if it is not installed. */
export function packageEntry(name: string): string | undefined {
  for (const require of requires()) {
    try {
      return require.resolve(name);
    } catch {
      continue;
    }
  }
  return undefined;
}

/** The version of a package, given its first file, which is somewhere below the folder of the package. */
// oxlint-disable-next-line typescript/require-await -- a browser asks its server
export async function packageVersion(name: string, entry: string): Promise<string> {
  for (let folder = dirname(entry); folder !== dirname(folder); folder = dirname(folder)) {
    const path = join(folder, 'package.json');
    const described = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>) : {};
    if (described['name'] === name) return described['version']!;
  }
  return 'unknown';
}

/** What a package exports, given its first file. */
export async function importEntry<Module>(name: string, entry: string): Promise<Module> {
  try {
    return (await import(pathToFileURL(entry).href)) as Module;
  } catch (error) {
    throw new UsageError(`${name} cannot be loaded: ${reasonOf(error)}`);
  }
}

/** The directory of an installed package, or undefined. Of one that another needs, it may be beside that one only. */
export function packageDirectory(name: string, neededBy?: string): string | undefined {
  const beside = neededBy === undefined ? [] : [createRequire(join(neededBy, 'package.json'))];
  return [...beside, ...requires()]
    .flatMap((require) => require.resolve.paths(name) ?? [])
    .map((path) => join(path, name))
    .find((path) => existsSync(path));
}

/** Its name and version, `wink-pos-tagger 2.2.2`. */
export function packageTitle(directory: string): string {
  const { name, version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Record<string, string>;
  return `${name} ${version}`;
}

/** What a CommonJS package in this directory exports, or a file of it. */
export function requireFrom(directory: string, file = '.'): unknown {
  try {
    return createRequire(join(directory, 'package.json'))(`./${file}`);
  } catch (error) {
    throw new UsageError(`${directory} cannot be loaded: ${reasonOf(error)}`);
  }
}

/** The first line, as others only say which file asked for which. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0]!;
