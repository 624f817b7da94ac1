import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IdList, type Reader, type Role } from '../../core/index.ts';
import { nastyText, pythonSplit, tokensOf } from '../testing/texts.ts';
import { tokenizer13a } from '../tokenizers/mteval.ts';
import { tokenizerNone } from '../tokenizers/simple.ts';
import { tercom } from '../tokenizers/tercom.ts';
import { Units, hashUnits } from './cut.ts';
import { characters, knownWords, words } from './views.ts';
import { Vocabulary } from './vocabulary.ts';

const seed = 20266;

function idsOf(reader: Reader, text: string, role: Role = 'hypothesis'): number[] {
  const ids = new IdList();
  reader.read(text, role, ids);
  return [...ids.values.subarray(0, ids.length)];
}

/** The first occurrence of each token, at its position: equal for two lists if equal tokens are at equal positions. */
const pattern = (tokens: readonly unknown[]): number[] => tokens.map((token) => tokens.indexOf(token));

describe('words', () => {
  it.each([false, true])('gives only equal tokens equal ids (lowercase %s)', (lowercase) => {
    const reader = words(tokenizer13a, { lowercase }).reader();
    fc.assert(
      fc.property(nastyText(), nastyText(), (a, b) => {
        const tokens = [a, b].flatMap((text) => tokensOf(tokenizer13a, lowercase ? text.toLowerCase() : text));
        expect(pattern([...idsOf(reader, a), ...idsOf(reader, b, 'reference')])).toEqual(pattern(tokens));
      }),
      { seed, numRuns: 1000 },
    );
  });

  it('appends, and remembers words until it is asked to forget', () => {
    const reader = words(tokenizerNone, { lowercase: false }).reader();
    const ids = new IdList();
    reader.read('a b', 'hypothesis', ids);
    reader.read('b c A', 'reference', ids);
    expect([...ids.values.subarray(0, ids.length)]).toEqual([0, 1, 1, 2, 3]);
    reader.forget();
    expect(idsOf(reader, 'c')).toEqual([0]);
  });

  it('reads a text longer than any buffer it starts with', () => {
    const reader = words(tokenizerNone, { lowercase: false }).reader();
    const text = Array.from({ length: 20_000 }, (_, i) => `w${i}`).join(' ');
    expect(idsOf(reader, text)).toEqual(Array.from({ length: 20_000 }, (_, i) => i));
  });

  it('passes references through the tokenizer twice only if asked to', () => {
    const tokenizer = tercom({ normalized: true, punctuation: true, asian: false });
    const twice = words(tokenizer, { lowercase: true, referencesTwice: true });
    const reader = twice.reader();
    expect(idsOf(reader, "It is John's .", 'reference')).toHaveLength(5); // it is john 's .
    expect(idsOf(reader, "It is John's.", 'reference')).toHaveLength(5);
    expect(idsOf(reader, "It is John's.", 'hypothesis')).toHaveLength(4); // it is john's .
    const once = words(tokenizer, { lowercase: true });
    expect(idsOf(once.reader(), "It is John's.", 'reference')).toHaveLength(4);
    expect(once.key).not.toBe(twice.key);
  });

  it('reads a text twice as if the tokens of the first pass were joined by spaces', () => {
    const tokenizer = tercom({ normalized: true, punctuation: true, asian: true });
    const reader = words(tokenizer, { lowercase: false, referencesTwice: true }).reader();
    fc.assert(
      fc.property(nastyText(), (text) => {
        const once = tokensOf(tokenizer, text).join(' ');
        const expected = tokensOf(tokenizer, once);
        expect(pattern(idsOf(reader, text, 'reference'))).toEqual(pattern(expected));
      }),
      { seed, numRuns: 3000 },
    );
  });
});

describe('characters', () => {
  it('are code points, with or without white space', () => {
    for (const whitespace of [false, true]) {
      for (const lowercase of [false, true]) {
        const reader = characters({ lowercase, whitespace }).reader();
        fc.assert(
          fc.property(nastyText(), (text) => {
            const line = lowercase ? text.toLowerCase() : text;
            const kept = [...line].filter((character) => whitespace || pythonSplit(character).length > 0);
            reader.forget();
            expect(pattern([...idsOf(reader, text), ...idsOf(reader, text)])).toEqual(pattern([...kept, ...kept]));
          }),
          { seed, numRuns: 2000 },
        );
      }
    }
  });
});

describe('ids of a segment', () => {
  it('are numbered from 0 in order of first appearance, starting over in every segment', () => {
    const reader = characters({ lowercase: false, whitespace: true }).reader();
    expect(idsOf(reader, 'ba b😀a👍')).toEqual([0, 1, 2, 0, 3, 1, 4]);
    expect(idsOf(reader, '👍x')).toEqual([4, 5]);
    reader.forget();
    expect(idsOf(reader, '👍a👍')).toEqual([0, 1, 0]);
  });
});

describe('knownWords', () => {
  it('has the ids of its vocabulary, and −1 for other words', () => {
    const vocabulary = new Vocabulary();
    const units = new Units();
    for (const word of ['the', 'cat', 'The']) {
      units.load(word);
      vocabulary.intern(units.values, 0, word.length, hashUnits(units.values, 0, word.length));
    }
    const view = knownWords(tokenizer13a, false, vocabulary.known());
    expect(idsOf(view.reader(), 'The cat, the dog')).toEqual([2, 1, -1, 0, -1]);
    const lower = knownWords(tokenizer13a, true, vocabulary.known());
    expect(idsOf(lower.reader(), 'The CAT')).toEqual([0, 1]);
    expect(lower.key).not.toBe(view.key);
  });
});

describe('keys', () => {
  it('differ if readings differ', () => {
    const keys = [
      words(tokenizer13a, { lowercase: false }),
      words(tokenizer13a, { lowercase: true }),
      words(tokenizerNone, { lowercase: false }),
      characters({ lowercase: false, whitespace: false }),
      characters({ lowercase: false, whitespace: true }),
      characters({ lowercase: true, whitespace: false }),
    ].map((view) => view.key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(words(tokenizer13a, { lowercase: true }).key).toBe(words(tokenizer13a, { lowercase: true }).key);
  });
});
