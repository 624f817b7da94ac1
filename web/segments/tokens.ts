/** A plain division of texts into words and marks of punctuation, for showing what matches; metrics have tokenizers of their own. */
import type { TokenKind } from '../../src/report/comparePage/segmentBrowserData.ts';

/** Where a token is in its text. */
export interface Token {
  readonly start: number;
  readonly end: number;
}

/** Scripts that put no spaces between words: each sign is a token. */
const unspaced = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar', 'Tibetan']
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('');
const letter = `(?:(?![${unspaced}])[\\p{L}\\p{M}\\p{N}])`;

/** Apostrophes and hyphens stay within words, points and commas within numbers. */
const word = `${letter}+(?:['\u2019\u2010-]${letter}+|(?<=\\p{N})[.,](?=\\p{N})${letter}+)*`;

/** One token; any sign but white space is in one. */
const token = `${word}|[${unspaced}]\\p{M}*|\\S`;

const patterns: Readonly<Record<TokenKind, RegExp>> = {
  words: new RegExp(token, 'gu'),
  spaces: /\S+/gu,
};

export function tokensOf(text: string, kind: TokenKind): Token[] {
  const tokens: Token[] = [];
  for (const { index, 0: found } of text.matchAll(patterns[kind])) {
    tokens.push({ start: index, end: index + found.length });
  }
  return tokens;
}
