/** Replaces node:fs: which files there are. What is in them is read in turns, by node:fs/promises. */
import { bytesAt, entriesOf, fault, fileAt, isFolder } from '../fileTable.ts';

export const existsSync = (path: string): boolean => fileAt(path) !== undefined || isFolder(path);

export function statSync(path: string, { throwIfNoEntry = true } = {}) {
  if (!existsSync(path)) {
    if (throwIfNoEntry) throw fault('ENOENT', path);
    return undefined;
  }
  return { isDirectory: () => fileAt(path) === undefined, isFile: () => fileAt(path) !== undefined };
}

export const readdirSync = (folder: string) =>
  entriesOf(folder).map((name) => ({ name, isDirectory: () => isFolder(`${folder}/${name}`) }));

export function readFileSync(path: string): never {
  throw fault('ENOENT', path);
}

export async function* createReadStream(path: string): AsyncGenerator<Uint8Array> {
  yield await bytesAt(path);
}
