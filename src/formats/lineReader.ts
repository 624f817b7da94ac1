/** Lines of a stream of bytes, decoded many at a time, for speed. */
import { UsageError } from '../core/index.ts';
import { byteOrderMark, decodeUtf8, invalidUtf8 } from './utf8.ts';

const lf = 0x0a;
/** Bytes decoded at a time. Strings of this size are cheap to allocate; those past 128 KiB take V8 three times as long. */
const runBytes = 1 << 15;
/** A V8 string has at most 512 Mi characters; a line near that length is not a segment. */
export const mostLineBytes: number = 1 << 28;
const nothing = new Uint8Array(0);

/** A file as a stream of bytes, from any source. */
export interface ByteSource {
  /** Its name in messages. */
  readonly name: string;
  /** Its bytes, in chunks that are valid until the next one is requested. */
  chunks(): AsyncIterable<Uint8Array>;
  /** Lines of the file before these bytes, if they are only a part of it. */
  readonly linesBefore?: number;
  /** Decodes bytes, or returns undefined if they are not valid UTF-8; given if something faster than a `TextDecoder` is available. */
  readonly decode?: (bytes: Uint8Array) => string | undefined;
  /** Whether bytes are valid UTF-8; given for the same reason. */
  readonly isUtf8?: (bytes: Uint8Array) => boolean;
}

/**
 * Reads only as far as requested, so several files can advance together.
 * Lines end at LF or CRLF; a lone CR is part of its line. Lines share the memory of those decoded
 * with them: a single line kept for long keeps some 32 KB alive, see `detached`. `ByteLines` reads lines
 * that are mostly counted without making strings.
 */
export class LineReader {
  readonly #file: string;
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #textOf: (bytes: Uint8Array) => string | undefined;
  /** The latest bytes, decoded up to #at. */
  #chunk: Uint8Array = nothing;
  #at = 0;
  /** Bytes before #chunk of a line whose end was not read yet. */
  #open: Uint8Array[] = [];
  #openBytes = 0;
  /** Decoded lines; those from #first are not taken yet. */
  #lines: string[] = [];
  #first = 0;
  #linesDecoded = 0;
  #bytesDecoded = 0;
  #ended = false;

  constructor(source: ByteSource) {
    this.#file = source.name;
    this.#chunks = source.chunks()[Symbol.asyncIterator]();
    this.#textOf = source.decode ?? decodeUtf8;
  }

  /** Number of lines taken so far. */
  get taken(): number {
    return this.#linesDecoded - (this.#lines.length - this.#first);
  }

