/** Files that are there whole or not at all, also after a power failure. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UsageError } from '../../core/index.ts';

let parts = 0;

/** What is being written, before it gets its name. */
export const partOf = (path: string): string => `${path}.${process.pid}.${++parts}.part`;

/** Refuses a path that cannot be written to, or that leads to the file in use. */
export function checkTarget(path: string, used?: string): void {
  if (!isFolder(dirname(resolve(path)))) throw new UsageError(`Cannot write ${path}: there is no such folder.`);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) throw new UsageError(`Cannot write ${path}: it is a folder.`);
  const other = used === undefined ? undefined : statSync(used, { throwIfNoEntry: false });
  if (found && other && found.ino === other.ino && found.dev === other.dev)
    throw new UsageError(`${path} is the journal itself; name another file for the backup.`);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false; // nothing is there, or something on the way is a file
  }
}

/** `write` writes a file of another name, which gets its own when all is on the disk. */
export async function throughPart(path: string, write: (part: string) => Promise<void>): Promise<void> {
  const part = partOf(path);
  try {
    await write(part);
    renameSync(part, path);
    syncFolder(path);
  } finally {
    rmSync(part, { force: true });
  }
}

/** Only the owner may read it. */
export async function writeLines(path: string, lines: AsyncIterable<string>): Promise<void> {
  checkTarget(path);
  await throughPart(path, async (part) => {
    const out = openSync(part, 'w', 0o600);
    try {
      for await (const line of lines) writeSync(out, line);
    } finally {
      closeSync(out);
    }
    syncFile(part);
  });
}

export const syncFile = (path: string): void => sync(path, 'r+');

/** So that the name of a file is on the disk, too. Windows has no such thing. */
export function syncFolder(path: string): void {
  if (process.platform !== 'win32') sync(dirname(resolve(path)), 'r');
}

function sync(path: string, flags: 'r' | 'r+'): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
