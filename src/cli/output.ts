/** Writes files whole or not at all. */
import { closeSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../core/index.ts';

/** Parts under way; an interrupt removes them. */
const parts = new Set<string>();

/** Removes what is half written; for signals. */
export function discardParts(): void {
  for (const part of parts) rmSync(part, { force: true });
}

/** Refuses to write over what is being read, or to write two things to one file. */
export function checkOutputs(outputs: readonly (string | undefined)[], inputs: readonly (string | undefined)[]): void {
  const taken = new Map(
    inputs.filter((path) => path !== undefined).map((path) => [resolve(path), 'is read by the same command']),
  );
  for (const path of outputs) {
    if (path === undefined) continue;
    const clash = taken.get(resolve(path));
    if (clash) throw new UsageError(`${path} ${clash}; name another file to write to.`);
    taken.set(resolve(path), 'is written twice by the same command');
    const folder = statSync(resolve(path, '..'), { throwIfNoEntry: false });
    if (!folder?.isDirectory()) throw new UsageError(`Cannot write ${path}: there is no such folder.`);
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
      throw new UsageError(`Cannot write ${path}: it is a folder.`);
  }
}

/** Writes to a file beside the wanted one and renames it when all is written. */
export function writeWhole(path: string, chunks: Iterable<string>): void {
  const part = `${path}.${process.pid}.part`;
  parts.add(part);
  try {
    const out = openSync(part, 'w');
    try {
      for (const chunk of chunks) writeFileSync(out, chunk);
    } finally {
      closeSync(out);
    }
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new UsageError(`Cannot write ${path}: ${code === 'EACCES' ? 'permission denied' : message}.`);
  } finally {
    parts.delete(part);
  }
}
