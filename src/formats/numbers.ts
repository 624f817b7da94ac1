/** Numbers and words as programs print them, and how messages quote them. */

const finite = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const notFinite = /^[+-]?(?:nan|inf(?:inity)?)(?:\([^)]*\))?$/i;

/** Whether a word is meant as a number, be it finite or not. */
export const isNumber = (word: string): boolean => finite.test(word) || notFinite.test(word);

/** The number; NaN or infinite if it says so or is too large, undefined if it is none. */
export function parseNumber(word: string): number | undefined {
  if (finite.test(word)) return Number(word);
  if (!notFinite.test(word)) return undefined;
  return /nan/i.test(word) ? NaN : word.startsWith('-') ? -Infinity : Infinity;
}

/** The fewest digits that read back as the same number. */
export const printNumber = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));

/** The words of a text; white space at its ends makes none. */
export const wordsOf = (text: string): string[] => {
  const trimmed = text.trim();
  return trimmed === '' ? [] : trimmed.split(/\s+/);
};

/** The number, if it is a finite one. */
export function finiteNumber(word: string): number | undefined {
  const value = parseNumber(word);
  return Number.isFinite(value) ? value : undefined;
}

/** For messages: what a file says, not too much of it. */
export const quoted = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
