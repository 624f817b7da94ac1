/** One input as a stream of bytes: a file or standard input, decompressed if it is gzip or zstd, counted and hashed on the way. */
import { isAscii, isUtf8, transcode } from 'node:buffer';
import { type Hash, createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Transform } from 'node:stream';
import type * as Zlib from 'node:zlib';
import { UsageError } from '../core/index.ts';
import type { ByteSource } from '../formats/index.ts';
import { type LineRange, versionOf } from './lineIndex.ts';
import { heldFile } from './heldFiles.ts';
import { ZstdFault, cutAtFrames } from './zstdFrames.ts';

/** Anything that yields bytes, such as `process.stdin`. */
export type ByteStream = AsyncIterable<Uint8Array | string>;

/** Large enough to make the cost of a read negligible. */
const chunkBytes = 1 << 18;

/** Refuses standard input (`-`) if it is named twice among the files of a run. */
export function checkStandardInput(paths: readonly (string | undefined)[]): void {
  if (paths.filter((path) => path === '-').length > 1) {
    throw new UsageError('Standard input (-) is given twice, but can be read only once.');
  }
}

/** A file to read; its bytes can be read once. */
export class Input implements ByteSource {
  /** As given on the command line; `-` is standard input. */
  readonly path: string;
  /** Its name in messages. */
  readonly name: string;
  /** Bytes on disk; unknown for standard input and pipes. */
  readonly size: number | undefined;
  readonly linesBefore: number;
  #bytesRead = 0;
  #file: OpenFile | undefined;
  readonly #bytes: ByteStream;
  /** Not of a range, whose file has been hashed to find its lines. */
  readonly #hash: Hash | undefined;

  private constructor(
    path: string,
    size: number | undefined,
    file: OpenFile | undefined,
    bytes: ByteStream,
    range?: LineRange,
  ) {
    this.path = path;
    this.linesBefore = range?.linesBefore ?? 0;
    this.#hash = range ? undefined : createHash('sha256');
    this.name = shownName(path);
    this.size = size;
    this.#file = file;
    this.#bytes = bytes;
  }

  /** Without `stdin`, `-` is `process.stdin`. `range`: reads only this part of a file. */
  static async open(path: string, stdin?: ByteStream, range?: LineRange): Promise<Input> {
    if (path === '-') return new Input(path, undefined, undefined, stdin ?? process.stdin);
    const held = heldFile(path);
    if (held) return new Input(path, held.length, undefined, heldBytes(held));
    let file: OpenFile | undefined;
    try {
      file = await openFile(path);
      if (range) {
        checkVersion(file, range);
        return new Input(path, range.to - range.from, file, fileBytes(file, range), range);
      }
      return new Input(path, file.size, file, fileBytes(file));
    } catch (error) {
      await file?.close();
      throw unreadable(shownName(path), error);
    }
  }

  /** Bytes read so far, as they are on disk. */
  get bytesRead(): number {
    return this.#bytesRead;
  }

  /** The bytes, decompressed if needed, in chunks of bounded size, each valid until the next one is requested. */
  async *chunks(): AsyncGenerator<Buffer> {
    const raw = this.#raw();
    // The first bytes show whether data is compressed, since text cannot start with them; a pipe can deliver them one by one.
    let head: Buffer = Buffer.alloc(0);
    while (head.length < headBytes) {
      const { value, done } = await raw.next();
      if (done) break;
      head = head.length === 0 && value.length >= headBytes ? value : Buffer.concat([head, value]);
    }
    const all = joined(head, raw);
    const start = head.toString('latin1', 0, headBytes);
    const found = compressions.find(({ starts, within }) => starts.test(start) && !within?.test(this.path));
    if (found) {
      yield* decompressed(all, this.name, found);
      return;
    }
    const named = compressions.find(({ ending }) => this.path.toLowerCase().endsWith(ending));
    if (head.length > 0 && named) {
      throw new UsageError(
        `${this.name} is not compressed with ${named.name}, though its name ends in ${named.ending}.`,
      );
    }
    yield* all;
  }

  readonly decode = decodeUtf8;
  readonly isUtf8 = isUtf8;

