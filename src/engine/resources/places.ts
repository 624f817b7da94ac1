/** Places that may hold a dictionary. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { UsageError } from '../../core/index.ts';

/** `read` yields nothing for a file that is not there. */
export interface Place {
  readonly name: string;
  read(file: string): Promise<Uint8Array | undefined>;
}

export const directory = (path: string): Place => ({
  name: path,
  read: (file) =>
    readFile(join(path, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
      throw new UsageError(`Cannot read ${join(path, file)}: ${error.code ?? error.message}.`);
    }),
});

/** Several places as one; a file comes from the first that has it. */
export const joined = (...places: readonly Place[]): Place => ({
  name: places.map(({ name }) => name).join(' and '),
  async read(file) {
    for (const place of places) {
      const bytes = await place.read(file);
      if (bytes) return bytes;
    }
    return undefined;
  },
});

/** The files in a directory of a gzipped tar archive, which is unpacked in memory when the first is read. */
export function tarball(path: string, inside: string): Place {
  let files: Promise<Map<string, Uint8Array>> | undefined;
  return {
    name: path,
    read: async (file) => (await (files ??= unpack(path))).get(`${inside}/${file}`),
  };
}

const blockSize = 512;
const latin1 = new TextDecoder('latin1');

/** A tar archive is a row of blocks: a head with name and size, then as many as the file fills; an empty head ends it. */
async function unpack(path: string): Promise<Map<string, Uint8Array>> {
  const packed = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new UsageError(`Cannot read ${path}: ${error.code ?? error.message}.`);
  });
  const files = new Map<string, Uint8Array>();
  if (!packed) return files;
  const bytes = await promisify(gunzip)(packed).catch(() => {
    throw new UsageError(`${path} is not a gzipped archive.`);
  });
  const text = (from: number, length: number): string =>
    latin1.decode(bytes.subarray(from, from + length)).replace(/\0.*$/s, '');
  for (let at = 0; at + blockSize <= bytes.length && bytes[at] !== 0;) {
    const size = Number.parseInt(text(at + 124, 12), 8);
    if (!(size >= 0) || at + blockSize + size > bytes.length) throw new UsageError(`${path} is a broken archive.`);
    files.set(text(at, 100), bytes.subarray(at + blockSize, at + blockSize + size));
    at += blockSize * (1 + Math.ceil(size / blockSize));
  }
  return files;
}
