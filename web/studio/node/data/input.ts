/** Replaces src/data/input.ts: one dropped file as a stream of bytes, decompressed if it is gzip or zstd, counted and hashed on the way. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { UsageError } from '../../../../src/core/index.ts';
import type { ByteSource } from '../../../../src/formats/index.ts';
import { fileAt, isFolder } from '../fileTable.ts';
import { createHash } from '../modules/crypto.ts';

/** There is no standard input. */
export type ByteStream = undefined;

export function checkStandardInput(): void {}

export class Input implements ByteSource {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  #bytesRead = 0;
  readonly #file: Blob;
  readonly #hash = sha256.create();

  private constructor(path: string, file: Blob) {
    this.path = path;
    this.name = path;
    this.size = file.size;
    this.#file = file;
  }

  // oxlint-disable-next-line typescript/require-await -- as the original
  static async open(path: string): Promise<Input> {
    const file = fileAt(path);
    if (!file) {
      throw new UsageError(
        isFolder(path) ? `cannot read ${path}: it is a folder` : `cannot read ${path}: it is not among the files`,
      );
    }
    return new Input(path, file);
  }

  get bytesRead(): number {
    return this.#bytesRead;
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    const head = new Uint8Array(await this.#file.slice(0, 4).arrayBuffer().catch(unreadable(this.name)));
    const compression = compressions.find(({ starts }) => starts.every((byte, i) => head[i] === byte));
    yield* compression ? decompressed(this.#raw(), this.name, compression) : this.#raw();
  }

  digest(): string {
    return bytesToHex(this.#hash.digest());
  }

  async close(): Promise<void> {}

  async *#raw(): AsyncGenerator<Uint8Array> {
    const reader = this.#file.stream().getReader();
    try {
      for (;;) {
        const { value, done } = await reader.read().catch(unreadable(this.name));
        if (done) return;
        this.#hash.update(value);
        this.#bytesRead += value.length;
        yield value;
      }
    } finally {
      await reader.cancel().catch(() => {});
    }
  }
}

/** Browsers refuse to read a file that was changed, moved or removed since it was dropped. */
const unreadable =
  (name: string) =>
  (error: unknown): never => {
    throw new UsageError(
      `cannot read ${name}: it was changed or moved after it was added. Add it again. (${String(error)})`,
    );
  };

/** The SHA-256 of plain data, such as file names and digests of their contents. */
export const digestOf = (data: unknown): string => createHash('sha256').update(JSON.stringify(data)).digest('hex');

export async function withInput<T>(path: string, _stdin: unknown, use: (input: Input) => Promise<T>): Promise<T> {
  return use(await Input.open(path));
}

/** Undefined if the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

interface Compression {
  readonly name: string;
  readonly starts: readonly number[];
  /** Takes compressed bytes; passes what they hold to `take`. Loaded only when there is such a file. */
  open(take: (bytes: Uint8Array) => void): Promise<{ push(bytes: Uint8Array, isLast: boolean): void }>;
}

const compressions: readonly Compression[] = [
  {
    name: 'gzip',
    starts: [0x1f, 0x8b],
    open: async (take) => new (await import('fflate')).Gunzip((bytes) => take(bytes)),
  },
  {
    name: 'zstd',
    starts: [0x28, 0xb5, 0x2f, 0xfd],
    open: async (take) => new (await import('fzstd')).Decompress((bytes) => take(bytes)),
  },
];

async function* decompressed(
  compressed: AsyncGenerator<Uint8Array>,
  name: string,
  { name: method, open }: Compression,
): AsyncGenerator<Uint8Array> {
  const taken: Uint8Array[] = [];
  const stream = await open((bytes) => void (bytes.length > 0 && taken.push(bytes)));
  const push = (bytes: Uint8Array, isLast: boolean): void => {
    try {
      stream.push(bytes, isLast);
    } catch (error) {
      throw new UsageError(
        /unexpected EOF/i.test(String(error))
          ? `${name} is cut off: its ${method} data stops before the end. Copy or compress it again.`
          : `${name} is damaged: its ${method} data cannot be decompressed. Copy or compress it again.`,
      );
    }
  };
  for await (const bytes of compressed) {
    push(bytes, false);
    yield* taken.splice(0);
  }
  push(new Uint8Array(0), true);
  yield* taken.splice(0);
}
