import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IdList } from '../../core/index.ts';
import { nastyText, pythonSplit, tokensOf } from '../testing/texts.ts';
import { Units } from '../words/cut.ts';
import { tokenizerChar, tokenizerChrf, tokenizerNone } from './simple.ts';

const seed = 20265;
const numRuns = 10_000;

const asciiPunctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

/** Words of chrF++, by code points. */
const plainChrf = (text: string): string[] =>
  pythonSplit(text).flatMap((word) => {
    const characters = [...word];
    if (characters.length === 1) return [word];
    if (asciiPunctuation.includes(characters.at(-1)!)) return [word.slice(0, -1), word.slice(-1)];
    if (asciiPunctuation.includes(characters[0]!)) return [word.slice(0, 1), word.slice(1)];
    return [word];
  });

describe('none', () => {
  it('splits at white space of all kinds', () => {
    fc.assert(
      fc.property(nastyText(), (text) => {
        expect(tokensOf(tokenizerNone, text)).toEqual(pythonSplit(text));
      }),
      { seed, numRuns },
    );
  });
});

describe('char', () => {
  it('splits between code points and drops white space', () => {
    fc.assert(
      fc.property(nastyText(), (text) => {
        expect(tokensOf(tokenizerChar, text)).toEqual([...text].flatMap((character) => pythonSplit(character)));
      }),
      { seed, numRuns },
    );
    expect(tokensOf(tokenizerChar, '👍🏽 é')).toEqual(['👍', '🏽', 'é']);
  });
});

describe('chrF words', () => {
  it('lose one mark, from the end or otherwise from the start', () => {
    fc.assert(
      fc.property(nastyText(), (text) => {
        expect(tokensOf(tokenizerChrf, text)).toEqual(plainChrf(text));
      }),
      { seed, numRuns },
    );
  });

  // sacreBLEU 2.6.0
  it.each([
    ['(hi)', '(hi )'],
    ['..', '. .'],
    ['...x', '. ..x'],
    ['. , a', '. , a'],
    ['"Hi," she', '"Hi, " she'],
    ['😀 😀. .😀', '😀 😀 . . 😀'],
    ['¿qué? «sí»', '¿qué ? «sí»'],
  ])('%j → %s', (text, tokens) => expect(tokensOf(tokenizerChrf, text).join(' ')).toBe(tokens));
});

describe('all of them', () => {
  it.each([tokenizerNone, tokenizerChar, tokenizerChrf])('$name appends to existing spans', ({ cut }) => {
    const units = new Units();
    const spans = new IdList();
    units.load('(one) two.');
    cut(units, spans);
    const once = [...spans.values.subarray(0, spans.length)];
    cut(units, spans);
    expect([...spans.values.subarray(0, spans.length)]).toEqual([...once, ...once]);
  });
});
