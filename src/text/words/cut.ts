/**
 * One-pass cutters: they find where the tokens of a text begin and end, and hash them on the way, without making strings.
 * Three numbers per token: start, end, hash (that of hashUnits).
 * `cutMarks` implements the substitution rules of mteval-v13a and its relatives as one scan; the plain rules are its oracle in the test.
 */
import { type IdList, enlarged } from '../../core/index.ts';
import {
  CharClass,
  type ClassTable,
  isHighSurrogate,
  isLowSurrogate,
  spaceTable,
  widthAt,
} from '../unicode/characters.ts';

/** The UTF-16 units of texts in a typed array, so that every pass over them is a plain loop over numbers. */
export class Units {
  values = new Uint16Array(1 << 14); // enough for most segments; the compiler has to start over when it is replaced
  /** The last text is values[start … end); earlier texts may still be before `start`. */
  start = 0;
  end = 0;

  /** Takes a text and drops all earlier ones. */
  load(text: string): void {
    this.end = 0;
    this.append(text);
  }

  /** Takes a text and keeps the earlier ones. */
  append(text: string): void {
    const length = text.length;
    const start = this.end;
    if (start + length > this.values.length) this.values = enlarged(this.values, start + length);
    const values = this.values;
    for (let i = 0; i < length; i++) values[start + i] = text.charCodeAt(i);
    this.start = start;
    this.end = start + length;
  }
}

/** A tokenizer, which splits a text in two steps: it rewrites characters where its rules change them, then finds the tokens. */
export interface Tokenizer {
  readonly name: string;
  /** Changes characters; most texts need no change and are returned as they are. */
  rewrite(text: string): string;
  /** Appends start, end and hash (see hashUnits) of each token of a rewritten text. */
  cut(units: Units, spans: IdList): void;
}

export const unchanged = (text: string): string => text;

/** The hash of some units and one more: shifts are fast even in code that is not yet compiled, unlike integer multiplication. */
export const hashOn = (hash: number, unit: number): number => ((hash << 5) | (hash >>> 27)) ^ unit;

/** The hash of some units: 0 for none. */
export function hashUnits(values: Uint16Array, start: number, end: number): number {
  let hash = 0;
  for (let i = start; i < end; i++) hash = hashOn(hash, values[i]!);
  return hash;
}

/** Appends each run of characters other than white space. */
export function cutSpaces({ values, start: from, end }: Units, spans: IdList): void {
  const classes = spaceTable.units;
  spans.reserve(3 * ((end - from + 1) >> 1)); // between two tokens there is a space
  const out = spans.values;
  let at = spans.length;
  let start = -1;
  let hash = 0;
  for (let i = from; i < end; i++) {
    const unit = values[i]!;
    if (classes[unit] !== CharClass.space) {
      if (start < 0) {
        start = i;
        hash = 0;
      }
      hash = hashOn(hash, unit);
    } else if (start >= 0) {
      out[at++] = start;
      out[at++] = i;
      out[at++] = hash;
      start = -1;
    }
  }
  if (start >= 0) {
    out[at++] = start;
    out[at++] = end;
    out[at++] = hash;
  }
  spans.length = at;
}

/** Appends each code point other than white space. */
export function cutCharacters({ values, start: from, end }: Units, spans: IdList): void {
  const classes = spaceTable.units;
  spans.reserve(3 * (end - from));
  const out = spans.values;
  let at = spans.length;
  for (let i = from; i < end; i++) {
    if (classes[values[i]!] === CharClass.space) continue;
    const start = i;
    if (isHighSurrogate(values[i]!) && i + 1 < end && isLowSurrogate(values[i + 1]!)) i++;
    out[at++] = start;
    out[at++] = i + 1;
    out[at++] = hashUnits(values, start, i + 1);
  }
  spans.length = at;
}

/**
 * Splits at spaces, separates characters of class `alone`, a `dash` after a digit, and `mark`s by two rules applied one after the other
 * over the whole line: (not a digit)(mark) → split on both sides of the mark, then (mark)(not a digit) → the same.
 * `padded`: the line has a space at either end (13a); otherwise its ends behave like digits, because no rule can match across them.
 * Rare cases are in functions of their own, so that this one is small and compiled early.
 */
