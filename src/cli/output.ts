/** Writes files whole or not at all. */
import {
  closeSync,
  fchmodSync,
  mkdirSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { UsageError } from '../core/index.ts';
import { isInRoom } from '../data/index.ts';

/** Refuses to overwrite an input, or to write two results to one file. `folder` is that of a shared task, if one is read. */
export function checkOutputs(
  outputs: readonly (string | undefined)[],
  inputs: readonly (string | undefined)[],
  folder?: string,
): void {
  const taken = new Map<string, string>();
  for (const path of inputs) if (path !== undefined) taken.set(fileKey(path), 'is read by the same command');
  for (const path of outputs) {
    if (path === undefined) continue;
    if (path === '' || path === '-') {
      throw new UsageError(`Cannot write to "${path}". To write to standard output, do not name a file.`);
    }
    const clash = taken.get(fileKey(path));
    if (clash) throw new UsageError(`${path} ${clash}; name another file to write to.`);
    taken.set(fileKey(path), 'is written twice by the same command');
    if (folder !== undefined && isInRoom(realPath(folder), realPath(path))) {
      throw new UsageError(`${path} is in a folder that the same command reads; name another file to write to.`);
    }
    if (!statSync(dirname(resolve(path)), { throwIfNoEntry: false })?.isDirectory()) {
      throw new UsageError(`Cannot write ${path}: there is no such folder.`);
    }
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
      throw new UsageError(`Cannot write ${path}: it is a folder.`);
    }
  }
}

/** The file behind links, so that a link stays a link and two names of one file are seen as one. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const whole = resolve(path); // it is not there yet, but its folder may be
    return dirname(whole) === whole ? whole : join(realPath(dirname(whole)), basename(whole));
  }
}

/** The same for all names of one file. Windows and macOS see no difference between `Out.txt` and `out.txt`. */
export function fileKey(path: string, platform = process.platform): string {
  const real = realPath(path);
  return platform === 'win32' || platform === 'darwin' ? real.toLowerCase() : real;
}

/** Files that are kept in memory instead, by name, for who asked for them in a request. */
export const keptOutputs = new Map<string, string[]>();

/** Characters buffered before writing, and bytes copied at a time; signals are handled in between. */
const piece = 1 << 18;

/**
 * Writes to a temporary file in the same folder and renames it when complete; an interrupt leaves nothing behind. A file that is replaced
 * keeps its mode.
 *
 * No handler of a signal could run while a chunk is computed, which may take hours. So there is none then: a signal ends the program at once,
 * and what was written so far has no name and vanishes with it. Only while that is copied is there something to remove.
 * A file that is not regular, such as a pipe or a device, is written to directly.
 */
export async function writeWhole(
  path: string,
  chunks: Iterable<string | Uint8Array> | AsyncIterable<string>,
): Promise<void> {
  const kept = keptOutputs.get(path);
  if (kept) {
    for await (const chunk of chunks) kept.push(String(chunk));
    return;
  }
  const found = statSync(path, { throwIfNoEntry: false });
  // What /dev/stdout links to has no name in a folder if it is a pipe.
  const isStream = found !== undefined && !found.isFile();
  const target = isStream ? path : realPath(path);
  const part = `${target}.${process.pid}.part`;
  // Of another name than the copy: older versions of Windows keep the name of an open file that was removed.
  const nameless = `${part}ial`;
  try {
    const out = isStream ? openSync(target, 'w') : await removedOnSignal(nameless, () => openNameless(nameless));
    try {
      let pending = '';
      for await (const chunk of chunks) {
        if (typeof chunk === 'string') pending += chunk;
        if (typeof chunk === 'string' && pending.length < piece) continue;
        writeFileSync(out, pending);
        pending = '';
        if (typeof chunk !== 'string') writeFileSync(out, chunk);
      }
      writeFileSync(out, pending);
      if (isStream) return;
      await removedOnSignal(part, async () => {
        await copyTo(part, out, found?.mode);
        renameSync(part, target);
      });
    } finally {
      closeSync(out);
    }
  } catch (error) {
    throw writeError(path, error);
  }
}

function openNameless(path: string): number {
  const opened = openSync(path, 'w+', 0o600);
  rmSync(path);
  return opened;
}

async function copyTo(path: string, from: number, mode: number | undefined): Promise<void> {
  const to = openSync(path, 'w', mode);
  try {
    // The umask may have taken something away.
    if (mode !== undefined) fchmodSync(to, mode & 0o7777);
    const bytes = Buffer.allocUnsafe(piece);
    for (let at = 0, read = 0; (read = readSync(from, bytes, 0, piece, at)) > 0; at += read) {
      writeFileSync(to, bytes.subarray(0, read));
      await nextTurn();
    }
  } finally {
    closeSync(to);
  }
}

/** Removes the file if a signal ends the program meanwhile, or if the work fails. The work must give signals their turn. */
async function removedOnSignal<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  const discard = () => rmSync(path, { force: true });
  const stop = (signal: NodeJS.Signals) => {
    discard();
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    const done = await work();
    // A signal that came meanwhile is not lost.
    await nextTurn();
    return done;
  } catch (error) {
    discard();
    throw error;
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

/** Writes texts, one per line, if a file is named for them. */
export async function writeLines(path: string | undefined, texts: readonly string[]): Promise<void> {
  if (path !== undefined) await writeWhole(path, texts.map((text) => `${text}\n`)); // prettier-ignore
}

/** Creates a folder to write to and its parents, if they do not exist. */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw writeError(path, error);
  }
}

export function writeError(path: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? error : new UsageError(`Cannot write ${path}: ${reasons.get(code) ?? code}.`);
}

const reasons = new Map([
  ['EACCES', 'permission denied'],
  ['EPERM', 'operation not permitted'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'no space is left'],
  ['ENOENT', 'there is no such folder'],
  ['ENOTDIR', 'its folder is a file'],
  ['EEXIST', 'a file of that name exists'],
  ['ENAMETOOLONG', 'its name is too long'],
  ['EIO', 'the device failed'],
]);
