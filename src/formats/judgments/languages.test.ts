import { expect, it } from 'vitest';
import { languagePair } from './languages.ts';

it.each([
  ['German', 'English', 'de-en'],
  ['deu', 'eng', 'de-en'],
  ['ger', 'en', 'de-en'],
  ['cze', 'eng', 'cs-en'],
  ['cz', 'en', 'cs-en'],
  ['ENG', 'zho', 'en-zh'],
  ['eng', 'liv', 'en-liv'],
  ['Multisource', 'English', 'multi-en'],
  ['All', 'English', 'all-en'],
  ['Klingon', 'English', 'Klingon-en'],
  ['__proto__', 'constructor', '__proto__-constructor'],
  ['', '', '-'],
])('%s, %s: %s', (from, to, pair) => expect(languagePair(from, to)).toBe(pair));
