/** Random texts with many of the characters that are hard for tokenizers, and the tokens that a tokenizer makes of a text. */
import fc from 'fast-check';
import { IdList } from '../../core/index.ts';
import { type Tokenizer, Units, hashUnits } from '../words/cut.ts';

/** White space of Python's `str.split`, written out a second time to check the table in use. */
export const pythonSpaces =
  '\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a' +
  '\u2028\u2029\u202f\u205f\u3000';

const spaceRun = new RegExp(`[${pythonSpaces}]+`, 'u');

/** Python's `str.split()`. */
export const pythonSplit = (text: string): string[] => text.split(spaceRun).filter((word) => word !== '');

/** Python's `str.rstrip()`. */
export const pythonStripEnd = (text: string): string => text.replace(new RegExp(`[${pythonSpaces}]+$`, 'u'), '');

/** Python's `str.strip()`. */
export const pythonStrip = (text: string): string =>
  pythonStripEnd(text).replace(new RegExp(`^[${pythonSpaces}]+`, 'u'), '');

const anyOf = (weight: number, ...pieces: readonly string[]) => ({ weight, arbitrary: fc.constantFrom(...pieces) });

/** One character, or a few that belong together. All are old enough for every engine's Unicode tables. */
const piece: fc.Arbitrary<string> = fc.oneof(
  anyOf(8, ...'abcXYZäčßΣσИ'),
  anyOf(8, ...'0123456789'),
  anyOf(8, '.', ','),
  anyOf(4, '-', "'", "'s", '..', '...', ',,', '.,', '--'),
  anyOf(4, ...'!"#$%&()*+/:;<=>?@[\\]^_`{|}~'),
  anyOf(6, ' '),
  anyOf(2, ...pythonSpaces),
  anyOf(1, '\u200b', '\ufeff', '\u00ad', '\u0301', '\u200d', '\ufe0f', '\0'),
  anyOf(2, ...'’“”«»–—…¿¡€£°§±×÷²½Ⅷ٣→∑'),
  anyOf(3, ...'中文翻译。、，！？「」（）０９．㐀龥㈱㍿鿋'),
  anyOf(1, ...'かなカナー・ｱ｡한국어'),
  anyOf(2, '😀', '👍🏽', '𠀀', '𝟘', '𝟙', '𐎟', '𐄀', '𝛁', '𐏐', '🇨🇿'),
  anyOf(1, '&quot;', '&amp;', '&lt;', '&gt;', '&apos;', '&amp;lt;', '&amp;quot;', '<skipped>', '-\n', '\n-'),
  anyOf(1, '\ud83d', '\ude00'),
);

export const nastyText = (maxLength = 30): fc.Arbitrary<string> =>
  fc.array(piece, { maxLength }).map((pieces) => pieces.join(''));

export function tokensOf(tokenizer: Tokenizer, text: string): string[] {
  const line = tokenizer.rewrite(text);
  const units = new Units();
  units.load(line);
  const spans = new IdList();
  tokenizer.cut(units, spans);
  const tokens: string[] = [];
  for (let i = 0; i < spans.length; i += 3) {
    const [start = 0, end = 0, hash] = spans.values.subarray(i, i + 3);
    if (hash !== hashUnits(units.values, start, end))
      throw new Error(`The hash of ${line.slice(start, end)} is wrong.`);
    tokens.push(line.slice(start, end));
  }
  return tokens;
}
