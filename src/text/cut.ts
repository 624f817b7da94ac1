/**
 * One-pass cutters: they find where the tokens of a text begin and end, and hash them on the way; they make no strings.
 * Three numbers a token: start, end, hash (that of hashUnits).
 * `cutMarks` restates the substitution rules of mteval-v13a and its relatives as one scan; the plain rules are its oracle in the test.
 */
import type { IdList } from '../core/index.ts';
import { CharClass, type ClassTable, isHighSurrogate, isLowSurrogate, spaceTable } from './characters.ts';
import type { Units } from './units.ts';

/** The hash of some units: 0 for none, then h · 31 + unit for each. */
export function hashUnits(values: Uint16Array, start: number, end: number): number {
  let hash = 0;
  for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + values[i]!) | 0;
  return hash;
}

/** Appends each run of characters that are no white space. */
export function cutSpaces({ values, length }: Units, spans: IdList): void {
  const classes = spaceTable.units;
  spans.reserve(3 * ((length + 1) >> 1)); // between two tokens there is a space
  const out = spans.values;
  let at = spans.length;
  let start = -1;
  let hash = 0;
  for (let i = 0; i < length; i++) {
    const unit = values[i]!;
    if (classes[unit] !== CharClass.space) {
      if (start < 0) {
        start = i;
        hash = 0;
      }
      hash = (Math.imul(hash, 31) + unit) | 0;
    } else if (start >= 0) {
      out[at++] = start;
      out[at++] = i;
      out[at++] = hash;
      start = -1;
    }
  }
  if (start >= 0) {
    out[at++] = start;
    out[at++] = length;
    out[at++] = hash;
  }
  spans.length = at;
}

/** Appends each code point that is no white space. */
export function cutCharacters({ values, length }: Units, spans: IdList): void {
  const classes = spaceTable.units;
  spans.reserve(3 * length);
  const out = spans.values;
  let at = spans.length;
  for (let i = 0; i < length; i++) {
    if (classes[values[i]!] === CharClass.space) continue;
    const start = i;
    if (isHighSurrogate(values[i]!) && i + 1 < length && isLowSurrogate(values[i + 1]!)) i++;
    out[at++] = start;
    out[at++] = i + 1;
    out[at++] = hashUnits(values, start, i + 1);
  }
  spans.length = at;
}

/**
 * Cuts at spaces, takes characters of class `alone` out, a `dash` after a digit, and `mark`s by two rules applied
 * one after the other over the whole line: (no digit)(mark) → both sides of the mark are cut, then (mark)(no digit) likewise.
 * Matches of a rule do not overlap, so a run of marks is taken in pairs. What follows from that, for a run of k marks
 * between a and b: each is a token by itself, except the last if b is a digit and the pairs leave it over
 * (k odd after a digit, k even otherwise); it then sticks to b, and to a as well if k = 1.
 * `padded`: the line stands between spaces (13a); otherwise its ends behave like digits, as no rule can match across them.
 */
export function cutMarks({ values, length }: Units, table: ClassTable, padded: boolean, spans: IdList): void {
  const classes = table.units;
  spans.reserve(3 * length + 3); // every token has at least one unit
  const out = spans.values;
  let at = spans.length;
  let start = -1; // of the token under way
  let hash = 0;
  let before: number = padded ? CharClass.space : CharClass.digit; // class of the character before
  let i = 0;
  while (i < length) {
    let width = 1;
    let charClass: number = classes[values[i]!]!;
    if (charClass === CharClass.other) {
      if (start < 0) {
        start = i;
        hash = 0;
      }
      let unit = values[i]!;
      do {
        hash = (Math.imul(hash, 31) + unit) | 0;
        if (++i === length) break;
        unit = values[i]!;
      } while (classes[unit] === CharClass.other);
      before = CharClass.other;
      continue;
    }
    if (charClass === CharClass.space) {
      if (start >= 0) {
        out[at++] = start;
        out[at++] = i;
        out[at++] = hash;
        start = -1;
      }
      before = CharClass.space;
      i++;
      continue;
    }
    if (charClass === CharClass.surrogate) {
      if (i + 1 < length && isLowSurrogate(values[i + 1]!)) {
        width = 2;
        charClass = table.beyond(codePointAt(values, i));
      } else charClass = CharClass.other; // half a pair
    }
    if (charClass === CharClass.dash && before !== CharClass.digit) charClass = CharClass.other;
    // At the start of an unpadded line nothing stands before a dash.
    if (charClass === CharClass.dash && i === 0) charClass = CharClass.other;

    if (charClass === CharClass.other || charClass === CharClass.digit) {
      if (start < 0) {
        start = i;
        hash = 0;
      }
      before = charClass;
      for (const stop = i + width; i < stop; i++) hash = (Math.imul(hash, 31) + values[i]!) | 0;
      continue;
    }
    if (charClass !== CharClass.mark) {
      if (start >= 0) {
        out[at++] = start;
        out[at++] = i;
        out[at++] = hash;
        start = -1;
      }
      out[at++] = i;
      out[at++] = i + width;
      out[at++] = hashUnits(values, i, i + width);
      before = charClass;
      i += width;
      continue;
    }

    // A run of marks: find its end, its number of marks and where the last one starts.
    let count = 0;
    let last = i;
    let end = i;
    let after: number = padded ? CharClass.space : CharClass.digit;
    while (end < length) {
      const each = values[end]!;
      const pair = isHighSurrogate(each) && end + 1 < length && isLowSurrogate(values[end + 1]!);
      const eachClass = pair ? table.beyond(codePointAt(values, end)) : classes[each]!;
      if (eachClass !== CharClass.mark) {
        after = eachClass;
        break;
      }
      count++;
      last = end;
      end += pair ? 2 : 1;
    }
    const afterDigit = before === CharClass.digit;
    const leftOver = (count & 1) === (afterDigit ? 1 : 0);
    const sticks = leftOver && after === CharClass.digit;
    if (sticks && count === 1 && afterDigit) {
      if (start < 0) {
        start = i;
        hash = 0;
      }
      for (; i < end; i++) hash = (Math.imul(hash, 31) + values[i]!) | 0;
    } else {
      if (start >= 0) {
        out[at++] = start;
        out[at++] = i;
        out[at++] = hash;
        start = -1;
      }
      const single = sticks ? last : end;
      while (i < single) {
        const next = isHighSurrogate(values[i]!) && i + 1 < single && isLowSurrogate(values[i + 1]!) ? i + 2 : i + 1;
        out[at++] = i;
        out[at++] = next;
        out[at++] = hashUnits(values, i, next);
        i = next;
      }
      if (sticks) {
        start = last;
        hash = hashUnits(values, last, end);
      }
    }
    before = CharClass.mark;
    i = end;
  }
  if (start >= 0) {
    out[at++] = start;
    out[at++] = length;
    out[at++] = hash;
  }
  spans.length = at;
}

const codePointAt = (values: Uint16Array, i: number): number =>
  0x10000 + ((values[i]! - 0xd800) << 10) + (values[i + 1]! - 0xdc00);
