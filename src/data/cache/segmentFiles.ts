/**
 * The files of the cache. A segment is a pair of files that one process appends to and nobody changes: `NAME.values` holds the values one
 * after the other, and `NAME.keys` a record for each that says where it is. Values are written before their records, and both have
 * checksums, so a reader ignores whatever a crash left unfinished or damaged.
 */
import { closeSync, openSync, readFileSync, readSync, readdirSync, rmSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A record: 4 words of the key, then offset, length and checksum of the value, then the checksum of the record. */
export const recordWords = 8;
export const recordBytes = recordWords * 4;

/** The first record of a file of keys; other byte orders and later formats differ in it. */
export const header = Uint32Array.of(0x41735361, 0x79436131, 0, 0, 0, 0, 0, 0);

const segmentName = /^[0-9a-z]+-[0-9a-f]{12}$/;

export interface SegmentFile {
  /** The path without `.keys` and `.values`. */
  readonly path: string;
  readonly entries: number;
  readonly bytes: number;
  /** When it was last written or found useful, in milliseconds. */
  readonly used: number;
}

/** Kinds of values, each in a folder of its own. */
export const kindsIn = (folder: string): string[] =>
  listed(folder)
    .filter((kind) =>
      listed(join(folder, kind)).some((name) => segmentName.test(name.replace(/\.(?:keys|values)$/, ''))),
    )
    .sort();

/** From the longest unused to the latest. */
export function segmentsIn(folder: string): SegmentFile[] {
  const found: SegmentFile[] = [];
  for (const file of listed(folder)) {
    const name = file.replace(/\.keys$/, '');
    if (name === file || !segmentName.test(name)) continue;
    const path = join(folder, name);
    const keys = statSync(`${path}.keys`, { throwIfNoEntry: false });
    if (!keys) continue; // another process removed it meanwhile
    const values = statSync(`${path}.values`, { throwIfNoEntry: false });
    const entries = Math.max(0, Math.floor(keys.size / recordBytes) - 1);
    found.push({ path, entries, bytes: keys.size + (values?.size ?? 0), used: keys.mtimeMs });
  }
  return found.sort((a, b) => a.used - b.used || (a.path < b.path ? -1 : 1));
}

/** Its records go first: values without records mean nothing. */
export function removeSegment(path: string): void {
  for (const end of ['keys', 'values']) {
    try {
      rmSync(`${path}.${end}`, { force: true });
    } catch {
      // Windows keeps a file that another process has open; it goes the next time.
    }
  }
}

/** Removes the segments, what crashed processes left, and the folder if nothing else is in it. */
export function removeKind(folder: string): void {
  for (const file of listed(folder)) {
    const name = file.replace(/\.(?:keys|values)$/, '');
    if (segmentName.test(name)) removeSegment(join(folder, name));
  }
  try {
    rmdirSync(folder);
  } catch {
    // Something else is in it.
  }
}

/** Removes values whose records were never written, unless a process may be about to write them. */
export function removeOrphans(folder: string, before: number): void {
  const files = new Set(listed(folder));
  for (const file of files) {
    const name = file.replace(/\.values$/, '');
    if (name === file || !segmentName.test(name) || files.has(`${name}.keys`)) continue;
    const values = statSync(join(folder, file), { throwIfNoEntry: false });
    if (values && values.mtimeMs < before) removeSegment(join(folder, name));
  }
}

/** The records of a segment that are whole. */
export function readRecords(path: string): Uint32Array {
  let bytes: Buffer;
  try {
    bytes = readFileSync(`${path}.keys`);
  } catch {
    return new Uint32Array(0);
  }
  const words = new Uint32Array(Math.floor(bytes.length / recordBytes) * recordWords);
  new Uint8Array(words.buffer).set(bytes.subarray(0, words.length * 4));
  if (!header.every((word, w) => words[w] === word)) return new Uint32Array(0);
  let kept = 0;
  for (let at = recordWords; at < words.length; at += recordWords) {
    if (checksumOfWords(words, at, at + recordWords - 1) !== words[at + recordWords - 1]) continue;
    words.copyWithin(kept, at, at + recordWords);
    kept += recordWords;
  }
  return words.subarray(0, kept);
}

/** Smaller files are read at once. */
const readWhole = 1 << 22;

/** Reads values of one segment; undefined if they are damaged or gone. */
export class ValueReader {
  readonly #path: string;
  #whole: Uint8Array | undefined;
  #file: number | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  read(offset: number, length: number, checksum: number): Uint8Array | undefined {
    const bytes = this.#bytes(offset, length);
    return bytes && checksumOf(bytes) === checksum ? bytes : undefined;
  }

  #bytes(offset: number, length: number): Uint8Array | undefined {
    const end = offset + length;
    if (this.#whole && end <= this.#whole.length) return this.#whole.slice(offset, end);
    try {
      this.#file ??= openSync(`${this.#path}.values`, 'r');
      if (!this.#whole && statSync(`${this.#path}.values`).size <= readWhole) {
        this.#whole = new Uint8Array(readFileSync(`${this.#path}.values`)); // slices of a Buffer would share its memory
        if (end <= this.#whole.length) return this.#whole.slice(offset, end);
      }
      const bytes = new Uint8Array(length);
      return readSync(this.#file, bytes, 0, length, offset) === length ? bytes : undefined;
    } catch {
      return undefined;
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}

/** Of bytes, four at a time. */
export function checksumOf(bytes: Uint8Array): number {
  const whole = bytes.length >>> 2;
  const words =
    bytes.byteOffset % 4 === 0
      ? new Uint32Array(bytes.buffer, bytes.byteOffset, whole)
      : new Uint32Array(bytes.slice(0, whole * 4).buffer);
  let sum = checksumOfWords(words, 0, whole) ^ bytes.length;
  for (let i = whole * 4; i < bytes.length; i++) sum = Math.imul(sum ^ bytes[i]!, 0x01000193);
  return sum >>> 0;
}

/** FNV-1a with words for bytes, and a turn so that high bits count, too. */
export function checksumOfWords(words: Uint32Array, start: number, end: number): number {
  let sum = 0x811c9dc5;
  for (let i = start; i < end; i++) {
    sum = Math.imul(sum ^ words[i]!, 0x01000193);
    sum = (sum << 13) | (sum >>> 19);
  }
  return sum >>> 0;
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
