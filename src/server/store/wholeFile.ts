/** Writes files completely or not at all, even after a power failure. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UsageError } from '../../core/index.ts';

let parts = 0;

/** The temporary name of a file while it is being written. */
export const partOf = (path: string): string => `${path}.${process.pid}.${++parts}.part`;

/** Refuses a path that cannot be written to, or that is the file in use. */
export function checkTarget(path: string, used?: string): void {
  if (!isFolder(dirname(resolve(path)))) throw new UsageError(`Cannot write ${path}: there is no such folder.`);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) throw new UsageError(`Cannot write ${path}: it is a folder.`);
  const other = used === undefined ? undefined : statSync(used, { throwIfNoEntry: false });
  if (found && other && found.ino === other.ino && found.dev === other.dev)
    throw new UsageError(`${path} is the journal itself. Name another file for the backup.`);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false; // nothing exists there, or part of the path is a file
  }
}

/** `write` writes to a temporary name; the file gets its own name when everything is on disk. */
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

/** Readable only by the owner. */
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

/** Makes the name of a file durable. Windows has no equivalent. */
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
