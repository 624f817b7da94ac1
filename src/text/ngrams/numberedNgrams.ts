/**
 * Clipped n-gram matches of texts of any length and vocabulary, in linear time. Equal n-grams get equal numbers, order by order: an n-gram is
 * the number of its first n − 1 tokens and its last token. Only those in both texts are numbered, since others have no longer matches.
 * Of texts that no cache holds, n-grams are first put into groups by a hash, so that the table of a group stays in the cache.
 */
import type { Tokens } from '../../core/index.ts';
import type { Alphabet } from '../words/alphabet.ts';

/** N-grams of a group, about. */
const groupSize = 1 << 13;
const mostGroups = 1 << 12;

/** An entry of the table: what stands where in it. */
// At 0: the number of the prefix, or 0 if it is free.
const lastAt = 1;
const mostAt = 2; // its count in the reference that has it most often
const countAt = 3; // in the current reference …
const referenceAt = 4; // … which is this one, from 1
const inTextAt = 5;
const numberAt = 6;
const entryBits = 3;

export class NumberedNgrams {
  readonly #order: number;
  /** Of the references, each followed by 0, then of the text: symbols 1, 2, …; 0 for tokens that the references do not have. */
  #symbols = new Int32Array(0);
  /** Where each reference ends, and the text. */
  #ends: number[] = [];
  #referencesEnd = 0;
  /** By position: the number of the n-gram that begins there, or 0 if it does not match. */
  #numbers = new Int32Array(0);
  /** Positions by group. */
  #grouped = new Int32Array(0);
  readonly #groupEnds = new Int32Array(mostGroups + 1);
  /** By position in a group: its entry in the table, or −1. */
  #entries = new Int32Array(0);
  #table = new Int32Array((2 * groupSize) << entryBits);
  #numbered = 0;

  constructor(order: number) {
    this.#order = order;
  }

  setReferences(references: readonly Tokens[], alphabet: Alphabet): void {
    this.#ends = [];
    let length = 0;
    for (const { start, end } of references) length += end - start + 1;
    if (length > this.#symbols.length) this.#symbols = new Int32Array(length);
    let at = 0;
    for (const tokens of references) {
      at = this.#read(tokens, alphabet, at);
      this.#ends.push(at);
    }
    this.#referencesEnd = at;
  }

  /** Adds to matches[at + n − 1] how many n-grams of the text are in the references, each at most as often as in one of them. */
  match(tokens: Tokens, alphabet: Alphabet, matches: Float64Array, at: number): void {
    const length = this.#referencesEnd + tokens.end - tokens.start + 1;
    if (length > this.#symbols.length) {
      const symbols = new Int32Array(length);
      symbols.set(this.#symbols.subarray(0, this.#referencesEnd));
      this.#symbols = symbols;
    }
    this.#read(tokens, alphabet, this.#referencesEnd);
    if (length >= this.#numbers.length) {
      this.#numbers = new Int32Array(length + 1);
      this.#grouped = new Int32Array(length);
    }
    this.#numbers.set(this.#symbols.subarray(0, length));
    this.#numbers[length] = 0;
    for (let n = 0; n < this.#order; n++) {
      const found = this.#numberOrder(n, length);
      if (found === 0) return;
      matches[at + n]! += found;
    }
  }

  #read({ ids, start, end }: Tokens, alphabet: Alphabet, at: number): number {
    const symbols = this.#symbols;
    let to = at;
    for (let i = start; i < end; i++) symbols[to++] = alphabet.symbol(ids[i]!) + 1;
    symbols[to++] = 0;
    return to;
  }

  /** Numbers the n-grams of n + 1 tokens where those of n tokens have numbers; returns how many match. */
  #numberOrder(n: number, length: number): number {
    const groups = this.#group(n, length);
    this.#numbered = 0;
    let found = 0;
    for (let group = 0, from = 0; group < groups; group++) {
      const to = this.#groupEnds[group]!;
      while (!this.#enter(n, from, to)) this.#table = new Int32Array(2 * this.#table.length);
      found += this.#finish(from, to);
      from = to;
    }
    return found;
  }

  /** Puts positions into groups, in their order; where the n-grams at this and the next one do not match, there are no longer ones. */
  #group(n: number, length: number): number {
    const symbols = this.#symbols;
    const numbers = this.#numbers;
    const grouped = this.#grouped;
    const ends = this.#groupEnds;
    let bits = 0;
    while (length >> bits > groupSize && 1 << bits < mostGroups) bits++;
    const groups = 1 << bits;
    const next = n === 0 ? 0 : 1;
    ends.fill(0, 0, groups + 1);
    for (let p = 0; p < length; p++) {
      const prefix = numbers[p]!;
      if (prefix !== 0 && numbers[p + next] !== 0) ends[groupOf(hash(prefix, symbols[p + n]!), bits) + 1]!++;
    }
    for (let group = 1; group < groups; group++) ends[group]! += ends[group - 1]!;
    for (let p = 0; p < length; p++) {
      const prefix = numbers[p]!;
      if (prefix !== 0 && numbers[p + next] !== 0) grouped[ends[groupOf(hash(prefix, symbols[p + n]!), bits)]!++] = p;
      else numbers[p] = 0;
    }
    return groups;
  }

