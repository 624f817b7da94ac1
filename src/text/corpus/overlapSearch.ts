/**
 * Finds lines of a small text, such as a test set, in a text of any size, such as training data: those with the same words, and those
 * that share runs of n words. Case, punctuation and spacing do not count, so texts may be tokenized differently. The small side is kept
 * as hashes of 64 bits, and the large side is read once: memory does not grow with it.
 */
import { IdList, enlarged } from '../../core/index.ts';
import { CodePoints, finished, hashHigh, hashLow } from './codePoints.ts';
import { foldOf } from './letters.ts';

const lf = 0x0a;

/** The words of a line as hashes: runs of letters and digits in lower case, and single characters of scripts without spaces. */
class FoldedWords {
  lows = new Int32Array(1 << 8);
  highs = new Int32Array(1 << 8);
  length = 0;
  readonly #points = new CodePoints();

  /** Reads bytes[from … end). */
  read(bytes: Uint8Array, from: number, end: number): void {
    this.length = 0;
    const points = this.#points;
    points.bytes = bytes;
    let low = 0;
    let high = 0;
    let isInWord = false;
    for (let at = from; at < end;) {
      let codePoint = bytes[at]!;
      if (codePoint < 0x80) at++;
      else {
        points.at = at;
        codePoint = points.next(end);
        at = points.at;
      }
      const fold = foldOf(codePoint);
      if (fold < 0) {
        if (isInWord) this.#push(low, high);
        isInWord = false;
        low = high = 0;
        if (fold < -1) this.#push(hashLow(0, fold), hashHigh(0, fold));
        continue;
      }
      low = hashLow(low, fold);
      high = hashHigh(high, fold);
      isInWord = true;
    }
    if (isInWord) this.#push(low, high);
  }

  #push(low: number, high: number): void {
    if (this.length === this.lows.length) {
      this.lows = enlarged(this.lows);
      this.highs = enlarged(this.highs);
    }
    this.lows[this.length] = finished(low);
    this.highs[this.length++] = finished(high ^ low);
  }
}

/** Positions by hash: a table, chains of positions with the same hash, and a filter of bits that turns most other hashes away. */
class PositionTable {
  readonly #bits: Int32Array;
  readonly #bitMask: number;
  readonly #slots: Int32Array;
  readonly #mask: number;
  readonly #lows: Int32Array;
  readonly #highs: Int32Array;
  /** By position, plus 1: the next one with the same hash. */
  readonly #next: Int32Array;

  constructor(entries: number, positions: number) {
    let size = 16;
    while (size < 2 * entries) size *= 2;
    this.#mask = size - 1;
    this.#slots = new Int32Array(size);
    this.#lows = new Int32Array(size);
    this.#highs = new Int32Array(size);
    this.#next = new Int32Array(positions + 1);
    this.#bitMask = 16 * size - 1;
    this.#bits = new Int32Array(size >> 1);
  }