  /** SHA-256 of the bytes on disk; call it once, after reading all of them, and not for a range. */
  digest(): string {
    return this.#hash!.digest('hex');
  }

  /** The same, of a file of which nothing was read. */
  async digestOfAll(): Promise<string> {
    for await (const _ of this.#raw());
    return this.digest();
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined; // closing a number twice could close another file
    await file?.close();
  }

  async *#raw(): AsyncGenerator<Buffer, undefined> {
    try {
      for await (const piece of this.#bytes) {
        const bytes = typeof piece === 'string' ? Buffer.from(piece) : asBuffer(piece);
        this.#hash?.update(bytes);
        this.#bytesRead += bytes.length;
        for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
      }
    } catch (error) {
      throw unreadable(this.name, error);
    }
    return undefined;
  }
}

/** What a file is compressed with, if anything: `gzip`. */
export async function compressionOf(path: string): Promise<string | undefined> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return compressions.find(({ starts }) => starts.test(buffer.toString('latin1', 0, bytesRead)))?.name;
  } finally {
    await handle.close();
  }
}

/** The SHA-256 of plain data, such as file names and digests of their contents. */
export const digestOf = (data: unknown): string => createHash('sha256').update(JSON.stringify(data)).digest('hex');

/** Opens a file for `use` and closes it afterwards. */
export async function withInput<T>(
  path: string,
  stdin: ByteStream | undefined,
  use: (input: Input) => Promise<T>,
): Promise<T> {
  const input = await Input.open(path, stdin);
  try {
    return await use(input);
  } finally {
    await input.close();
  }
}

const shownName = (path: string): string => (path === '-' ? 'standard input' : path === '' ? '""' : path);

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * The text of some bytes; undefined if they are not valid UTF-8.
 * Buffer.toString decodes text beyond ASCII at 150–250 MB/s; via UTF-16 it takes half the time or less.
 */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  if (isAscii(bytes)) return asBuffer(bytes).toString('latin1');
  if (!isUtf8(bytes)) return undefined;
  return transcode(bytes, 'utf8', 'utf16le').toString('utf16le');
}

interface OpenFile {
  /** Bytes; undefined for a pipe. */
  readonly size: number | undefined;
  /** That of now; undefined for a pipe. */
  version(): string | undefined;
  /** Returns how many bytes it put into the buffer; `at` is null for those after the last read. */
  read(buffer: Buffer, most: number, at: number | null): number | Promise<number>;
  close(): void | Promise<void>;
}

