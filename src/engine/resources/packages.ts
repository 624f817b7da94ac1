/** Finds packages that only some metrics need. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../../core/index.ts';

/** Optional packages belong to the user's project, so they are looked for there first, then beside this one. */
export const requires = (): NodeJS.Require[] =>
  [join(process.cwd(), 'package.json'), fileURLToPath(import.meta.url)].map((path) => createRequire(path));

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
