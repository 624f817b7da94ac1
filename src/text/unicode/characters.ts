/** Classes of characters for tokenizers, white space, and letters that are a pair of UTF-16 units. */

/** White space of Python's `str.split`; JavaScript's `\s` adds U+FEFF and lacks U+001C–001F and U+0085. */
const spaces = [
  [0x09, 0x0d], [0x1c, 0x20], [0x85, 0x85], [0xa0, 0xa0], [0x1680, 0x1680], [0x2000, 0x200a],
  [0x2028, 0x2029], [0x202f, 0x202f], [0x205f, 0x205f], [0x3000, 0x3000],
] as const; // prettier-ignore

/** How a character affects the token that it is in or next to. */
export const CharClass = {
  /** Part of a token. */
  other: 0,
  /** Also part of a token, but marks and dashes next to it behave differently. */
  digit: 1,
  /** Ends a token and is dropped. */
  space: 2,
  /** A token of its own. */
  alone: 3,
  /** Punctuation that is separated unless it is between numbers. */
  mark: 4,
  /** A token of its own directly after a digit, otherwise part of a token. */
  dash: 5,
  /** First unit of a pair: the code point decides. */
  surrogate: 6,
} as const;

/** Classes of the Basic Multilingual Plane by UTF-16 unit, and a function for the code points beyond. */
export interface ClassTable {
  readonly units: Uint8Array;
  readonly beyond: (codePoint: number) => number;
}

type Range = readonly [first: number, last: number];

/** Later entries win over earlier ones; spaces are always spaces. */
export function classTable(classes: readonly (readonly [charClass: number, ranges: Iterable<Range>])[]): ClassTable {
  const units = new Uint8Array(0x10000).fill(CharClass.surrogate, 0xd800, 0xdc00);
  const beyond: [first: number, last: number, charClass: number][] = [];
  for (const [charClass, ranges] of [...classes, [CharClass.space, spaces] as const]) {
    for (const [first, last] of ranges) {
      if (first <= 0xffff) units.fill(charClass, first, Math.min(last, 0xffff) + 1);
      if (last > 0xffff) beyond.push([Math.max(first, 0x10000), last, charClass]);
    }
  }
  beyond.sort((a, b) => a[0] - b[0]);
  return { units, beyond: (codePoint) => classOf(beyond, codePoint) };
}

function classOf(ranges: readonly (readonly [number, number, number])[], codePoint: number): number {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last, charClass] = ranges[middle]!;
    if (codePoint < first) high = middle - 1;
    else if (codePoint > last) low = middle + 1;
    else return charClass;
  }
  return CharClass.other;
}

export const spaceTable: ClassTable = classTable([]);

export const isSpace = (unit: number): boolean => spaceTable.units[unit] === CharClass.space;

export const isHighSurrogate = (unit: number): boolean => (unit & 0xfc00) === 0xd800;
export const isLowSurrogate = (unit: number): boolean => (unit & 0xfc00) === 0xdc00;

/** Units of the letter at `i` of a text that ends at `end`: a pair of surrogates is one letter. */
export const widthAt = (units: Uint16Array, i: number, end: number): number =>
  isHighSurrogate(units[i]!) && i + 1 < end && isLowSurrogate(units[i + 1]!) ? 2 : 1;

/** A text without white space at its end, as Python's `str.rstrip`. */
export function stripEnd(text: string): string {
  let end = text.length;
  while (end > 0 && isSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(0, end);
}

/** A text without white space at either end, as Python's `str.strip`. */
export function strip(text: string): string {
  const line = stripEnd(text);
  let start = 0;
  while (start < line.length && isSpace(line.charCodeAt(start))) start++;
  return line.slice(start);
}

/** Words separated by white space, as for `tok=none` and Python's `str.split`. */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  let start = -1;
  for (let i = 0; i <= text.length; i++) {
    if (i < text.length && !isSpace(text.charCodeAt(i))) {
      if (start < 0) start = i;
    } else if (start >= 0) {
      words.push(text.slice(start, i));
      start = -1;
    }
  }
  return words;
}

export const countWords = (text: string): number => splitWords(text).length;

/** How many letters, that is code points, units[start … end) has. */
export function letterCount(units: Uint16Array, start: number, end: number): number {
  let count = end - start;
  for (let i = start + 1; i < end; i++) if (isLowSurrogate(units[i]!) && isHighSurrogate(units[i - 1]!)) count--;
  return count;
}

/** The index `count` letters after `start`, or `end` if there are fewer. */
export function lettersAfter(units: Uint16Array, start: number, end: number, count: number): number {
  let at = start;
  for (; count > 0 && at < end; count--) at += widthAt(units, at, end);
  return at;
}

/** The index `count` letters before `end`, or `start` if there are fewer. */
export function lettersBefore(units: Uint16Array, start: number, end: number, count: number): number {
  let at = end;
  for (; count > 0 && at > start; count--) {
    at--;
    if (isLowSurrogate(units[at]!) && at > start && isHighSurrogate(units[at - 1]!)) at--;
  }
  return at;
}
