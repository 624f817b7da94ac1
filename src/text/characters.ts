/** Classes of characters that tokenizers cut by. */

/** White space as Python's `str.split` sees it; JavaScript's `\s` adds U+FEFF and lacks U+001C–001F and U+0085. */
const spaces = [
  [0x09, 0x0d], [0x1c, 0x20], [0x85, 0x85], [0xa0, 0xa0], [0x1680, 0x1680], [0x2000, 0x200a],
  [0x2028, 0x2029], [0x202f, 0x202f], [0x205f, 0x205f], [0x3000, 0x3000],
] as const; // prettier-ignore

/** What a character does to the token it stands in or beside. */
export const CharClass = {
  /** Part of a token. */
  other: 0,
  /** Part of a token, too, but marks and dashes beside it behave otherwise. */
  digit: 1,
  /** Ends a token and is dropped. */
  space: 2,
  /** A token by itself. */
  alone: 3,
  /** Punctuation that is cut off unless numbers stand on both sides. */
  mark: 4,
  /** A token by itself right after a digit, else part of a token. */
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