/** A file on disk is read while the thread waits, which takes a fraction of the time that handing it over does; a pipe may have to wait long. */
async function openFile(path: string): Promise<OpenFile> {
  const stat = statSync(path);
  if (stat.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
  if (stat.isFile()) {
    const fd = openSync(path, 'r');
    return {
      size: fstatSync(fd).size,
      version: () => versionOf(fstatSync(fd, { bigint: true })),
      read: (buffer, most, at) => readSync(fd, buffer, 0, most, at),
      close: () => closeSync(fd),
    };
  }
  const handle = await open(path);
  return {
    size: undefined,
    version: () => undefined,
    read: async (buffer, most, at) => (await handle.read(buffer, 0, most, at)).bytesRead,
    close: () => handle.close(),
  };
}

/** Otherwise the bytes would not be those of the lines, nor of the checksum that the index has. */
function checkVersion(file: OpenFile, { version }: LineRange): void {
  if (file.version() !== version) throw new Error('it was changed after its lines were found. Start again.');
}

async function* fileBytes(file: OpenFile, range?: LineRange): AsyncGenerator<Buffer> {
  // One buffer for all reads: new memory for each read would cost more than the read itself.
  const buffer = Buffer.allocUnsafeSlow(chunkBytes);
  let at = range ? range.from : null; // null: where the last read ended
  for (;;) {
    const most = range ? Math.min(chunkBytes, range.to - at!) : chunkBytes;
    const read = file.read(buffer, most, at);
    const bytesRead = typeof read === 'number' ? read : await read;
    if (bytesRead === 0) {
      if (range) checkVersion(file, range);
      return;
    }
    if (at !== null) at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function* heldBytes(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* joined(head: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head;
  yield* rest;
}

/** Chunks that stay valid, since a stream reads ahead. */
async function* copied(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}

interface Compression {
  readonly name: string;
  /** File name endings. */
  readonly ending: string;
  /** Their first bytes, as Latin-1. */
  readonly starts: RegExp;
  /** Paths of files that are compressed this way within: their format unpacks them. */
  readonly within?: RegExp;
  /** More advice for files that cannot be decompressed. */
  readonly advice?: string;
  /** Decompresses the data; undefined if this version of Node cannot. */
  open?(zlib: typeof Zlib): Transform | undefined;
  /** A step before decompression. */
  cut?(compressed: AsyncGenerator<Buffer>): AsyncGenerator<Buffer>;
}

/** Enough bytes to recognise all of these. */
const headBytes = 10;

const compressions: readonly Compression[] = [
  {
    name: 'gzip',
    ending: '.gz',
    starts: /^\x1f\x8b/,
    open: (zlib) => zlib.createGunzip({ chunkSize: chunkBytes }),
  },
  {
    name: 'zstd',
    ending: '.zst',
    starts: /^\x28\xb5\x2f\xfd/,
    // Since Node 22.15 and 23.8; the types are those of the oldest supported Node.
    open: (zlib) =>
      (zlib as { createZstdDecompress?: typeof Zlib.createGunzip }).createZstdDecompress?.({ chunkSize: chunkBytes }),
    cut: cutAtFrames,
  },
  { name: 'bzip2', ending: '.bz2', starts: /^BZh[1-9](?:1AY&SY|\x17rE8P\x90)/ },
  { name: 'xz', ending: '.xz', starts: /^\xfd7zXZ\0/ },
  {
    name: 'zip',
    ending: '.zip',
    starts: /^PK\x03\x04/,
    within: /^-$|\.xlsx$/i,
    advice: ' If it is an Excel workbook, rename it to end in .xlsx.',
  },
];

async function* decompressed(
  compressed: AsyncGenerator<Buffer>,
  name: string,
  { name: method, open: openStream, cut, advice = '' }: Compression,
): AsyncGenerator<Buffer> {
  // Loaded only when needed: most inputs are not compressed, and loading slows down every start of the command.
  const { Readable, pipeline } = process.getBuiltinModule('node:stream');
  const stream = openStream?.(process.getBuiltinModule('node:zlib'));
  if (!stream) {
    throw new UsageError(
      `${name} is compressed with ${method}, ${
        openStream
          ? `which needs Node 22.15 or later (this is ${process.versions.node})`
          : 'but only gzip and zstd are supported'
      }. Decompress it first.${advice}`,
    );
  }
  // Errors at either end destroy the stream and so reach the loop below; the callback has nothing to do.
  pipeline(Readable.from(copied(cut ? cut(compressed) : compressed)), stream, () => undefined);
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } catch (error) {
    const isFault = error instanceof ZstdFault;
    if (!isFault && !/^Z(?:STD)?_/.test(codeOf(error))) throw error;
    throw new UsageError(
      codeOf(error) === 'Z_BUF_ERROR' || (isFault && error.what === 'cut off')
        ? `${name} is cut off: its ${method} data stops before the end. Copy or compress it again.`
        : `${name} is damaged: its ${method} data cannot be decompressed. Copy or compress it again.`,
    );
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code ?? '');

const reasons = new Map([
  ['ENOENT', 'no such file'],
  ['ENOTDIR', 'no such file'],
  ['EISDIR', 'it is a directory'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EMFILE', 'too many files are open'],
  ['ENFILE', 'too many files are open'],
  ['ENAMETOOLONG', 'the name is too long'],
  ['ELOOP', 'its symbolic links form a loop'],
]);

function unreadable(name: string, error: unknown): Error {
  if (error instanceof UsageError) return error;
  const reason = reasons.get(codeOf(error)) ?? (error instanceof Error ? error.message : String(error));
  return new UsageError(`cannot read ${name}: ${reason}`, { cause: error });
}
