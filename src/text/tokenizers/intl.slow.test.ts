/** intl against the three substitutions that define it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nastyText, pythonSplit, pythonStripEnd, tokensOf } from '../testing/texts.ts';
import { tokenizerIntl } from './mteval.ts';

const plainIntl = (text: string): string[] =>
  pythonSplit(
    pythonStripEnd(text)
      .replace(/(\P{N})(\p{P})/gu, '$1 $2 ')
      .replace(/(\p{P})(\P{N})/gu, ' $1 $2')
      .replace(/(\p{S})/gu, ' $1 '),
  );

describe('intl', () => {
  it('splits according to its rules', () => {
    fc.assert(
      fc.property(nastyText(), (text) => {
        expect(tokensOf(tokenizerIntl, text)).toEqual(plainIntl(text));
      }),
      { seed: 20264, numRuns: 30_000 },
    );
  });

  it('splits between digits, letters and every punctuation mark, number and symbol that the engine knows', () => {
    for (let codePoint = 0x80; codePoint <= 0x1ffff; codePoint++) {
      const character = String.fromCodePoint(codePoint);
      if (!/^[\p{P}\p{N}\p{S}]$/u.test(character)) continue;
      for (const text of [`a${character}1${character}a`, `1${character}1`, `${character}${character}.1`]) {
        expect(tokensOf(tokenizerIntl, text), text).toEqual(plainIntl(text));
      }
    }
  });

  // sacreBLEU 2.6.0
  it.each([
    ['', ''],
    ['In 2020.', 'In 2020.'],
    ['5% of $5', '5 % of $ 5'],
    ['5%', '5%'],
    ["don't", "don ' t"],
    ['„Ja“ – 5€', '„ Ja “ – 5 €'],
    ['1.5 ½.½ ٣,٣', '1.5 ½.½ ٣,٣'],
    ['机器翻译，好！', '机器翻译 ， 好 ！'],
  ])('%j → %s', (text, tokens) => expect(tokensOf(tokenizerIntl, text).join(' ')).toBe(tokens));
});
