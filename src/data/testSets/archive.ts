/**
 * Members of an archive as bytes in memory: tar, tar with gzip, zip, a file with gzip, or a file as it is. Nothing is unpacked to disk
 * under a name that the archive gives, links are not followed, and what unpacks to far more than it was packed from is refused.
 */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { crc32, createGunzip, inflateRawSync } from 'node:zlib';
import { UsageError } from '../../core/index.ts';

interface ArchiveMember {
  readonly path: string;
  readonly bytes: Buffer;
}

/** A member has at most this many bytes, since it becomes a string. */
const mostOfMember = 512 * 2 ** 20;
/** Text is packed to a tenth; a bomb to a thousandth. */
const mostRatio = 100;
const grace = 64 * 2 ** 20;
const blockSize = 512;

/**
 * The members that are wanted, in the order of the archive; `name` is that of the file where it was published, which says what it is. A
 * file that is not an archive is a member with its own name.
 */
export async function* membersOf(
  file: string,
  name: string,
  wanted: (path: string) => boolean,
): AsyncGenerator<ArchiveMember> {
  const { size } = await stat(file);
  const most = grace + mostRatio * size;
  if (/\.(?:tgz|tar\.gz|tar)$/i.test(name)) {
    yield* tarMembers(file, bounded(unpacked(file, !name.toLowerCase().endsWith('.tar')), file, most), wanted);
  } else if (/\.zip$/i.test(name)) {
    yield* zipMembers(file, most, wanted);
  } else if (wanted(basename(name))) {
    const chunks: Buffer[] = [];
    const limit = Math.min(most, mostOfMember);
    for await (const chunk of bounded(unpacked(file, /\.gz$/i.test(name)), file, limit)) chunks.push(chunk);
    yield { path: basename(name), bytes: Buffer.concat(chunks) };
  }
}

async function* unpacked(file: string, isGzip: boolean): AsyncGenerator<Buffer> {
  const stream = createReadStream(file, { highWaterMark: 1 << 18 });
  if (!isGzip) {
    yield* stream as AsyncIterable<Buffer>;
    return;
  }
  const gunzip = createGunzip({ chunkSize: 1 << 18 });
  stream.on('error', (error) => gunzip.destroy(error));
  try {
    yield* stream.pipe(gunzip) as AsyncIterable<Buffer>;
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error;
    throw new UsageError(`${file} is damaged: its gzip data cannot be unpacked.`);
  } finally {
    stream.destroy();
  }
}

async function* bounded(chunks: AsyncIterable<Buffer>, file: string, most: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > most) throw tooLarge(file, most);
    yield chunk;
  }
}

const tooLarge = (what: string, most: number): UsageError =>
  new UsageError(
    `${what} unpacks to more than ${Math.round(most / 2 ** 20)} MiB, far more than texts would. It is not used.`,
  );

/** Refuses names that would lie outside the folder that an archive is unpacked to. */
function checkPath(file: string, path: string): void {
  if (/^[/\\]|^[A-Za-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)|\0/.test(path)) {
    throw new UsageError(`${file} has a member outside its folder, ${JSON.stringify(path)}. It is not used.`);
  }
}

const refuseLink = (file: string, path: string): never => {
  throw new UsageError(`${file}: its member ${path} is a link, not a file. It is not used.`);
};

/** Bytes of a stream, as many at a time as asked for. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Fewer only at the end. */
  async take(count: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    let missing = count;
    for await (const piece of this.#pieces(count)) {
      pieces.push(piece);
      missing -= piece.length;
    }
    return missing === count ? Buffer.alloc(0) : Buffer.concat(pieces);
  }

  async skip(count: number): Promise<number> {
    let skipped = 0;
    for await (const piece of this.#pieces(count)) skipped += piece.length;
    return skipped;
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async *#pieces(count: number): AsyncGenerator<Buffer> {
    for (let missing = count; missing > 0;) {
      if (this.#held.length === 0) {
        const { value, done } = await this.#chunks.next();
        if (done) return;
        this.#held = value;
      }
      const piece = this.#held.subarray(0, missing);
      this.#held = this.#held.subarray(piece.length);
      missing -= piece.length;
      yield piece;
    }
  }
}

