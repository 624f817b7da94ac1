/** Where the lines of a large file begin, so that a part of them can be read without the rest. Kept in the cache. */
import { createHash } from 'node:crypto';
import { type BigIntStats, closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import { IdList, UsageError } from '../core/index.ts';
import { LineScanner } from '../text/index.ts';
import { openCache } from './cache/openCache.ts';
import { type Shard, printShard } from './shard.ts';

const lf = 0x0a;
const chunkBytes = 1 << 20;
/** Lines between two that the index has: reading over these takes no time, and the index stays small. */
const step = 1024;
/** A file that was changed so short ago may be changed again without another time stamp. */
const settled = 2000; // ms

export interface LineIndex {
  readonly lines: number;
  /** Of the whole file. */
  readonly sha256: string;
  readonly bytes: number;
  /** Where lines 0, step, 2 step … begin. */
  readonly starts: readonly number[];
  /** That of the file when the lines were found. */
  readonly version: string;
}

/** Bytes of a file that are whole lines. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
  /** How many lines are before them. */
  readonly linesBefore: number;
  /** Of the file: bytes of another version are others. */
  readonly version: string;
}

/** Another one after a change. Not the time of the last change of names or rights, which leave the bytes as they are. */
export const versionOf = ({ size, mtimeNs }: BigIntStats): string => `${size} ${mtimeNs}`;

/** Finds the lines of a file, or looks them up if the file has not changed since. */
export function indexLines(path: string): LineIndex {
  const file = openSync(path, 'r');
  try {
    const stat = fstatSync(file, { bigint: true });
    const cache = openCache('lines');
    const key = keyOf(path, stat);
    const version = versionOf(stat);
    const known = cache.get(key);
    if (known) return { ...(JSON.parse(Buffer.from(known).toString()) as Omit<LineIndex, 'version'>), version };
    const isSettled = Date.now() - Number(stat.mtimeMs) > settled; // before it is read, which may take long
    const found = findLines(file);
    // What was changed while it was read is not kept.
    if (isSettled && keyOf(path, fstatSync(file, { bigint: true })) === key) {
      cache.put(key, Buffer.from(JSON.stringify(found)));
    }
    return { ...found, version };
  } finally {
    closeSync(file);
  }
}

/** Without the number of the device, which is another one on every machine that has the file system. */
const keyOf = (path: string, { ino, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  JSON.stringify([resolve(path), ...[ino, size, mtimeNs, ctimeNs].map(String)]);

function findLines(file: number): Omit<LineIndex, 'version'> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(chunkBytes);
  const scanner = new LineScanner();
  const ends = new IdList();
  const starts = [0];
  let [lines, bytes, end] = [0, 0, 0];
  for (let read = 0; (read = readSync(file, buffer, 0, chunkBytes, bytes)) > 0; bytes += read) {
    const chunk = buffer.subarray(0, read);
    hash.update(chunk);
    ends.length = 0;
    scanner.scan(chunk, ends);
    for (let i = step - 1 - (lines % step); i < ends.length; i += step) starts.push(bytes + ends.values[i]! + 1);
    lines += ends.length;
    if (ends.length > 0) end = bytes + ends.values[ends.length - 1]! + 1;
  }
  // A last line without LF is a line, too.
  return { lines: bytes > end ? lines + 1 : lines, sha256: hash.digest('hex'), bytes, starts };
}

/** The lines of the i-th of n parts of all lines: every file of as many lines is cut at the same ones. */
export function linesOfShard(lines: number, { part, of }: Shard): readonly [from: number, to: number] {
  // Integers of any size: lines × parts may exceed 2⁵³.
  const cut = (parts: number): number => Number((BigInt(lines) * BigInt(parts)) / BigInt(of));
  return [cut(part - 1), cut(part)];
}

/** Where the lines of a part are in a file. */
export function rangeOfShard(path: string, index: LineIndex, shard: Shard): LineRange {
  const [first, next] = linesOfShard(index.lines, shard);
  if (first === next) {
    throw new UsageError(
      `--shard ${printShard(shard)}: ${path} has ${index.lines === 1 ? '1 line' : `${index.lines} lines`}. Cut it into at most as many parts.`,
    );
  }
  const file = openSync(path, 'r');
  try {
    const [from, to] = [first, next].map((line) => startOfLine(path, file, index, line)) as [number, number];
    return { from, to, linesBefore: first, version: index.version };
  } finally {
    closeSync(file);
  }
}

function startOfLine(path: string, file: number, { lines, bytes, starts }: LineIndex, line: number): number {
  if (line === lines) return bytes;
  let at = starts[Math.floor(line / step)]!;
  let left = line % step;
  const buffer = Buffer.allocUnsafe(chunkBytes);
  while (left > 0) {
    const read = readSync(file, buffer, 0, chunkBytes, at);
    if (read === 0)
      throw new UsageError(`cannot read ${path}: it was changed after its lines were found. Start again.`);
    const chunk = buffer.subarray(0, read);
    let end = 0;
    for (let found = chunk.indexOf(lf); found >= 0 && left > 0; found = chunk.indexOf(lf, end)) {
      end = found + 1;
      left--;
    }
    at += left === 0 ? end : read;
  }
  return at;
}
