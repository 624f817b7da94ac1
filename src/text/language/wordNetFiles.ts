/** The files of WordNet: which words have which senses, and which senses are antonyms. */
import { UsageError, enlarged } from '../../core/index.ts';
import type { WordNetPos } from './wordNet.ts';

/**
 * The contents of `index.noun`, `index.verb`, `index.adj` and `index.adv`, by these names; and those of `data.*`, which only antonyms need,
 * and of the lists of irregular forms `noun.exc` and so on that are present.
 */
export type WordNetFiles = Readonly<Record<string, Uint8Array | undefined>>;

export const partsOfSpeech: readonly WordNetPos[] = ['noun', 'verb', 'adj', 'adv'];

/** A sense is identified by its part of speech and its offset in the data file; no such file has as many bytes as lie between these. */
const firstSense: Readonly<Record<WordNetPos, number>> = { noun: 0, verb: 1 << 28, adj: 2 << 28, adv: 3 << 28 };

export const posOf = (sense: number): WordNetPos => partsOfSpeech[sense >> 28]!;

/** All words of one token with their senses: word w has those from starts[w] to starts[w + 1], ascending. */
interface Indexes {
  readonly version: string;
  readonly words: ReadonlyMap<string, number>;
  readonly starts: Int32Array;
  readonly senses: Int32Array;
}

export function readIndexes(files: WordNetFiles): Indexes {
  const words = new Map<string, number>();
  let owners = new Int32Array(1 << 15);
  let found = new Int32Array(1 << 15);
  let size = 0;
  let version = '';
  for (const pos of partsOfSpeech) {
    const file = `index.${pos}`;
    const bytes = files[file];
    if (!bytes) throw new UsageError(`WordNet is incomplete: ${file} is missing.`);
    if (pos === 'noun') version = versionIn(bytes);
    let hasWords = false;
    forEachLine(bytes, (from, to, number) => {
      if (bytes[from] === space) return; // the licence
      hasWords = true;
      const wordEnd = bytes.indexOf(space, from);
      if (wordEnd < 0 || wordEnd >= to) throw brokenLine(file, number);
      for (let i = from; i < wordEnd; i++) if (bytes[i] === underscore) return; // several tokens
      const first = offsetsFrom(bytes, wordEnd, to);
      if (first < 0) throw brokenLine(file, number);
      const word = ascii(bytes, from, wordEnd);
      let w = words.get(word);
      if (w === undefined) words.set(word, (w = words.size));
      for (let i = first; i < to && bytes[i] !== space; i += 9) {
        if (size === owners.length) [owners, found] = [enlarged(owners), enlarged(found)];
        owners[size] = w;
        found[size++] = firstSense[pos] + offsetAt(bytes, i, () => brokenLine(file, number));
      }
    });
    if (!hasWords) throw new UsageError(`WordNet is incomplete: ${file} has no words.`);
    if (bytes.at(-1) !== newline) throw new UsageError(`WordNet is incomplete: ${file} ends in the middle of a line.`);
  }
  if (version === '')
    throw new UsageError(
      'index.noun does not state its version. Expected a line such as "WordNet 3.0 Copyright 2006".',
    );
  // Senses by word.
  const starts = new Int32Array(words.size + 1);
  for (let i = 0; i < size; i++) starts[owners[i]! + 1]!++;
  for (let w = 0; w < words.size; w++) starts[w + 1]! += starts[w]!;
  const next = starts.slice();
  const senses = new Int32Array(size);
  for (let i = 0; i < size; i++) senses[next[owners[i]!]!++] = found[i]!;
  for (let w = 0; w < words.size; w++) senses.subarray(starts[w], starts[w + 1]).sort();
  return { version, words, starts, senses };
}

const space = 32;
const newline = 10;
const underscore = 95;
const bar = 124;
const exclamation = 33;

const brokenLine = (file: string, line: number): UsageError =>
  new UsageError(`${file}, line ${line}: this is not a line of a WordNet file.`);

function forEachLine(bytes: Uint8Array, take: (from: number, to: number, number: number) => void): void {
  let number = 1;
  for (let from = 0; from < bytes.length; number++) {
    const end = bytes.indexOf(newline, from);
    const to = end < 0 ? bytes.length : end;
    if (to > from) take(from, to, number);
    from = to + 1;
  }
}

/** The licence at the head of each file names the version: `WordNet 3.0 Copyright 2006`. */
const versionIn = (bytes: Uint8Array): string =>
  /WordNet (\d+\.\d+) Copyright/.exec(ascii(bytes, 0, Math.min(bytes.length, 4096)))?.[1] ?? '';

/** After the word: its part of speech, the numbers of senses and kinds of pointers, the pointers, two more numbers, and then the senses. */
function offsetsFrom(bytes: Uint8Array, wordEnd: number, to: number): number {
  let at = wordEnd + 1;
  const skip = () => {
    const start = at;
    while (at < to && bytes[at] !== space) at++;
    return ascii(bytes, start, at++);
  };
  skip();
  skip();
  let others = Number(skip()) + 2;
  if (!(others >= 2)) return -1;
  while (others-- > 0 && at < to) skip();
  return at < to ? at : -1;
}

/** The eight digits that begin here. */
function offsetAt(bytes: Uint8Array, at: number, broken: () => UsageError): number {
  let value = 0;
  for (let i = at; i < at + 8; i++) {
    const digit = (bytes[i] ?? 0) - 48;
    if (digit < 0 || digit > 9) throw broken();
    value = 10 * value + digit;
  }
  return value;
}

const posOfLetter: Readonly<Record<string, WordNetPos>> = { n: 'noun', v: 'verb', a: 'adj', s: 'adj', r: 'adv' };

/** A pointer to an antonym is `! 00002098 a 0101` before the bar that begins the gloss. */
export function readOpposites(files: WordNetFiles): Map<number, number[]> {
  const opposites = new Map<number, number[]>();
  for (const pos of partsOfSpeech) {
    const file = `data.${pos}`;
    const bytes = files[file];
    if (!bytes) continue;
    for (let at = bytes.indexOf(exclamation); at >= 0; at = bytes.indexOf(exclamation, at + 1)) {
      if (bytes[at - 1] !== space || bytes[at + 1] !== space) continue;
      const line = bytes.lastIndexOf(newline, at) + 1;
      const gloss = bytes.indexOf(bar, line);
      if (gloss >= 0 && gloss < at) continue;
      if (bytes[line] === space) continue; // the licence
      const broken = () => brokenLine(file, 1 + countLines(bytes, line));
      const from = firstSense[pos] + offsetAt(bytes, line, broken);
      const other = posOfLetter[String.fromCharCode(bytes[at + 11] ?? 0)];
      if (!other) throw broken();
      const to = firstSense[other] + offsetAt(bytes, at + 2, broken);
      const known = opposites.get(from);
      if (known) known.push(to);
      else opposites.set(from, [to]);
    }
  }
  return opposites;
}

function countLines(bytes: Uint8Array, to: number): number {
  let lines = 0;
  for (let i = 0; i < to; i++) if (bytes[i] === newline) lines++;
  return lines;
}

/** The number of bytes that a call can safely take as arguments. */
const longest = 4096;

/** Bytes of ASCII as text. */
export function ascii(bytes: Uint8Array, from = 0, to: number = bytes.length): string {
  if (to - from <= longest) return String.fromCharCode(...bytes.subarray(from, to));
  const pieces: string[] = [];
  for (let at = from; at < to; at += longest) pieces.push(ascii(bytes, at, Math.min(to, at + longest)));
  return pieces.join('');
}
