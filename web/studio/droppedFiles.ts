/** Files that were dropped, picked or pasted, with the names of their folders. */

export interface AddedFile {
  readonly path: string;
  readonly contents: Blob;
}

/** Files that systems put into folders, and that nobody means. */
const isHidden = (path: string): boolean => path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX');

export async function droppedFiles({ items, files }: DataTransfer): Promise<AddedFile[]> {
  // To be asked before anything else: once the event is over there are no items.
  const entries = [...items].map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry !== null && entry !== undefined); // prettier-ignore
  if (entries.length === 0) return pickedFiles(files);
  const found = (await Promise.all(entries.map((entry) => filesIn(entry)))).flat();
  return found.filter(({ path }) => !isHidden(path));
}

export const pickedFiles = (files: Iterable<File>): AddedFile[] =>
  [...files]
    .map((file) => ({ path: file.webkitRelativePath || file.name, contents: file }))
    .filter(({ path }) => !isHidden(path));

async function filesIn(entry: FileSystemEntry): Promise<AddedFile[]> {
  const path = entry.fullPath.replace(/^\//, '');
  if (entry.isFile) {
    const contents = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ path, contents }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: AddedFile[] = [];
  // It yields some at a time, and none in the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return found;
    for (const each of some) found.push(...(await filesIn(each)));
  }
}
