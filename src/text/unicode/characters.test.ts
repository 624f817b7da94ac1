import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nastyText, pythonSpaces, pythonStrip, pythonStripEnd } from '../testing/texts.ts';
import { CharClass, classTable, countWords, isSpace, splitWords, strip, stripEnd } from './characters.ts';

const seed = 20260;

describe('white space', () => {
  it('is that of Python, not of JavaScript', () => {
    const found: string[] = [];
    for (let unit = 0; unit <= 0xffff; unit++) if (isSpace(unit)) found.push(String.fromCharCode(unit));
    expect(found.join('')).toBe([...pythonSpaces].sort().join(''));
    expect(found).toHaveLength(29);
    expect(isSpace(0xfeff)).toBe(false); // \s in JavaScript
    expect(isSpace(0x200b)).toBe(false);
    expect(isSpace(0x85)).toBe(true); // not \s in JavaScript
  });

  it('is stripped as by Python', () => {
    fc.assert(
      fc.property(nastyText(12), (text) => {
        expect(stripEnd(text)).toBe(pythonStripEnd(text));
        expect(strip(text)).toBe(pythonStrip(text));
      }),
      { seed, numRuns: 5000 },
    );
    expect(strip(' \t\u3000\x1f')).toBe('');
    expect(strip('\ufeffa\ufeff')).toBe('\ufeffa\ufeff');
  });
});

describe('classTable', () => {
  it('lets later entries override earlier ones, and spaces override all', () => {
    const { units } = classTable([
      [CharClass.mark, [[0x20, 0x40]]],
      [CharClass.digit, [[0x30, 0x39]]],
    ]);
    expect(units[0x21]).toBe(CharClass.mark);
    expect(units[0x30]).toBe(CharClass.digit);
    expect(units[0x20]).toBe(CharClass.space);
    expect(units[0x41]).toBe(CharClass.other);
  });

  it('knows ranges beyond the Basic Multilingual Plane, including one that starts within it', () => {
    const { units, beyond } = classTable([
      [CharClass.alone, [[0x1f600, 0x1f64f]]],
      [CharClass.digit, [[0x1d7ce, 0x1d7ff]]],
      [CharClass.mark, [[0xfffe, 0x10001]]],
    ]);
    expect(units[0xffff]).toBe(CharClass.mark);
    const classes = [0x10000, 0x10001, 0x10002, 0x1d7cd, 0x1d7ce, 0x1d7ff, 0x1d800, 0x1f600, 0x1f64f, 0x1f650];
    const { mark, other, digit, alone } = CharClass;
    expect(classes.map(beyond)).toEqual([mark, mark, other, other, digit, digit, other, alone, alone, other]);
  });
});

// What str.split() of Python gives.
it.each([
  ['', []],
  [' ', []],
  [' a\tb  c ', ['a', 'b', 'c']],
  ['a\u00a0b\u3000c\u0085d', ['a', 'b', 'c', 'd']],
  ['\ufeffa\u200bb', ['\ufeffa\u200bb']], // not white space, unlike \s
])('%j', (text, words) => {
  expect(splitWords(text)).toEqual(words);
  expect(countWords(text)).toBe(words.length);
});

it('returns what was joined', () => {
  const word = fc.string({ minLength: 1 }).filter((text) => ![...text].some((unit) => isSpace(unit.charCodeAt(0))));
  fc.assert(
    fc.property(fc.array(word), (words) => {
      expect(splitWords(words.join(' '))).toEqual(words);
    }),
  );
});
