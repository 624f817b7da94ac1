import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nastyText, tokensOf } from '../testing/texts.ts';
import { tokenizerRouge155 } from './simple.ts';

describe('rouge155', () => {
  it.each([
    ["The well-known cat's 3.5% (Ltd.)", ['the', 'well', 'known', 'cat', 's', '3', '5', 'ltd']],
    ['Žluťoučký kůň $5_x', ['lu', 'ou', 'k', 'k', '5', 'x']],
    ['\u212a 中文 İ', []], // Kelvin sign and dotted I have lower cases in ASCII, or partly
    ['', []],
  ])('splits %j', (text, expected) => {
    expect(tokensOf(tokenizerRouge155, text)).toEqual(expected);
  });

  it('agrees with the substitutions of ROUGE-1.5.5', () => {
    fc.assert(
      fc.property(nastyText(), (text) => {
        const spaced = text
          .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
          .replaceAll('-', ' - ')
          .replace(/[^A-Za-z0-9-]/g, ' ');
        const expected = spaced.split(/\s+/).filter((word) => /^[a-z0-9$]/.test(word));
        expect(tokensOf(tokenizerRouge155, text)).toEqual(expected);
      }),
      { seed: 20288, numRuns: 5000 },
    );
  });
});
