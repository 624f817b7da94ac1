/** 13a and zh against the substitutions that define them, applied one after the other to the whole line. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nastyText, pythonSplit, pythonStrip, pythonStripEnd, tokensOf } from '../testing/texts.ts';
import { tokenizer13a, tokenizerZh } from './mteval.ts';

const seed = 20263;

const cutPunctuation = (line: string): string[] =>
  pythonSplit(
    line
      .replace(/([\x20-\x26\x28-\x2b\x2f\x3a-\x40\x5b-\x60\x7b-\x7e])/gu, ' $1 ')
      .replace(/([^0-9])([.,])/gu, '$1 $2 ')
      .replace(/([.,])([^0-9])/gu, ' $1 $2')
      .replace(/([0-9])(-)/gu, '$1 $2 '),
  );

function plain13a(text: string): string[] {
  let line = pythonStripEnd(text).replaceAll('<skipped>', '').replaceAll('-\n', '').replaceAll('\n', ' ');
  line = line.replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>');
  return cutPunctuation(` ${line} `);
}

/** Every character of sacreBLEU's table as it really works, including the malformed rows. */
const chinese =
  /([\u2001-\u2a6d\u2e80-\u2fdf\u2ff0-\u303f\u3100-\u312f\u31a0-\u31ef\u3200-\u4db5\u4e00-\u9fbb\uf900-\ufa2d\ufa30-\ufa6a\ufa70-\ufad9\ufe10-\ufe1f\ufe30-\ufe4f\uff00-\uffef])/gu;

const plainZh = (text: string): string[] => cutPunctuation(pythonStrip(text).replace(chinese, ' $1 '));

describe('13a', () => {
  it('splits according to its rules', () => {
    fc.assert(
      fc.property(nastyText(), (text) => {
        expect(tokensOf(tokenizer13a, text)).toEqual(plain13a(text));
      }),
      { seed, numRuns: 30_000 },
    );
  });

  it('splits all short strings of the characters in its rules', () => {
    const alphabet = ['a', '1', '.', ',', '-', ' ', '"'];
    const all = (length: number): string[] =>
      length === 0 ? [''] : all(length - 1).flatMap((start) => alphabet.map((end) => start + end));
    for (let length = 0; length <= 5; length++) {
      for (const text of all(length)) expect(tokensOf(tokenizer13a, text), text).toEqual(plain13a(text));
    }
  });

  // sacreBLEU 2.6.0
  it.each([
    ['', ''],
    ['1...2', '1 . . .2'],
    ['Hello, world!', 'Hello , world !'],
    ['In 2020.', 'In 2020 .'],
    ['1,000.5 and .5', '1,000.5 and . 5'],
    ['3-4 well-known', '3 - 4 well-known'],
    ["don't &quot;stop&quot;", 'don\'t " stop "'],
    ['&amp;lt; &amp;quot; &apos;', '< & quot ; & apos ;'],
    ['a<skipped>b', 'ab'],
    ['hyphen-\nated', 'hyphenated'],
    ['hyphen-\n', 'hyphen-'],
    ['two\nlines', 'two lines'],
    ['„Ja“ – 5€', '„Ja“ – 5€'],
  ])('%j → %s', (text, tokens) => expect(tokensOf(tokenizer13a, text).join(' ')).toBe(tokens));
});

describe('zh', () => {
  it('splits according to its rules', () => {
    fc.assert(
      fc.property(nastyText(), (text) => {
        expect(tokensOf(tokenizerZh, text)).toEqual(plainZh(text));
      }),
      { seed, numRuns: 30_000 },
    );
  });

  // sacreBLEU 2.6.0
  it.each([
    ['', ''],
    ['我们在2020.', '我 们 在 2020.'],
    ['In 2020.', 'In 2020.'],
    ['机器翻译，好！', '机 器 翻 译 ， 好 ！'],
    ['“5€” … 3-4', '“ 5 € ” … 3 - 4'],
    ['-3', '-3'],
    ['かな한국어𠀀', 'かな한국어𠀀'],
  ])('%j → %s', (text, tokens) => expect(tokensOf(tokenizerZh, text).join(' ')).toBe(tokens));
});
