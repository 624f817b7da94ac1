/** Files in memory, opened by name like those on disk: what came with a request instead of a path. */
let held: ReadonlyMap<string, Uint8Array> = new Map();

export const heldFile = (path: string): Uint8Array | undefined => held.get(path);

/** While `work` runs, these names open these bytes; one piece of work at a time. Threads do not see them. */
export async function withHeldFiles<T>(files: ReadonlyMap<string, Uint8Array>, work: () => Promise<T>): Promise<T> {
  if (held.size > 0) throw new Error('Files are held already.');
  held = files;
  try {
    return await work();
  } finally {
    held = new Map();
  }
}