/** A tar archive is a row of blocks: a head with name, kind and size, then the content; an empty head ends it. */
async function* tarMembers(
  file: string,
  chunks: AsyncIterable<Buffer>,
  wanted: (path: string) => boolean,
): AsyncGenerator<ArchiveMember> {
  const reader = new ByteReader(chunks);
  const damaged = (what: string): UsageError => new UsageError(`${file} is a damaged archive: ${what}.`);
  /** What a head before says about the next member, since a head has room for short names only. */
  let longer: { path?: string; size?: number } = {};
  try {
    for (let members = 0; ; members++) {
      const head = await reader.take(blockSize);
      if (head.length === 0 && members > 0) return;
      if (head.length < blockSize) throw damaged('it is cut off');
      if (head.every((byte) => byte === 0)) return;
      if (!hasChecksum(head)) throw damaged(members === 0 ? 'it is not a tar file' : 'a head has a wrong checksum');
      const kind = String.fromCharCode(head[156]!);
      const size = longer.size ?? numberIn(head, 124, 12);
      if (!Number.isSafeInteger(size) || size < 0) throw damaged('a member has no size');
      const padding = (blockSize - (size % blockSize)) % blockSize;
      const isExtension = 'xgLK'.includes(kind);
      const path = longer.path ?? nameIn(head);
      const isWanted = !isExtension && wanted(path);
      if (!isExtension) checkPath(file, path);
      if (isWanted && '12'.includes(kind)) refuseLink(file, path);
      if (isExtension || (isWanted && ['0', '\0', '7'].includes(kind))) {
        if (size > (isExtension ? 1 << 20 : mostOfMember)) throw tooLarge(`${file}: ${path}`, mostOfMember);
        const bytes = await reader.take(size);
        if (bytes.length < size) throw damaged('it is cut off');
        if (!isExtension) yield { path, bytes };
        else if (kind === 'L') longer = { ...longer, path: plainPath(textIn(bytes, 0, size)) };
        else if (kind === 'x') longer = { ...longer, ...extended(bytes) };
      } else if ((await reader.skip(size)) < size) {
        throw damaged('it is cut off');
      }
      await reader.skip(padding);
      if (!isExtension) longer = {};
    }
  } finally {
    await reader.close();
  }
}

const textIn = (bytes: Buffer, at: number, length: number): string =>
  bytes.toString('utf8', at, at + length).replace(/\0.*$/s, '');

const plainPath = (path: string): string => path.replace(/^(?:\.\/)+/, '');

function nameIn(head: Buffer): string {
  const prefix = head.toString('latin1', 257, 262) === 'ustar' ? textIn(head, 345, 155) : '';
  return plainPath(prefix === '' ? textIn(head, 0, 100) : `${prefix}/${textIn(head, 0, 100)}`);
}

/** In octal digits, or in binary if it is large. */
function numberIn(head: Buffer, at: number, length: number): number {
  if (head[at]! & 0x80) return head.readUIntBE(at + length - 6, 6);
  const digits = textIn(head, at, length).trim();
  return digits === '' ? 0 : /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN;
}

function hasChecksum(head: Buffer): boolean {
  let sum = 0;
  for (let i = 0; i < blockSize; i++) sum += i >= 148 && i < 156 ? 32 : head[i]!;
  return sum === numberIn(head, 148, 8);
}

/** Records such as `27 path=sgm/newstest.sgm`. */
function extended(bytes: Buffer): { path?: string; size?: number } {
  const found: { path?: string; size?: number } = {};
  for (let at = 0; at < bytes.length;) {
    const length = Number.parseInt(bytes.toString('latin1', at, at + 12), 10);
    if (!(length > 0)) break;
    const [, key, value = ''] = /^\d+ ([^=]+)=(.*)\n$/s.exec(bytes.toString('utf8', at, at + length)) ?? [];
    if (key === 'path') found.path = plainPath(value);
    if (key === 'size') found.size = Number(value);
    at += length;
  }
  return found;
}

/** A zip archive ends with a directory of its members. */
async function* zipMembers(
  file: string,
  most: number,
  wanted: (path: string) => boolean,
): AsyncGenerator<ArchiveMember> {
  const damaged = (): UsageError => new UsageError(`${file} is damaged: its zip data cannot be unpacked.`);
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const read = async (at: number, length: number): Promise<Buffer> => {
      if (at < 0 || length < 0 || at + length > size) throw damaged();
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
      if (bytesRead < length) throw damaged();
      return buffer;
    };
    const tail = await read(Math.max(0, size - 65_557), Math.min(size, 65_557));
    const end = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
    if (end < 0 || end + 22 > tail.length) throw damaged();
    const directory = await read(tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
    let total = 0;
    for (let at = 0; at < directory.length;) {
      if (at + 46 > directory.length || directory.toString('latin1', at, at + 4) !== 'PK\x01\x02') throw damaged();
      const [flags, method, crc] = [directory.readUInt16LE(at + 8), directory.readUInt16LE(at + 10), directory.readUInt32LE(at + 16)]; // prettier-ignore
      const [packed, length] = [directory.readUInt32LE(at + 20), directory.readUInt32LE(at + 24)];
      const nameLength = directory.readUInt16LE(at + 28);
      const mode = directory.readUInt32LE(at + 38) >>> 16;
      const start = directory.readUInt32LE(at + 42);
      const path = plainPath(directory.toString('utf8', at + 46, at + 46 + nameLength).replaceAll('\\', '/'));
      at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
      checkPath(file, path);
      if (!wanted(path)) continue;
      if ((mode & 0o170000) === 0o120000) refuseLink(file, path);
      if (flags & 1 || (method !== 0 && method !== 8)) {
        throw new UsageError(`${file}: its member ${path} is encrypted or packed in a way that is not supported.`);
      }
      total += length;
      if (length > mostOfMember || total > most) throw tooLarge(`${file}: ${path}`, Math.min(most, mostOfMember));
      const head = await read(start, 30);
      const data = await read(start + 30 + head.readUInt16LE(26) + head.readUInt16LE(28), packed);
      let bytes: Buffer;
      try {
        bytes = method === 0 ? data : inflateRawSync(data, { maxOutputLength: Math.max(1, length) });
      } catch {
        throw damaged();
      }
      if (bytes.length !== length || crc32(bytes) !== crc) throw damaged();
      yield { path, bytes };
    }
  } finally {
    await handle.close();
  }
}
