/**
 * Segments Japanese and Korean as MeCab 0.996 and mecab-ko do, from their compiled dictionaries. A line is covered
 * with words of the dictionary and guesses for unknown ones; each word has a cost, each pair of neighbours has one,
 * and the cheapest cover wins. Kudo, Yamamoto and Matsumoto (EMNLP 2004).
 */
import { enlarged } from '../../core/index.ts';
import { strip } from '../unicode/characters.ts';
import { type Tokenizer, cutSpaces } from '../words/cut.ts';
import { CATEGORIES, GROUP, INVOKE, type MecabDictionary, defaultCategory, guessLengths } from './mecabDictionary.ts';

/**
 * Makes a tokenizer that segments Japanese or Korean with a MeCab dictionary, as in sacreBLEU. It strips white space at the ends of the
 * line, segments it, and joins the words by spaces. Two kinds of lines differ from sacreBLEU, because MeCab loses text there: lines with
 * U+0000, at which it stops, and lines with more than 65,000 spaces in a row. It also segments lines that are too long for MeCab, which
 * gives up at a cost of 2³¹.
 */
export function mecabTokenizer(name: 'ja-mecab' | 'ko-mecab', dictionary: MecabDictionary): Tokenizer {
  const lattice = new Lattice(dictionary);
  return { name, rewrite: (text) => strip(lattice.segment(strip(text))), cut: cutSpaces };
}

/** A run of characters of the same category is guessed to be a word if at most this many follow the first. */
const longestGroup = 24;

const encoder = new TextEncoder();

/** Bytes of the UTF-8 character that begins with this byte. */
const width = (lead: number): number => (lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4);

/**
 * The possible words of a line, as nodes that know the best node before them. Node 1 is the start of the line;
 * 0 means none. Positions count bytes of UTF-8, because the trie is over bytes.
 */
class Lattice {
  readonly #dictionary: MecabDictionary;
  #bytes = new Uint8Array(0);
  #length = 0;
  /** Per position: the last node added of those that end there; `#siblings` leads to the others. */
  #heads = new Int32Array(0);
  #furthest = 0;
  #count = 0;
  #costs = new Float64Array(0);
  #previous = new Int32Array(0);
  #siblings = new Int32Array(0);
  #starts = new Int32Array(0);
  #ends = new Int32Array(0);
  #rightIds = new Uint16Array(0);
  /** The tokens possible next, and where each would end. */
  #found = 0;
  #tokens = new Int32Array(1 << 10);
  #tokenEnds = new Int32Array(1 << 10);
  /** Per left id: the best node before it, its cost, and the visit (a count of positions) at which it was found. */
  readonly #bestNodes: Int32Array;
  readonly #bestCosts: Float64Array;
  readonly #visits: Float64Array;
  #visit = 0;

  constructor(dictionary: MecabDictionary) {
    this.#dictionary = dictionary;
    const leftIds = dictionary.matrix.length / dictionary.rightIds;
    this.#bestNodes = new Int32Array(leftIds);
    this.#bestCosts = new Float64Array(leftIds);
    this.#visits = new Float64Array(leftIds);
    this.#resize(1 << 12);
  }

