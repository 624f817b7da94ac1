/** What a character counts as in a corpus: its script, its lower case, and whether it separates words. */
import { CharClass, isSpace, spaceTable } from '../unicode/characters.ts';
import { separatorTable } from '../unicode/categories.ts';

/** Scripts that are counted separately; Japanese kana count as one. Letters of all others are `Other`. */
export const scriptNames = [
  'Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Han', 'Kana', 'Hangul', 'Devanagari', 'Bengali', 'Tamil', 'Telugu', 'Kannada',
  'Malayalam', 'Gujarati', 'Gurmukhi', 'Oriya', 'Sinhala', 'Thai', 'Lao', 'Khmer', 'Myanmar', 'Georgian', 'Armenian', 'Ethiopic',
  'Tibetan', 'Mongolian', 'Other',
] as const; // prettier-ignore

const kana = /^[\p{Script=Hiragana}\p{Script=Katakana}]$/u;
const patterns = scriptNames.slice(0, -1).map((name) => (name === 'Kana' ? kana : new RegExp(`^\\p{Script=${name}}$`, 'u'))); // prettier-ignore
const isLetter = /^\p{L}$/u;

const codePoints = 0x110000;
/** By code point, filled in as characters are met: 0 if not met yet, 1 for no letter, else 2 + the place of the script. */
const scripts = new Uint8Array(codePoints);

/** The place of the script of a letter in `scriptNames`; −1 if it is not a letter. */
export function scriptOf(codePoint: number): number {
  return (scripts[codePoint] || findScript(codePoint)) - 2;
}

function findScript(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  const at = patterns.findIndex((pattern) => pattern.test(character));
  const found = isLetter.test(character) ? 2 + (at < 0 ? scriptNames.length - 1 : at) : 1;
  scripts[codePoint] = found;
  return found;
}

/** By code point: 0 if not met yet. */
const lowers = new Int32Array(codePoints);

/** In lower case where that is one character; its neighbours do not matter. */
export const lowerOf = (codePoint: number): number => lowers[codePoint] || findLower(codePoint);

function findLower(codePoint: number): number {
  const lower = codePoint >= 0xd800 && codePoint < 0xe000 ? '' : String.fromCodePoint(codePoint).toLowerCase();
  const found = [...lower].length === 1 ? lower.codePointAt(0)! : codePoint;
  lowers[codePoint] = found;
  return found;
}

export const isSpaceAt = (codePoint: number): boolean => codePoint <= 0xffff && isSpace(codePoint);

/** Scripts that are written without spaces between words. */
const unspaced = new Set(
  ['Han', 'Kana', 'Thai', 'Lao', 'Khmer', 'Myanmar'].map((name) => scriptNames.indexOf(name as 'Han')),
);

/** By code point: 0 if not met yet, −1 for what separates words, a lower-case letter, or −1 minus a character that is a word alone. */
const folded = new Int32Array(codePoints);

/** What is compared when texts are searched for each other. */
export const foldOf = (codePoint: number): number => folded[codePoint] || findFold(codePoint);

function findFold(codePoint: number): number {
  const { units, beyond } = separatorTable();
  const charClass = codePoint > 0xffff ? beyond(codePoint) : units[codePoint];
  const isControl =
    codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0) || spaceTable.units[codePoint] === CharClass.space;
  const found =
    charClass === CharClass.space || isControl
      ? -1
      : unspaced.has(scriptOf(codePoint))
        ? -1 - codePoint
        : lowerOf(codePoint);
  folded[codePoint] = found;
  return found;
}
