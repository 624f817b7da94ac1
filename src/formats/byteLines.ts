/** Lines of a stream as UTF-8, for what counts them without making strings. */
import { IdList, UsageError } from '../core/index.ts';
import { LineScanner } from '../text/index.ts';
import { type ByteSource, mostLineBytes } from './lineReader.ts';
import { byteOrderMark, decodeUtf8, invalidUtf8, isUtf8 } from './utf8.ts';

const lf = 0x0a;
const cr = 0x0d;
/** Bytes decoded at a time. Strings of this size are cheap to allocate; those past 128 KiB take V8 three times as long. */
const runBytes = 1 << 15;
/** Of a file, so much memory is kept to be used again. */
const mostFree = 4;

/**
 * Reads only as far as requested, so several files can advance together. Lines end at LF or CRLF; a lone CR is part of its line.
 * `LineReader` reads the same lines as strings.
 */
export class ByteLines {
  readonly #file: string;
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #isUtf8: (bytes: Uint8Array) => boolean;
  readonly #decode: (bytes: Uint8Array) => string | undefined;
  /** Bytes that are not taken yet are #held[#from … #to). Those before are not written over: lines that were taken are there. */
  #held = new Uint8Array(0);
  /** By memory: how many columns there are taken and not released; by column: its memory. Without any it is used again. */
  readonly #users = new WeakMap<Uint8Array, number>();
  readonly #memoryOf = new WeakMap<Uint8Array, Uint8Array>();
  readonly #free: Uint8Array<ArrayBuffer>[] = [];
  #from = 0;
  #to = 0;
  /** Where the lines in them end: the LFs in #held. */
  readonly #ends = new IdList();
  readonly #scanner = new LineScanner();
  /** How many of those are taken. */
  #first = 0;
  #taken = 0;
  /** Bytes of the file before #held. */
  #before = 0;
  /** Lines of the file that are not read. */
  readonly #linesBefore: number;
  #isStarted: boolean;
  #ended = false;
  /** The last line of a file without LF at its end keeps its CR. */
  #keepsReturn = false;

  constructor(source: ByteSource) {
    this.#file = source.name;
    this.#linesBefore = source.linesBefore ?? 0;
    this.#isStarted = this.#linesBefore > 0; // a mark of the byte order stands only at the beginning of a file
    this.#chunks = source.chunks()[Symbol.asyncIterator]();
    this.#decode = source.decode ?? decodeUtf8;
    this.#isUtf8 = source.isUtf8 ?? isUtf8;
  }

  /** Number of lines taken so far. */
  get taken(): number {
    return this.#taken;
  }