  /** Counts the n-grams of a group; false if there are too many for the table. */
  #enter(n: number, from: number, to: number): boolean {
    const symbols = this.#symbols;
    const numbers = this.#numbers;
    const grouped = this.#grouped;
    const table = this.#table.fill(0, 0, this.#tableFor(to - from));
    const mask = this.#tableFor(to - from) - 1;
    if (to - from > this.#entries.length) this.#entries = new Int32Array(2 * (to - from));
    const entries = this.#entries;
    let reference = 0;
    let end = 0;
    let left = (mask + 1) >> (entryBits + 1); // half of the entries; #tableFor leaves that many if the table has them
    for (let k = from; k < to; k++) {
      const p = grouped[k]!;
      while (p >= end && reference <= this.#ends.length) {
        end = this.#ends[reference] ?? Infinity;
        reference++;
      }
      const isText = reference > this.#ends.length;
      const prefix = numbers[p]!;
      const last = symbols[p + n]!;
      let at = (hash(prefix, last) << entryBits) & mask;
      while (table[at] !== 0 && (table[at] !== prefix || table[at + lastAt] !== last))
        at = (at + (1 << entryBits)) & mask;
      if (isText) {
        const isKnown = table[at] !== 0;
        entries[k - from] = isKnown ? at : -1;
        if (isKnown) table[at + inTextAt]!++;
        continue;
      }
      entries[k - from] = at;
      if (table[at] === 0) {
        if (--left < 0) return false;
        table[at] = prefix;
        table[at + lastAt] = last;
      }
      if (table[at + referenceAt] !== reference) {
        table[at + referenceAt] = reference;
        table[at + countAt] = 0;
      }
      const count = ++table[at + countAt]!;
      if (count > table[at + mostAt]!) table[at + mostAt] = count;
    }
    return true;
  }

  /** Numbers the n-grams of a group that are in both texts. */
  #finish(from: number, to: number): number {
    const numbers = this.#numbers;
    const grouped = this.#grouped;
    const entries = this.#entries;
    const table = this.#table;
    let found = 0;
    for (let k = from; k < to; k++) {
      const at = entries[k - from]!;
      const inText = at < 0 ? 0 : table[at + inTextAt]!;
      if (inText > 0 && table[at + numberAt] === 0) {
        table[at + numberAt] = ++this.#numbered;
        found += Math.min(inText, table[at + mostAt]!);
      }
      numbers[grouped[k]!] = inText > 0 ? table[at + numberAt]! : 0;
    }
    return found;
  }

  /** Numbers in the part of the table that this many n-grams need: that of few is cleared in no time. */
  #tableFor(ngrams: number): number {
    let size = 16 << entryBits;
    while (size < this.#table.length && size >> (entryBits + 1) < ngrams) size *= 2;
    return size;
  }
}

const hash = (prefix: number, last: number): number => {
  const mixed = Math.imul(prefix, 0x9e3779b1) ^ Math.imul(last, 0x85ebca6b);
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
};

/** The upper bits, since the table uses the lower ones. */
const groupOf = (hashed: number, bits: number): number => (bits === 0 ? 0 : hashed >>> (32 - bits));
