/** A zip archive in memory; parts are unpacked on request. */
import { unzipSync } from 'fflate';
import { UsageError } from '../../core/index.ts';

/** The greatest part that is unpacked: a million rows of text take about half of it. */
const mostBytes = 512 * 2 ** 20;
/** Bytes decoded at a time. */
const pieceBytes = 1 << 18;

export class Archive {
  readonly #file: string;
  readonly #bytes: Uint8Array;
  /** Names as written, by their names in lower case: writers disagree on case and on slashes. */
  readonly #names = new Map<string, string>();

  constructor(file: string, bytes: Uint8Array) {
    this.#file = file;
    this.#bytes = bytes;
    this.#unzip(({ name }) => {
      this.#names.set(plain(name), name);
      return false;
    });
  }

  has(path: string): boolean {
    return this.#names.has(plain(path));
  }

  /** The text of a part in pieces; none if the part is missing. */
  *text(path: string): Generator<string> {
    const wanted = this.#names.get(plain(path));
    if (wanted === undefined) return;
    const parts = this.#unzip(({ name, originalSize }) => {
      if (name !== wanted) return false;
      if (originalSize > mostBytes) {
        throw new UsageError(
          `${this.#file}: its part ${name} unpacks to ${Math.round(originalSize / 2 ** 20)} MiB; ` +
            'at most 512 MiB are read. Save the sheet as TSV or CSV.',
        );
      }
      return true;
    });
    const bytes = parts[wanted]!;
    const decoder = new TextDecoder('utf-8', { fatal: true });
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      let piece: string;
      try {
        const end = at + pieceBytes;
        piece = decoder.decode(bytes.subarray(at, end), { stream: end < bytes.length });
      } catch {
        throw this.#damaged();
      }
      yield piece;
    }
  }

  // fflate fills a buffer of the declared size and drops what is beyond, so a part cannot be larger than it claims.
  #unzip(filter: (part: { name: string; originalSize: number }) => boolean): Record<string, Uint8Array> {
    try {
      return unzipSync(this.#bytes, { filter });
    } catch (error) {
      if (error instanceof UsageError) throw error;
      throw this.#damaged();
    }
  }

  #damaged(): UsageError {
    return new UsageError(`${this.#file} is damaged: its zip data cannot be unpacked. Copy it or save it again.`);
  }
}

const plain = (path: string): string => path.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();