  /**
   * How many lines can be taken now: `most`, or fewer if they reach this many bytes or the file ends.
   * The answer depends on the text alone, not on its chunks.
   */
  async offer(most: number, bytes: number): Promise<number> {
    for (;;) {
      const available = Math.min(most, this.#ends.length - this.#first);
      const reaches = (count: number): boolean => this.#ends.values[this.#first + count - 1]! - this.#from >= bytes;
      if (available > 0 && reaches(available)) {
        let [low, high] = [1, available];
        while (low < high) {
          const middle = (low + high) >> 1;
          if (reaches(middle)) high = middle;
          else low = middle + 1;
        }
        return high;
      }
      if (available === most || this.#ended) return available;
      await this.#readOn();
    }
  }

  /** The next line, without taking it; it must have been offered. */
  peek(): string {
    const [line = ''] = this.lines(this.#column(1));
    return line;
  }

  /** Takes the next lines, at most as many as were offered, each followed by LF. */
  take(count: number): Uint8Array {
    const column = this.#column(count);
    this.#first += count;
    this.#from = this.#ends.values[this.#first - 1]! + 1;
    this.#taken += count;
    if (column.buffer === this.#held.buffer) {
      this.#memoryOf.set(column, this.#held);
      this.#users.set(this.#held, (this.#users.get(this.#held) ?? 0) + 1);
    }
    return column;
  }

  /** Lines that were taken are no longer needed: their memory may be written over. New memory costs more than reading does. */
  release(column: Uint8Array): void {
    const memory = this.#memoryOf.get(column);
    if (!memory) return;
    this.#memoryOf.delete(column);
    this.#users.set(memory, this.#users.get(memory)! - 1);
    this.#keepFree(memory as Uint8Array<ArrayBuffer>);
  }

  #keepFree(memory: Uint8Array<ArrayBuffer>): void {
    if (memory !== this.#held && !this.#users.get(memory) && this.#free.length < mostFree) this.#free.push(memory);
  }

  /** Lines that were taken, as strings. */
  lines(column: Uint8Array): string[] {
    return decodeLines(column, this.#decode);
  }

  /** The number of lines of the whole file. Reads it to its end without keeping anything. */
  async total(): Promise<number> {
    let count = this.#taken + this.#ends.length - this.#first;
    let open = this.#ended ? 0 : this.#to - this.#openFrom();
    for (let chunk = await this.#nextChunk(); chunk; chunk = await this.#nextChunk()) {
      this.#ends.length = 0;
      this.#scanner.scan(chunk, this.#ends);
      count += this.#ends.length;
      if (chunk.length > 0) open = chunk.length - 1 - chunk.lastIndexOf(lf);
    }
    return count + (open > 0 ? 1 : 0);
  }

  /** The next lines, without the CR of a CRLF. */
  #column(count: number): Uint8Array {
    const column = this.#held.subarray(this.#from, this.#ends.values[this.#first + count - 1]! + 1);
    if (!this.#scanner.mayHaveReturns || !column.includes(cr)) return column;
    const isLast = this.#ended && this.#first + count === this.#ends.length;
    const last = isLast && this.#keepsReturn ? column.length - 2 : -1;
    return column.filter((byte, at) => byte !== cr || column[at + 1] !== lf || at === last);
  }

  async #nextChunk(): Promise<Uint8Array | undefined> {
    if (this.#ended) return undefined;
    const { value, done } = await this.#chunks.next();
    if (!done) return value;
    this.#ended = true;
    return undefined;
  }

  /** Where the line begins whose end was not read yet. */
  #openFrom(): number {
    return this.#ends.length > this.#first ? this.#ends.values[this.#ends.length - 1]! + 1 : this.#from;
  }

  /** Adds the next chunk, or the end of the file. */
  async #readOn(): Promise<void> {
    const chunk = await this.#nextChunk();
    if (chunk) this.#append(chunk);
    if (!this.#isStarted && (!chunk || chunk.includes(lf))) {
      this.#from += byteOrderMark(this.#file, this.#held.subarray(0, this.#to));
      this.#isStarted = true;
    }
    if (!chunk && this.#to > this.#openFrom()) {
      this.#keepsReturn = this.#held[this.#to - 1] === cr;
      this.#append(Uint8Array.of(lf));
    }
    const start = this.#openFrom();
    const before = this.#ends.length;
    const fresh = Math.max(start, this.#to - (chunk?.length ?? 1));
    this.#scanner.scan(this.#held.subarray(fresh, this.#to), this.#ends, fresh);
    const line = this.#linesBefore + this.#taken + before - this.#first;
    if (this.#ends.length > before) {
      const run = this.#held.subarray(start, this.#ends.values[this.#ends.length - 1]);
      if (!this.#isUtf8(run)) throw invalidUtf8(this.#file, run, line, this.#before + start);
    } else if (this.#to - start > mostLineBytes) {
      throw new UsageError(
        `${this.#file}, line ${line + 1}: longer than 256 MiB. Is this a text with one segment per line?`,
      );
    }
  }

  #append(bytes: Uint8Array): void {
    if (this.#to + bytes.length > this.#held.length) {
      const before = this.#held;
      const rest = before.subarray(this.#from, this.#to);
      const free = this.#free.pop();
      this.#held =
        free && free.length >= rest.length + bytes.length ? free : new Uint8Array(2 * rest.length + 4 * bytes.length); // little for a small file: many may be open
      this.#held.set(rest);
      this.#keepFree(before);
      const { values, length } = this.#ends;
      for (let i = this.#first; i < length; i++) values[i - this.#first] = values[i]! - this.#from;
      this.#ends.length = length - this.#first;
      this.#first = 0;
      this.#before += this.#from;
      this.#from = 0;
      this.#to = rest.length;
    }
    this.#held.set(bytes, this.#to);
    this.#to += bytes.length;
  }
}

/** Lines of a column in which each is followed by LF. */
export function decodeLines(column: Uint8Array, decode: (bytes: Uint8Array) => string | undefined): string[] {
  const lines: string[] = [];
  for (let at = 0, end; at < column.length; at = end + 1) {
    end = column.lastIndexOf(lf, at + runBytes);
    if (end < at) end = column.indexOf(lf, at + runBytes);
    for (const line of decode(column.subarray(at, end))!.split('\n')) lines.push(line);
  }
  return lines;
}
