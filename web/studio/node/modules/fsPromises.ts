/** Replaces node:fs/promises. */
import { bytesAt, entriesOf, fault, fileAt, isFolder } from '../fileTable.ts';
import { statSync } from './fs.ts';

export const readFile = bytesAt;

// oxlint-disable-next-line typescript/require-await -- as Node does
export async function readdir(folder: string): Promise<string[]> {
  if (!isFolder(folder)) throw fault(fileAt(folder) ? 'ENOTDIR' : 'ENOENT', folder);
  return entriesOf(folder);
}

// oxlint-disable-next-line typescript/require-await -- as Node does
export const stat = async (path: string) => statSync(path);
