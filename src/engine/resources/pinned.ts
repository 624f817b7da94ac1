/** Files that metrics name, pinned by a checksum: `flores.model@sha256:1f2e3d4c5b6a` means one file only. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { UsageError } from '../../core/index.ts';
import { readAllLines } from '../../data/index.ts';

/** The name of a file with its checksum; one that it already has must hold. `option` is the key of the option that names it. */
export async function pinFile(name: string, option: string): Promise<string> {
  const what = option === 'model' ? 'SentencePiece model' : option === 'file' ? 'file' : `file of ${option}`;
  const { path, digits } = splitPin(name, what);
  const checksum = await checksumOf(path, what);
  checkPin(path, digits, checksum);
  return `${path}@sha256:${checksum.slice(0, 12)}`;
}

/** The bytes of a file, pinned or not. */
export async function readPinned(name: string, what: string): Promise<{ path: string; bytes: Buffer }> {
  const { path, digits } = splitPin(name, what);
  const bytes = await readFile(path).catch((error: unknown) => {
    throw unreadable(path, what, error);
  });
  checkPin(path, digits, createHash('sha256').update(bytes).digest('hex'));
  return { path, bytes };
}

/** The lines of a file, pinned or not, compressed or not. */
export async function readPinnedLines(name: string, what: string): Promise<{ path: string; lines: string[] }> {
  const { path, digits } = splitPin(name, what);
  if (digits !== undefined) checkPin(path, digits, await checksumOf(path, what));
  return { path, lines: await readAllLines(path) };
}

/** Reads `path` or `path@sha256:<hexadecimal digits>`. */
export function splitPin(name: string, what: string): { path: string; digits: string | undefined } {
  const [, path = name, digits] = /^(.*)@sha256:(.*)$/s.exec(name) ?? [];
  if (path === '') throw new UsageError(`The name of a ${what} is missing.`);
  if (digits !== undefined && !/^[0-9a-f]{8,64}$/i.test(digits)) {
    throw new UsageError(`The checksum in ${name} must be 8 to 64 hexadecimal digits.`);
  }
  return { path, digits };
}

/** The digits must be the first ones of the file's checksum. */
export function checkPin(path: string, digits: string | undefined, checksum: string): void {
  if (digits !== undefined && !checksum.startsWith(digits.toLowerCase())) {
    throw new UsageError(`${path} has changed: its checksum is ${checksum.slice(0, 12)}, not ${digits}.`);
  }
}

/** Without holding the file in memory, as it may be a large table. */
async function checksumOf(path: string, what: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  } catch (error) {
    throw unreadable(path, what, error);
  }
  return hash.digest('hex');
}

function unreadable(path: string, what: string, error: unknown): UsageError {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new UsageError(`There is no ${what} ${path}.`);
  if (code === 'EISDIR') return new UsageError(`Cannot read the ${what} ${path}: it is a directory.`);
  return new UsageError(`Cannot read the ${what} ${path}: ${code ?? message}.`);
}