  add(low: number, high: number, position: number): void {
    const bit = high & this.#bitMask;
    this.#bits[bit >>> 5]! |= 1 << (bit & 31);
    let slot = low & this.#mask;
    while (this.#slots[slot] !== 0 && (this.#lows[slot] !== low || this.#highs[slot] !== high))
      slot = (slot + 1) & this.#mask;
    this.#lows[slot] = low;
    this.#highs[slot] = high;
    this.#next[position + 1] = this.#slots[slot]!;
    this.#slots[slot] = position + 1;
  }

  /** The first position, or −1. */
  find(low: number, high: number): number {
    const bit = high & this.#bitMask;
    if (((this.#bits[bit >>> 5]! >>> (bit & 31)) & 1) === 0) return -1;
    let slot = low & this.#mask;
    while (this.#slots[slot] !== 0) {
      if (this.#lows[slot] === low && this.#highs[slot] === high) return this.#slots[slot]! - 1;
      slot = (slot + 1) & this.#mask;
    }
    return -1;
  }

  /** The next position with the same hash, or −1. */
  after(position: number): number {
    return this.#next[position + 1]! - 1;
  }
}

/** Bases of the hashes of n-grams, one for each half: odd, and one more than twice an odd number. */
const lowBase = 0x2c1b3c6f;
const highBase = 0x297a2d3b;

/** Calls `found` with the hash of every run of n words, and where it begins. */
function eachNgram(words: FoldedWords, n: number, found: (low: number, high: number, at: number) => void): void {
  if (words.length < n) return;
  const { lows, highs } = words;
  let [lowLast, highLast] = [1, 1];
  for (let i = 0; i < n; i++) [lowLast, highLast] = [Math.imul(lowLast, lowBase), Math.imul(highLast, highBase)];
  let [low, high] = [0, 0];
  for (let i = 0; i < words.length; i++) {
    low = (Math.imul(low, lowBase) + lows[i]!) | 0;
    high = (Math.imul(high, highBase) + highs[i]!) | 0;
    if (i >= n) {
      low = (low - Math.imul(lows[i - n]!, lowLast)) | 0;
      high = (high - Math.imul(highs[i - n]!, highLast)) | 0;
    }
    if (i >= n - 1) found(low ^ (low >>> 16), high ^ (high >>> 15), i - n + 1);
  }
}

function lineHash({ lows, highs, length }: FoldedWords): [low: number, high: number] {
  let [low, high] = [length, 0];
  for (let i = 0; i < length; i++) {
    low = hashLow(low, lows[i]!);
    high = hashHigh(high, highs[i]!);
  }
  return [finished(low), finished(high ^ low)];
}

interface SoughtTables {
  readonly ngrams: PositionTable;
  readonly lines: PositionTable;
  /** By word: its line. */
  readonly lineOf: Int32Array;
}

/** The small side: the lines to search for. */
export class SoughtLines {
  readonly n: number;
  /** By line: where its words begin among all words; one more for the end. */
  readonly starts = new IdList();
  /** By line: piece, from and end. */
  readonly #places: [piece: Uint8Array, from: number, end: number][] = [];
  readonly #words = new FoldedWords();
  #tables: SoughtTables | undefined;

  constructor(n: number) {
    this.n = n;
    this.starts.push(0);
  }

  get lines(): number {
    return this.starts.length - 1;
  }

  /** All of them, counted as they are compared. */
  get words(): number {
    return this.starts.values[this.lines]!;
  }

  wordsOf(line: number): number {
    return this.starts.values[line + 1]! - this.starts.values[line]!;
  }

  text(line: number): string {
    const [piece, from, end] = this.#places[line]!;
    return new TextDecoder().decode(piece.subarray(from, end));
  }

  /** Takes lines, each followed by LF. */
  add(column: Uint8Array): void {
    const piece = column.slice();
    for (let from = 0, end; from < piece.length; from = end + 1) {
      end = piece.indexOf(lf, from);
      this.#words.read(piece, from, end);
      this.#places.push([piece, from, end]);
      this.starts.push(this.words + this.#words.length);
    }
  }

  /** Tables of all lines and n-grams. */
  tables(): SoughtTables {
    if (this.#tables) return this.#tables;
    const ngrams = new PositionTable(this.words, this.words);
    const lines = new PositionTable(this.lines, this.lines);
    const lineOf = new Int32Array(this.words);
    for (const [line, [piece, from, end]] of this.#places.entries()) {
      this.#words.read(piece, from, end);
      if (this.#words.length === 0) continue;
      const start = this.starts.values[line]!;
      lineOf.fill(line, start, start + this.#words.length);
      lines.add(...lineHash(this.#words), line);
      eachNgram(this.#words, this.n, (low, high, at) => ngrams.add(low, high, start + at));
    }
    this.#tables = { ngrams, lines, lineOf };
    return this.#tables;
  }
}

/** A line of the small side that was found, at least in part. Lines are counted from 1. */
interface FoundLine {
  readonly line: number;
  readonly text: string;
  readonly words: number;
  /** The line of the large side that shares the most words with it in runs of n; the first of several. */
  readonly foundLine: number;
  readonly foundText: string;
  /** How many words they share. */
  readonly shared: number;
  /** How many lines of the large side have the same words. */
  readonly exact: number;
}

export interface Overlap {
  /** Lines of the small side, those without words included. */
  readonly lines: number;
  readonly words: number;
  /** Words of the small side in runs of n words that are anywhere in the large side, or in lines that are there. */
  readonly coveredWords: number;
  /** Those that share the most first. */
  readonly found: readonly FoundLine[];
}

interface Best {
  line: number;
  text: string;
  shared: number;
  exact: number;
}

/** Reads the large side. */
export class OverlapSearch {
  readonly #sought: SoughtLines;
  readonly #words = new FoldedWords();
  readonly #hits = new IdList();
  readonly #covered: Uint8Array;
  readonly #best = new Map<number, Best>();
  #line = 0;

  constructor(sought: SoughtLines) {
    this.#sought = sought;
    this.#covered = new Uint8Array(sought.words);
  }

  /** Takes lines, each followed by LF. */
  add(column: Uint8Array): void {
    const { ngrams, lines } = this.#sought.tables();
    const words = this.#words;
    const hits = this.#hits;
    const collect = (low: number, high: number): void => {
      for (let at = ngrams.find(low, high); at >= 0; at = ngrams.after(at)) hits.push(at);
    };
    for (let from = 0, end; from < column.length; from = end + 1) {
      end = column.indexOf(lf, from);
      this.#line++;
      words.read(column, from, end);
      if (words.length === 0) continue;
      hits.length = 0;
      eachNgram(words, this.#sought.n, collect);
      const same = lines.find(...lineHash(words));
      if (hits.length === 0 && same < 0) continue;
      const text = column.subarray(from, end);
      for (let line = same; line >= 0; line = lines.after(line)) this.#addSame(line, text);
      if (hits.length > 0) this.#addShared(text);
    }
  }

  overlap(): Overlap {
    const sought = this.#sought;
    const found = [...this.#best].map(([line, best]) => ({
      line: line + 1,
      text: sought.text(line),
      words: sought.wordsOf(line),
      foundLine: best.line,
      foundText: best.text,
      shared: best.shared,
      exact: best.exact,
    }));
    const shareOf = (each: FoundLine): number => (each.exact > 0 ? 2 : each.shared / each.words);
    found.sort((a, b) => shareOf(b) - shareOf(a) || b.words - a.words || a.line - b.line);
    const coveredWords = this.#covered.reduce((sum, covered) => sum + covered, 0);
    return { lines: sought.lines, words: sought.words, coveredWords, found };
  }

  #addSame(line: number, text: Uint8Array): void {
    const words = this.#sought.wordsOf(line);
    const best = this.#better(line, words, text, true);
    best.exact++;
    const start = this.#sought.starts.values[line]!;
    this.#covered.fill(1, start, start + words);
  }

  /** The runs that were met in a line, by line of the small side. */
  #addShared(text: Uint8Array): void {
    const { n } = this.#sought;
    const { lineOf } = this.#sought.tables();
    const positions = this.#hits.values.subarray(0, this.#hits.length).sort();
    for (let i = 0; i < positions.length;) {
      const line = lineOf[positions[i]!]!;
      let shared = 0;
      let reached = 0;
      for (; i < positions.length && lineOf[positions[i]!] === line; i++) {
        const from = Math.max(positions[i]!, reached);
        reached = positions[i]! + n;
        if (reached > from) {
          shared += reached - from;
          this.#covered.fill(1, from, reached);
        }
      }
      this.#better(line, shared, text, false);
    }
  }

  /** What is kept of a line, with this text if it shares more than the one before; the first with the same words stays. */
  #better(line: number, shared: number, text: Uint8Array, isSame: boolean): Best {
    let best = this.#best.get(line);
    if (!best) this.#best.set(line, (best = { line: 0, text: '', shared: 0, exact: 0 }));
    if (best.exact === 0 && (isSame || shared > best.shared)) {
      best.line = this.#line;
      best.text = new TextDecoder().decode(text);
      best.shared = shared;
    }
    return best;
  }
}