export function cutMarks(units: Units, table: ClassTable, padded: boolean, spans: IdList): void {
  const { values, end } = units;
  const classes = table.units;
  const { digit, space } = CharClass;
  spans.reserve(3 * (end - units.start) + 3); // every token has at least one unit
  const out = spans.values;
  let at = spans.length;
  let i = units.start;
  let start = i; // the current token is values[start … i)
  let hash = 0;
  while (true) {
    for (; i < end; i++) {
      const unit = values[i]!;
      if (classes[unit]! > digit) break;
      hash = hashOn(hash, unit);
    }
    const fate = i < end && classes[values[i]!] !== space ? fateOf(units, i, table, padded) : 0;
    if (fate > 0) {
      // Part of a token after all.
      i += fate;
      hash = hashUnits(values, start, i);
      continue;
    }
    if (start < i) {
      out[at++] = start;
      out[at++] = i;
      out[at++] = hash;
    }
    if (i >= end) break;
    if (fate < 0) at = cutApart(values, i, i - fate, out, at);
    i += fate < 0 ? -fate : 1;
    start = i;
    hash = 0;
  }
  spans.length = at;
}

/**
 * How the character at `i`, which is neither part of a word nor space, is split: a positive result is the number of units that join the
 * current token, a negative one the number that become tokens. Matches of a rule about marks do not overlap, so a run of marks is taken in pairs.
 * Therefore, in a run of k marks between a and b, each is a token of its own, except the last if b is a digit
 * and the pairs leave it over (k odd after a digit, k even otherwise); it then joins b, and also a if k = 1.
 * It is called for a mark directly after a mark only if that mark is left over in this way.
 */
function fateOf(units: Units, i: number, table: ClassTable, padded: boolean): number {
  const width = widthAt(units.values, i, units.end);
  const charClass = classAt(units, i, table);
  if (charClass <= CharClass.digit) return width;
  const isFirst = i === units.start;
  const atEdge = padded ? CharClass.space : CharClass.digit;
  const before = isFirst ? atEdge : classBefore(units, i, table);
  const afterDigit = before === CharClass.digit;
  if (charClass === CharClass.dash) return afterDigit && !isFirst ? -width : width; // nothing precedes the first
  if (charClass !== CharClass.mark) return -width;
  if (before === CharClass.mark) return width;
  let count = 0;
  let last = i;
  let next = i;
  let after: number = CharClass.mark;
  while (after === CharClass.mark) {
    count++;
    last = next;
    next += widthAt(units.values, next, units.end);
    if (next < units.end) after = classAt(units, next, table);
    else after = atEdge;
  }
  const leftOver = (count & 1) === (afterDigit ? 1 : 0);
  const to = leftOver && after === CharClass.digit ? last : next;
  return to > i ? i - to : width;
}

/** Appends each code point of [start … end). */
function cutApart(values: Uint16Array, start: number, end: number, out: Int32Array, from: number): number {
  let at = from;
  for (let i = start, to; i < end; i = to) {
    to = i + widthAt(values, i, end);
    out[at++] = i;
    out[at++] = to;
    out[at++] = hashUnits(values, i, to);
  }
  return at;
}

function classAt(units: Units, i: number, table: ClassTable): number {
  const charClass = table.units[units.values[i]!]!;
  if (charClass !== CharClass.surrogate) return charClass;
  const isPair = widthAt(units.values, i, units.end) === 2;
  return isPair ? table.beyond(codePointAt(units.values, i)) : CharClass.other; // half a pair
}

function classBefore(units: Units, i: number, table: ClassTable): number {
  const { values, start } = units;
  const isPair = i - 1 > start && isLowSurrogate(values[i - 1]!) && isHighSurrogate(values[i - 2]!);
  return classAt(units, isPair ? i - 2 : i - 1, table);
}

/** Of the pair at `i`. */
export const codePointAt = (values: Uint16Array, i: number): number =>
  0x10000 + ((values[i]! - 0xd800) << 10) + (values[i + 1]! - 0xdc00);
