/** Writes files whole or not at all. */
import { closeSync, mkdirSync, openSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { UsageError } from '../core/index.ts';
import { isInRoom } from '../data/index.ts';

/** Refuses to write over what is being read, or to write two things to one file. `folder` is that of a shared task, if one is read. */
export function checkOutputs(
  outputs: readonly (string | undefined)[],
  inputs: readonly (string | undefined)[],
  folder?: string,
): void {
  const taken = new Map<string, string>();
  for (const path of inputs) if (path !== undefined) taken.set(realPath(path), 'is read by the same command');
  for (const path of outputs) {
    if (path === undefined) continue;
    if (path === '' || path === '-') {
      throw new UsageError(`"${path}" is no file to write to. Without a file, the report goes to standard output.`);
    }
    const clash = taken.get(realPath(path));
    if (clash) throw new UsageError(`${path} ${clash}; name another file to write to.`);
    taken.set(realPath(path), 'is written twice by the same command');
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
    return realpathSync(path);
  } catch {
    const whole = resolve(path); // it is not there yet, but its folder may be
    return dirname(whole) === whole ? whole : join(realPath(dirname(whole)), basename(whole));
  }
}

/** Text is written in pieces of about this many characters; between them, a signal gets its turn. */
const piece = 1 << 18;

/**
 * Writes to a file beside the wanted one and renames it when all is written; an interrupt removes it.
 * What is no plain file, such as a pipe or a device, is written to as it is.
 */
export async function writeWhole(path: string, chunks: Iterable<string> | AsyncIterable<string>): Promise<void> {
  const found = statSync(path, { throwIfNoEntry: false });
  // What /dev/stdout links to has no name in a folder if it is a pipe.
  const isStream = found !== undefined && !found.isFile();
  const target = isStream ? path : realPath(path);
  const part = isStream ? target : `${target}.${process.pid}.part`;
  const discard = () => {
    if (part !== target) rmSync(part, { force: true });
  };
  const stop = (signal: NodeJS.Signals) => {
    discard();
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    const out = openSync(part, 'w');
    try {
      let pending = '';
      for await (const chunk of chunks) {
        pending += chunk;
        if (pending.length < piece) continue;
        writeFileSync(out, pending);
        pending = '';
        await nextTurn();
      }
      writeFileSync(out, pending);
    } finally {
      closeSync(out);
    }
    if (part !== target) renameSync(part, target);
  } catch (error) {
    discard();
    throw writeError(path, error);
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

/** Texts, one a line, if a file is named for them. */
export async function writeLines(path: string | undefined, texts: readonly string[]): Promise<void> {
  if (path !== undefined) await writeWhole(path, texts.map((text) => `${text}\n`)); // prettier-ignore
}

/** A folder to write to, with those above it; it may be there already. */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw writeError(path, error);
  }
}

function writeError(path: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? error : new UsageError(`Cannot write ${path}: ${reasons.get(code) ?? code}.`);
}

const reasons = new Map([
  ['EACCES', 'permission denied'],
  ['EPERM', 'it is not permitted'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'no space is left'],
  ['ENOENT', 'there is no such folder'],
  ['ENOTDIR', 'what should be its folder is a file'],
  ['EEXIST', 'there is a file of that name'],
  ['ENAMETOOLONG', 'its name is too long'],
]);