  /**
   * How many lines can be taken now: `most`, or fewer if they reach this many characters or the file ends.
   * The answer depends on the text alone, not on its chunks.
   */
  async offer(most: number, characters: number): Promise<number> {
    let count = 0;
    let held = 0;
    for (;;) {
      const available = Math.min(most, this.#lines.length - this.#first);
      while (count < available && held < characters) held += this.#lines[this.#first + count++]!.length;
      if (count === most || held >= characters || this.#ended) return count;
      await this.#readOn();
    }
  }

  /** The next line, without taking it; it must have been offered. */
  peek(): string {
    return this.#lines[this.#first]!;
  }

  /** Takes the next lines, at most as many as were offered. */
  take(count: number): string[] {
    const taken = this.#lines.slice(this.#first, this.#first + count);
    this.#first += count;
    return taken;
  }

  /** Takes all remaining lines, some at a time. */
  async *rest(): AsyncGenerator<string[]> {
    for (;;) {
      const count = await this.offer(1 << 12, 1 << 20);
      if (count === 0) return;
      yield this.take(count);
    }
  }

  /** All remaining lines. */
  async all(): Promise<string[]> {
    const lines: string[] = [];
    for await (const some of this.rest()) for (const line of some) lines.push(line);
    return lines;
  }

  /** The number of lines of the whole file. Reads it to its end without keeping or decoding anything. */
  async total(): Promise<number> {
    let count = this.#linesDecoded;
    let open = this.#openBytes > 0;
    for (let chunk: Uint8Array | undefined = this.#chunk.subarray(this.#at); chunk; chunk = await this.#nextChunk()) {
      for (let at = chunk.indexOf(lf); at >= 0; at = chunk.indexOf(lf, at + 1)) count++;
      if (chunk.length > 0) open = chunk.at(-1) !== lf;
    }
    return count + (open ? 1 : 0);
  }

  /** The next chunk; it is valid only until the following one is requested. */
  async #nextChunk(): Promise<Uint8Array | undefined> {
    const { value, done } = await this.#chunks.next();
    if (!done) return value;
    this.#ended = true;
    return undefined;
  }

  /** Decodes the next run of lines, or reads the next chunk. */
  async #readOn(): Promise<void> {
    if (this.#at === this.#chunk.length) {
      this.#chunk = (await this.#nextChunk()) ?? nothing;
      this.#at = 0;
      if (this.#ended && this.#openBytes > 0) this.#decode(this.#takeOpen(nothing), false);
    }
    if (this.#ended) return;
    const end = this.#runEnd();
    if (end >= 0) {
      this.#decode(this.#takeOpen(this.#chunk.subarray(this.#at, end)), true);
      this.#at = end + 1;
    } else {
      this.#open.push(new Uint8Array(this.#chunk.subarray(this.#at)));
      this.#openBytes += this.#chunk.length - this.#at;
      this.#at = this.#chunk.length;
    }
    if (this.#openBytes > mostLineBytes) {
      throw new UsageError(
        `${this.#file}, line ${this.#linesDecoded + 1}: longer than 256 MiB. Is this a text with one segment per line?`,
      );
    }
  }

  /** Where the last LF of the next run is; that of its first line if that is longer than a run; -1 if there is none. */
  #runEnd(): number {
    const end = this.#chunk.lastIndexOf(lf, this.#at + runBytes);
    return end >= this.#at ? end : this.#chunk.indexOf(lf, this.#at + runBytes);
  }

  /** The open line and the bytes that continue it. */
  #takeOpen(bytes: Uint8Array): Uint8Array {
    if (this.#openBytes === 0) return bytes;
    const joined = new Uint8Array(this.#openBytes + bytes.length);
    let at = 0;
    for (const piece of [...this.#open, bytes]) {
      joined.set(piece, at);
      at += piece.length;
    }
    this.#open = [];
    this.#openBytes = 0;
    return joined;
  }

  /** Decodes whole lines, without the LF of the last one if it had one. */
  #decode(bytes: Uint8Array, endsInLf: boolean): void {
    const mark = this.#bytesDecoded === 0 ? byteOrderMark(this.#file, bytes) : 0;
    const run = bytes.subarray(mark);
    if (run.length > 0 || endsInLf) {
      const text = this.#textOf(run);
      if (text === undefined) throw invalidUtf8(this.#file, run, this.#linesDecoded, this.#bytesDecoded + mark);
      const lines = text.split('\n');
      if (text.includes('\r')) dropReturns(lines, endsInLf ? lines.length : lines.length - 1);
      this.#lines = this.#first === this.#lines.length ? lines : this.#lines.slice(this.#first).concat(lines);
      this.#first = 0;
      this.#linesDecoded += lines.length;
    }
    this.#bytesDecoded += bytes.length + (endsInLf ? 1 : 0);
  }
}

/** Drops the CR at the end of each of the first lines; the last line of a file without LF keeps it. */
function dropReturns(lines: string[], count: number): void {
  const most = Math.min(count, lines.length);
  for (let i = 0; i < most; i++) {
    const line = lines[i]!;
    if (line.endsWith('\r')) lines[i] = line.slice(0, -1);
  }
}

/** A copy that does not keep alive the chunk it was cut from; V8 shares the characters of a slice otherwise. */
export const detached = (text: string): string => (text.length < 13 ? text : ` ${text}`.slice(1));

/** Stores texts that mostly repeat: each once, and without the line it was cut from, to save memory. */
export class TextPool {
  readonly #known = new Map<string, string>();

  kept(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const own = detached(text);
    this.#known.set(own, own);
    return own;
  }

  clear(): void {
    this.#known.clear();
  }
}

/** All remaining lines as one text, for formats that are not line-based; bounded by the length of a string. */
export async function readText(file: string, reader: LineReader): Promise<string> {
  const pieces: string[] = [];
  let length = 0;
  for await (const lines of reader.rest()) {
    const piece = lines.join('\n');
    pieces.push(piece);
    length += piece.length + 1;
    if (length > mostLineBytes) {
      throw new UsageError(
        `${file} is longer than 256 Mi characters. Only text, TSV and JSONL files can be that long.`,
      );
    }
  }
  return pieces.join('\n');
}
