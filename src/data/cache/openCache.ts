/** Keeps results between runs, such as scores of a program or encodings of a model, by what they were computed from. */
import { hash, randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../../core/index.ts';
import { type CacheFolder, cacheFolder, cacheLimit } from './cacheFolder.ts';
import {
  ValueReader,
  checksumOf,
  checksumOfWords,
  header,
  kindsIn,
  readRecords,
  recordBytes,
  recordWords,
  removeKind,
  removeOrphans,
  removeSegment,
  segmentsIn,
} from './segmentFiles.ts';

/** Values by what they were computed from: a key names all that they depend on. */
export interface Cache {
  get(key: string): Uint8Array | undefined;
  /** Written soon, and at the end of the process; `flush` writes it at once. */
  put(key: string, value: Uint8Array): void;
  flush(): void;
}

/** What the cache holds of one kind. */
export interface CacheUse {
  readonly kind: string;
  readonly entries: number;
  readonly bytes: number;
}

/** Bounds that tests change. */
export interface CacheBounds {
  /** In bytes, of all kinds. */
  readonly limit: number;
  /** A process that has written this much begins a new segment, since only whole segments are removed. */
  readonly segmentBytes: number;
  /** Of one kind: the records of all are read when a cache is opened. */
  readonly entries: number;
  /** So many small segments are merged into one. */
  readonly smallSegments: number;
  /** In milliseconds; a segment that nobody used for so long is taken as finished. */
  readonly idle: number;
}

const usual: Omit<CacheBounds, 'limit'> = {
  segmentBytes: 1 << 26,
  entries: 4_000_000,
  smallSegments: 32,
  idle: 3_600_000,
};

/** Of a segment that is worth merging, in bytes. */
const small = 1 << 22;
/** What waits to be written. */
const mostPending = 1 << 22;
const longestPending = 2000; // ms

const opened = new Map<string, Cache>();

/** Opens the cache of one kind of values; all callers in a process share it. If the cache is off, it keeps nothing. */
export function openCache(kind: string): Cache {
  const folder = cacheFolder();
  if (!folder) return { get: () => undefined, put: () => {}, flush: () => {} };
  const key = `${resolve(folder.path)}\n${kind}`;
  const known = opened.get(key);
  if (known) return known;
  const cache = new DiskCache(folder, kind, { ...usual, limit: cacheLimit() });
  if (opened.size === 0) process.once('exit', flushAll);
  opened.set(key, cache);
  return cache;
}

const flushAll = (): void => {
  for (const cache of opened.values()) cache.flush();
};

/** Where the cache is and what it holds; undefined if it is off. */
export function describeCache(): { folder: string; limit: number; kinds: CacheUse[] } | undefined {
  const folder = cacheFolder();
  if (!folder) return undefined;
  const kinds = kindsIn(folder.path).map((kind) => {
    const segments = segmentsIn(join(folder.path, kind));
    return { kind, entries: sumOf(segments, 'entries'), bytes: sumOf(segments, 'bytes') };
  });
  return { folder: resolve(folder.path), limit: cacheLimit(), kinds };
}

/** Removes everything that the cache holds, and nothing else that may be in its folder. */
export function clearCache(): void {
  const folder = cacheFolder();
  if (folder) for (const kind of kindsIn(folder.path)) removeKind(join(folder.path, kind));
}

const sumOf = <K extends string>(list: readonly Readonly<Record<K, number>>[], what: K): number =>
  list.reduce((sum, each) => sum + each[what], 0);

/** Reads the segments of all processes and appends to one of its own. */
export class DiskCache implements Cache {
  readonly #root: CacheFolder;
  readonly #folder: string;
  readonly #bounds: CacheBounds;
  readonly #index = new RecordIndex();
  readonly #readers: { readonly path: string; readonly values: ValueReader; used: boolean }[] = [];
  /** By hash of the key. */
  #pending = new Map<string, { readonly key: Uint32Array; readonly value: Uint8Array }>();
  #pendingBytes = 0;
  #lastFlush = performance.now();
  #own: OwnSegment | undefined;
  /** A full disk must not stop a run: after an error nothing more is written. */
  #broken = false;

  constructor(root: CacheFolder, kind: string, bounds: CacheBounds) {
    if (!/^[a-z][a-z0-9-]*$/.test(kind)) throw new Error(`Not a name for a kind of values: ${kind}`);
    this.#root = root;
    this.#folder = join(root.path, kind);
    this.#bounds = bounds;
    if (root.named) makeFolder(root.path);
    // In the order of their names, which begin with the time: later values replace earlier ones.
    for (const path of segmentsIn(this.#folder)
      .map((segment) => segment.path)
      .sort())
      this.#read(path);
  }

  get(key: string): Uint8Array | undefined {
    const hashed = hashOf(key);
    const waiting = this.#pending.get(hashed.text);
    if (waiting) return waiting.value.slice();
    const found = this.#index.find(hashed.key);
    if (!found) return undefined;
    const reader = this.#readers[found.segment]!;
    if (!reader.used) {
      reader.used = true;
      touch(`${reader.path}.keys`);
    }
    return reader.values.read(found.offset, found.length, found.checksum);
  }

  put(key: string, value: Uint8Array): void {
    if (this.#broken || value.length > this.#bounds.segmentBytes) return;
    const hashed = hashOf(key);
    this.#pending.set(hashed.text, { key: hashed.key, value: value.slice() });
    this.#pendingBytes += value.length + recordBytes;
    if (this.#pendingBytes >= mostPending || performance.now() - this.#lastFlush > longestPending) this.flush();
  }

  flush(): void {
    this.#lastFlush = performance.now();
    if (this.#pending.size === 0) return;
    const entries = [...this.#pending.values()];
    this.#pending = new Map();
    this.#pendingBytes = 0;
    if (this.#broken) return;
    try {
      if (!this.#own || this.#own.bytes >= this.#bounds.segmentBytes) this.#beginSegment();
      const segment = this.#readers.length - 1;
      this.#index.add(this.#own!.append(entries), segment);
    } catch (error) {
      this.#broken = true;
      this.#own?.close();
      if (this.#root.named && !this.#own) throw unwritable(this.#root.path, error);
    }
  }

  #beginSegment(): void {
    this.#own?.close();
    this.#own = undefined;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    this.#tidy();
    this.#own = new OwnSegment(this.#folder);
    this.#readers.push({ path: this.#own.path, values: new ValueReader(this.#own.path), used: true });
  }

  #read(path: string): void {
    this.#readers.push({ path, values: new ValueReader(path), used: false });
    this.#index.add(readRecords(path), this.#readers.length - 1);
  }

  /** Keeps the bounds; the segments that were not used for longest go first. */
  #tidy(): void {
    const { limit, entries, idle, smallSegments, segmentBytes } = this.#bounds;
    const finished = Date.now() - idle;
    removeOrphans(this.#folder, finished);
    const ofKind = segmentsIn(this.#folder);
    const few = ofKind.filter(({ bytes, used }) => bytes < small && used <= finished);
    if (few.length >= smallSegments)
      mergeSegments(
        this.#folder,
        few.map(({ path }) => path),
      );
    evict(segmentsIn(this.#folder), 'entries', entries);
    const all = kindsIn(this.#root.path).flatMap((kind) => segmentsIn(join(this.#root.path, kind)));
    evict(
      all.sort((a, b) => a.used - b.used),
      'bytes',
      Math.max(0, limit - segmentBytes),
    ); // room for the next
  }
}

/** Removes the first segments until the sum of the others is within the bound. */
function evict<K extends 'entries' | 'bytes'>(
  segments: readonly (Readonly<Record<K, number>> & { readonly path: string })[],
  what: K,
  most: number,
): void {
  let sum = sumOf(segments, what);
  for (const segment of segments) {
    if (sum <= most) return;
    removeSegment(segment.path);
    sum -= segment[what];
  }
}

/** Writes what the segments hold into a new one, each key once, and removes them. */
function mergeSegments(folder: string, paths: readonly string[]): void {
  const merged = new Map<string, { key: Uint32Array; value: Uint8Array }>();
  for (const path of paths) {
    const records = readRecords(path);
    const values = new ValueReader(path);
    for (let at = 0; at < records.length; at += recordWords) {
      const key = records.slice(at, at + 4);
      const value = values.read(records[at + 4]!, records[at + 5]!, records[at + 6]!);
      if (value) merged.set(key.join(), { key, value });
    }
    values.close();
  }
  const segment = new OwnSegment(folder, 'unfinished');
  segment.append([...merged.values()]);
  segment.close();
  renameSync(`${segment.path}.unfinished`, `${segment.path}.keys`);
  for (const path of paths) removeSegment(path);
}

/** The segment that this process appends to. */
class OwnSegment {
  readonly path: string;
  bytes = 0;
  #offset = 0;
  readonly #keys: number;
  readonly #values: number;

  constructor(folder: string, ending = 'keys') {
    const microseconds = Math.floor((performance.timeOrigin + performance.now()) * 1000);
    const name = `${microseconds.toString(36)}-${randomBytes(6).toString('hex')}`;
    this.path = join(folder, name);
    this.#values = openSync(`${this.path}.values`, 'ax', 0o600);
    this.#keys = openSync(`${this.path}.${ending}`, 'ax', 0o600);
    writeFileSync(this.#keys, header);
  }

  /** Returns their records. */
  append(entries: readonly { readonly key: Uint32Array; readonly value: Uint8Array }[]): Uint32Array {
    const values = new Uint8Array(entries.reduce((sum, { value }) => sum + value.length, 0));
    const records = new Uint32Array(entries.length * recordWords);
    let offset = 0;
    for (const [e, { key, value }] of entries.entries()) {
      const at = e * recordWords;
      values.set(value, offset);
      records.set(key, at);
      records.set([this.#offset + offset, value.length, checksumOf(value)], at + 4);
      records[at + 7] = checksumOfWords(records, at, at + 7);
      offset += value.length;
    }
    writeFileSync(this.#values, values);
    writeFileSync(this.#keys, records);
    this.#offset += offset;
    this.bytes += offset + records.byteLength;
    return records;
  }

  close(): void {
    closeSync(this.#keys);
    closeSync(this.#values);
  }
}

/** All records in memory: a hash table of their places. */
class RecordIndex {
  #records = new Uint32Array(0);
  #segments = new Int32Array(0);
  #count = 0;
  /** Places of records + 1; 0 is free. */
  #table = new Int32Array(1024);

  add(records: Uint32Array, segment: number): void {
    const added = records.length / recordWords;
    this.#reserve(this.#count + added);
    this.#records.set(records, this.#count * recordWords);
    this.#segments.fill(segment, this.#count, this.#count + added);
    for (let r = 0; r < added; r++) this.#insert(this.#count++);
  }

  find(key: Uint32Array): { segment: number; offset: number; length: number; checksum: number } | undefined {
    const place = this.#table[this.#slotOf(key, 0)]! - 1;
    if (place < 0) return undefined;
    const at = place * recordWords;
    const [offset, length, checksum] = this.#records.subarray(at + 4, at + 7) as unknown as [number, number, number];
    return { segment: this.#segments[place]!, offset, length, checksum };
  }

  /** Later records replace earlier ones of the same key. */
  #insert(place: number): void {
    this.#table[this.#slotOf(this.#records, place * recordWords)] = place + 1;
  }

  /** The slot of a key, or the free one where it belongs. */
  #slotOf(words: Uint32Array, at: number): number {
    const mask = this.#table.length - 1;
    let slot = words[at]! & mask;
    for (; ; slot = (slot + 1) & mask) {
      const place = this.#table[slot]! - 1;
      if (place < 0) return slot;
      const known = place * recordWords;
      const records = this.#records;
      if (
        records[known] === words[at] &&
        records[known + 1] === words[at + 1] &&
        records[known + 2] === words[at + 2] &&
        records[known + 3] === words[at + 3]
      ) {
        return slot;
      }
    }
  }

  #reserve(count: number): void {
    if (count * recordWords > this.#records.length) {
      const size = Math.max(count, this.#count * 2);
      const records = new Uint32Array(size * recordWords);
      records.set(this.#records);
      this.#records = records;
      const segments = new Int32Array(size);
      segments.set(this.#segments);
      this.#segments = segments;
    }
    if (count * 2 <= this.#table.length) return;
    let size = this.#table.length;
    while (size < count * 2) size *= 2;
    this.#table = new Int32Array(size);
    for (let place = 0; place < this.#count; place++) this.#insert(place);
  }
}

function hashOf(key: string): { readonly text: string; readonly key: Uint32Array } {
  const text = hash('sha256', key).slice(0, 32);
  const key128 = Uint32Array.from([0, 8, 16, 24], (at) => parseInt(text.slice(at, at + 8), 16));
  return { text, key: key128 };
}

/** Says that it was of use. */
function touch(path: string): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // Only the order of removal depends on it.
  }
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw unwritable(path, error);
  }
}

const unwritable = (path: string, error: unknown): UsageError =>
  new UsageError(
    `Cannot write to ${path}, which ASSAY_CACHE names: ${(error as NodeJS.ErrnoException).code}. Name another folder, or set ASSAY_CACHE=off.`,
  );