  segment(text: string): string {
    this.#load(text);
    const { characters } = this.#dictionary;
    const space = characters[0x20]! & CATEGORIES;
    const length = this.#length;
    let last = 0;
    let spacesEnd = 0; // of the last run of spaces, so that no run is scanned twice
    let sweepAt = 1 << 20;
    for (let at = 0; at < length; at++) {
      if (this.#heads[at] === 0) continue;
      if (this.#count > sweepAt) sweepAt = Math.max(sweepAt, 2 * this.#sweep(at));
      last = at;
      let start = at;
      if ((this.#infoAt(at) & space) !== 0) {
        if (at >= spacesEnd) spacesEnd = this.#runEnd(at, length).end;
        start = spacesEnd;
        if (start === length) continue;
      }
      this.#lookUp(start);
      this.#connect(at, start);
    }
    if (this.#heads[length] !== 0) last = length;
    return this.#print(text, this.#seek(last, 0));
  }

  #load(text: string): void {
    const room = 3 * text.length; // a UTF-16 unit is at most three bytes
    if (room > this.#bytes.length) this.#bytes = new Uint8Array(Math.max(room, 2 * this.#bytes.length));
    this.#length = encoder.encodeInto(text, this.#bytes).written;
    if (this.#length >= this.#heads.length) {
      this.#heads = new Int32Array(Math.max(this.#length + 1, 2 * this.#heads.length));
    }
    this.#heads.fill(0, 0, this.#length + 1);
    this.#heads[0] = 1;
    this.#furthest = 0;
    this.#count = 2;
    this.#siblings[1] = 0;
  }

  /** The categories of the character at a position. Those beyond U+FFFF count as U+0000. */
  #infoAt(at: number): number {
    const bytes = this.#bytes;
    const lead = bytes[at]!;
    if (lead < 0x80) return this.#dictionary.characters[lead]!;
    if (lead < 0xe0) return this.#dictionary.characters[((lead & 0x1f) << 6) | (bytes[at + 1]! & 0x3f)]!;
    if (lead >= 0xf0) return this.#dictionary.characters[0]!;
    const unit = ((lead & 0x0f) << 12) | ((bytes[at + 1]! & 0x3f) << 6) | (bytes[at + 2]! & 0x3f);
    return this.#dictionary.characters[unit]!;
  }

  /**
   * The end of the run of characters in which each shares a category with the one before, and how many follow
   * the first; at most `most` of those are examined.
   */
  #runEnd(at: number, most: number): { end: number; more: number } {
    let info = this.#infoAt(at);
    let end = at + width(this.#bytes[at]!);
    let more = 0;
    while (more < most && end < this.#length) {
      const next = this.#infoAt(end);
      if ((info & next & CATEGORIES) === 0) break;
      info = next;
      end += width(this.#bytes[end]!);
      more++;
    }
    return { end, more };
  }

  /** Finds the tokens possible at `start`: words of the dictionary, then guesses, both in MeCab's order. */
  #lookUp(start: number): void {
    const { trie, unknown } = this.#dictionary;
    const bytes = this.#bytes;
    const length = this.#length;
    this.#found = 0;

    let base = trie[0]!;
    for (let i = start; i < length;) {
      const unit = base + bytes[i++]! + 1;
      if (trie[2 * unit + 1] !== base) break;
      base = trie[2 * unit]!;
      if (trie[2 * base + 1] !== base || trie[2 * base]! >= 0) continue; // no word ends here
      if (i < length && (bytes[i]! & 0xc0) === 0x80) continue; // inside a character: only a broken file has this
      const value = -trie[2 * base]! - 1;
      this.#add(value >>> 8, value & 0xff, i);
    }

    const info = this.#infoAt(start);
    if (this.#found > 0 && (info & INVOKE) === 0) return;
    const category = 2 * defaultCategory(info);
    const first = unknown[category]!;
    const count = unknown[category + 1]!;
    const lengths = guessLengths(info);
    let end = start + width(bytes[start]!);
    let groupEnd = -1;
    if ((info & GROUP) !== 0) {
      // A longer run is not a word, and its end is out of reach of the guesses by length, which go up to 15.
      const run = this.#runEnd(start, longestGroup + 1);
      if (run.more <= longestGroup) this.#add(first, count, run.end);
      groupEnd = run.end;
    }
    for (let i = 1; i <= lengths && end !== groupEnd; i++) {
      this.#add(first, count, end);
      if (end === length || (info & this.#infoAt(end) & CATEGORIES) === 0) break;
      end += width(bytes[end]!);
    }
    if (this.#found === 0) this.#add(first, count, end);
  }

  #add(first: number, count: number, end: number): void {
    if (this.#found + count > this.#tokens.length) {
      this.#tokens = enlarged(this.#tokens, this.#found + count);
      this.#tokenEnds = enlarged(this.#tokenEnds, this.#tokens.length);
    }
    for (let i = 0; i < count; i++) {
      this.#tokens[this.#found] = first + i;
      this.#tokenEnds[this.#found++] = end;
    }
  }

  /** Makes nodes of the tokens found, the last one first: MeCab's order breaks ties between costs. */
  #connect(at: number, start: number): void {
    const { tokens } = this.#dictionary;
    const found = this.#found;
    if (this.#count + found > this.#costs.length) this.#resize(2 * (this.#count + found));
    this.#visit++;
    for (let i = found - 1; i >= 0; i--) {
      const token = 4 * this.#tokens[i]!;
      const leftId = tokens[token]!;
      if (this.#visits[leftId] !== this.#visit) this.#seek(at, leftId);
      const node = this.#count++;
      const end = this.#tokenEnds[i]!;
      this.#costs[node] = this.#bestCosts[leftId]! + tokens[token + 2]! + (start > at ? tokens[token + 3]! : 0);
      this.#previous[node] = this.#bestNodes[leftId]!;
      this.#rightIds[node] = tokens[token + 1]!;
      this.#starts[node] = start;
      this.#ends[node] = end;
      this.#siblings[node] = this.#heads[end]!;
      this.#heads[end] = node;
      if (end > this.#furthest) this.#furthest = end;
    }
  }

  /** The node ending at a position that is cheapest before a word with this left id; ties go to the last one added. */
  #seek(at: number, leftId: number): number {
    const { matrix, rightIds } = this.#dictionary;
    const row = rightIds * leftId;
    const costs = this.#costs;
    const ids = this.#rightIds;
    const siblings = this.#siblings;
    let best = 0;
    let bestCost = Infinity;
    for (let node = this.#heads[at]!; node !== 0; node = siblings[node]!) {
      const cost = costs[node]! + matrix[row + ids[node]!]!;
      if (cost < bestCost) {
        best = node;
        bestCost = cost;
      }
    }
    this.#bestNodes[leftId] = best;
    this.#bestCosts[leftId] = bestCost;
    this.#visits[leftId] = this.#visit;
    return best;
  }

  /** Drops nodes that no later word can lead back to, so that memory grows only with the words of a line. */
  #sweep(at: number): number {
    const kept = new Int32Array(this.#count); // 1 for a node that stays, then its new number
    for (let i = at; i <= this.#furthest; i++) {
      for (let node = this.#heads[i]!; node !== 0; node = this.#siblings[node]!) kept[node] = 1;
    }
    for (let node = this.#count - 1; node > 1; node--) if (kept[node] === 1) kept[this.#previous[node]!] = 1;
    kept[1] = 1;
    let count = 1;
    for (let node = 1; node < this.#count; node++) {
      if (kept[node] === 0) continue;
      kept[node] = count;
      this.#costs[count] = this.#costs[node]!;
      this.#previous[count] = kept[this.#previous[node]!]!;
      this.#siblings[count] = kept[this.#siblings[node]!]!;
      this.#starts[count] = this.#starts[node]!;
      this.#ends[count] = this.#ends[node]!;
      this.#rightIds[count] = this.#rightIds[node]!;
      count++;
    }
    for (let i = at; i <= this.#furthest; i++) this.#heads[i] = kept[this.#heads[i]!]!;
    this.#count = count;
    return count;
  }

  #resize(size: number): void {
    this.#costs = enlarged(this.#costs, size);
    this.#previous = enlarged(this.#previous, size);
    this.#siblings = enlarged(this.#siblings, size);
    this.#starts = enlarged(this.#starts, size);
    this.#ends = enlarged(this.#ends, size);
    this.#rightIds = enlarged(this.#rightIds, size);
  }

  /** The words on the way to a node, joined by spaces. */
  #print(text: string, last: number): string {
    const previous = this.#previous;
    let next = 0;
    for (let node = last; node > 1;) {
      const before = previous[node]!;
      previous[node] = next; // reverses the chain
      next = node;
      node = before;
    }
    const words: string[] = [];
    let byte = 0;
    let unit = 0;
    const unitAt = (goal: number): number => {
      while (byte < goal) {
        const bytes = width(this.#bytes[byte]!);
        byte += bytes;
        unit += bytes === 4 ? 2 : 1;
      }
      return unit;
    };
    for (let node = next; node !== 0; node = previous[node]!) {
      words.push(text.slice(unitAt(this.#starts[node]!), unitAt(this.#ends[node]!)));
    }
    return words.join(' ');
  }
}
