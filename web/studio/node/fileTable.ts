/** The files that the worker can open, by path: those that were dropped, and those that the page's own server has. */

const files = new Map<string, Blob>();

/** Names of folders end in no slash; the files in a dropped folder have its name in front of theirs. */
export const putFile = (path: string, contents: Blob): void => void files.set(path, contents);

export const removeFile = (path: string): boolean => files.delete(path);

export const fileAt = (path: string): Blob | undefined => files.get(path.replace(/^\.\//, ''));

export const isFolder = (path: string): boolean => [...files.keys()].some((file) => file.startsWith(`${path}/`));

/** Paths within a folder of all files in it. */
export const filesIn = (folder: string): string[] =>
  [...files.keys()].filter((file) => file.startsWith(`${folder}/`)).map((file) => file.slice(folder.length + 1));

/** Names of files and folders in a folder. */
export const entriesOf = (folder: string): string[] => [...new Set(filesIn(folder).map((file) => file.split('/')[0]!))];

/** An error as Node throws it. */
export const fault = (code: string, path: string): Error =>
  Object.assign(new Error(`${code}: ${path}`), { code, path });

/** Dictionaries that are served with the page begin with this. */
const served = 'resources/';

/** The bytes of a file, or of one that is served with the page. */
export async function bytesAt(path: string): Promise<Uint8Array> {
  const file = fileAt(path);
  if (file) return new Uint8Array(await file.arrayBuffer());
  if (!path.startsWith(served)) throw fault('ENOENT', path);
  const answer = await fetch(new URL(path, location.href));
  if (!answer.ok) throw fault('ENOENT', path);
  return new Uint8Array(await answer.arrayBuffer());
}
