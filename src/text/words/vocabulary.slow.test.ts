import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Units, hashUnits } from './cut.ts';
import { Vocabulary } from './vocabulary.ts';

const seed = 20261;

function interner() {
  const vocabulary = new Vocabulary();
  const units = new Units();
  return {
    vocabulary,
    id(word: string, before = '') {
      units.load(before + word);
      const end = before.length + word.length;
      return vocabulary.intern(units.values, before.length, end, hashUnits(units.values, before.length, end));
    },
  };
}

describe('Vocabulary', () => {
  it('numbers words in order of first appearance', () => {
    const { id, vocabulary } = interner();
    expect(['a', 'b', 'a', '', 'ab', 'b', ''].map((word) => id(word))).toEqual([0, 1, 0, 2, 3, 1, 2]);
    expect(vocabulary.size).toBe(4);
  });

  it('gives the same word the same id wherever it is in the text', () => {
    const { id } = interner();
    expect(id('Wort')).toBe(id('Wort', 'ein anderes '));
    expect(id('or')).not.toBe(id('Wort'));
  });

  it('agrees with a Map of strings', () => {
    const words = fc.array(
      fc.oneof(
        fc.string({ maxLength: 3, unit: fc.constantFrom('a', 'b', '\0', '\uffff', '中') }),
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.nat(5000).map(String),
      ),
      { minLength: 0, maxLength: 400 },
    );
    fc.assert(
      fc.property(words, (list) => {
        const { id, vocabulary } = interner();
        const ids = new Map<string, number>();
        for (const word of list) {
          if (!ids.has(word)) ids.set(word, ids.size);
          expect(id(word)).toBe(ids.get(word));
        }
        expect(vocabulary.size).toBe(ids.size);
      }),
      { seed, numRuns: 200 },
    );
  });

  it('keeps many words: after several growths, none is lost and none is merged', () => {
    const { id, vocabulary } = interner();
    const word = (i: number) => `w${i * 7919}${'x'.repeat(i % 17)}`;
    for (let i = 0; i < 60_000; i++) expect(id(word(i))).toBe(i);
    for (let i = 59_999; i >= 0; i -= 7) expect(id(word(i))).toBe(i);
    expect(vocabulary.size).toBe(60_000);
  });

  it('finds what it has, and makes another with the same ids', () => {
    const { id, vocabulary } = interner();
    const list = Array.from({ length: 3000 }, (_, i) => `w${i}`);
    list.forEach((word) => id(word));
    const copy = Vocabulary.of(vocabulary.known());
    const find = (word: string) => {
      const units = new Units();
      units.load(word);
      return copy.find(units.values, 0, word.length, hashUnits(units.values, 0, word.length));
    };
    expect(list.map(find)).toEqual(list.map((_, i) => i));
    expect([find('w3000'), find(''), find('w')]).toEqual([-1, -1, -1]);
    expect(copy.size).toBe(3000);
  });

  it('takes a word longer than its whole pool', () => {
    const { id } = interner();
    const long = 'ab'.repeat(50_000);
    expect(id('a')).toBe(0);
    expect(id(long)).toBe(1);
    expect(id(`${long}c`)).toBe(2);
    expect(id(long)).toBe(1);
    expect(id('a')).toBe(0);
  });
});
