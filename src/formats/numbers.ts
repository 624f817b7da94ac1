/** Numbers and words in files, and how messages quote them. */

const finite = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const notFinite = /^[+-]?(?:nan|inf(?:inity)?)(?:\([^)]*\))?$/i;

/** Whether a word is a number, finite or not. */
export const isNumber = (word: string): boolean => finite.test(word) || notFinite.test(word);

/** The number; NaN or infinite if written so or too large, undefined if it is not a number. */
export function parseNumber(word: string): number | undefined {
  if (finite.test(word)) return Number(word);
  if (!notFinite.test(word)) return undefined;
  return /nan/i.test(word) ? NaN : word.startsWith('-') ? -Infinity : Infinity;
}

/** The fewest digits that read back as the same number. */
export const printNumber = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));

/** The words of a text; white space at its ends is ignored. */
export const wordsOf = (text: string): string[] => {
  const trimmed = text.trim();
  return trimmed === '' ? [] : trimmed.split(/\s+/);
};

/** The number, if it is finite. */
export function finiteNumber(word: string): number | undefined {
  const value = parseNumber(word);
  return Number.isFinite(value) ? value : undefined;
}

/** A quotation from a file for messages, shortened. */
export const quoted = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
