import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IdList } from '../core/index.ts';
import { CoverDistance, type SubstitutionCosts, unit } from './coverDistance.ts';
import { LetterCosts } from './letterCosts.ts';
import { SpelledText, spelledWords } from './spelling.ts';
import { plainCover, plainLetterCost, tokenTexts } from './testing/plainDistances.ts';
import { tokenizerNamed } from './tokenizers/index.ts';

const spell = (text: string) => {
  const ids = new IdList();
  spelledWords(tokenizerNamed('none', '', new Map()), { lowercase: false })
    .reader()
    .read(text, 'hypothesis', ids);
  return new SpelledText().take({ ids: ids.values, start: 0, end: ids.length })[1]!;
};

const distance = new CoverDistance();
const letters = new LetterCosts();
const withoutBounds: SubstitutionCosts = {
  of: (i, j, limit) => letters.of(i, j, limit),
  lowerBounds: (_, bounds, at, count) => bounds.fill(0, at, at + count),
};

describe('the distance with long jumps', () => {
  const text = (alphabet: string, maxLength: number) =>
    fc.array(fc.constantFrom(...alphabet), { maxLength, size: 'max' });

  it('is that of the rows, when a substitution costs 1', () => {
    const check = (a: string[], b: string[]) => {
      const [hypothesis, reference] = tokenTexts(a, b);
      expect(distance.between(hypothesis!, reference!)).toBe(plainCover(a, b));
    };
    fc.assert(fc.property(text('abcd', 10), text('abcde', 10), check), { seed: 20272, numRuns: 1000 });
    fc.assert(fc.property(text('abcdefghijkl', 100), text('abcdefghijklm', 100), check), { seed: 20272, numRuns: 200 });
  });

  it('is that of the rows, when a substitution costs what its letters do', () => {
    const word = fc.oneof(
      fc.array(fc.constantFrom('a', 'b', 'c', 'é', '😀'), { minLength: 1, maxLength: 6 }).map((list) => list.join('')),
      fc.constantFrom('and', 'hand', 'island', 'x'.repeat(31), `a${'x'.repeat(31)}`, 'ax'.repeat(20), 'xa'.repeat(25)),
    );
    const words = fc.array(word, { maxLength: 14 });
    fc.assert(
      fc.property(words, words, (a, b) => {
        const [hypothesis, reference] = tokenTexts(a, b);
        letters.set(spell(a.join(' ')), spell(b.join(' ')));
        const found = distance.weighted(hypothesis!, reference!, withoutBounds);
        expect(found).toBeCloseTo(plainCover(a, b, plainLetterCost), 9);
        a.forEach((one, i) =>
          b.forEach((other, j) => {
            const cost = plainLetterCost(one, other);
            letters.set(spell(a.join(' ')), spell(b.join(' ')));
            expect(letters.of(i, j, 0.5) >= Math.min(cost, 0.5) - 1e-12).toBe(true);
            expect(letters.of(i, j, 2)).toBeCloseTo(cost, 12);
          }),
        );
      }),
      { seed: 20272, numRuns: 60 },
    );
  });
});

describe('the distance with bounds of its costs', () => {
  it('is that of the rows to the last bit, in long texts as well', () => {
    const word = fc.oneof(
      fc.constantFrom('the', 'a', 'of', 'house', 'mouse', 'thee', 'earth', 'heart', 'x'.repeat(32), 'x'.repeat(33)),
      fc.array(fc.constantFrom('a', 'b', 'c', 'é', '😀'), { minLength: 1, maxLength: 40 }).map((list) => list.join('')),
    );
    const words = fc.array(word, { maxLength: 80, size: 'max' });
    fc.assert(
      fc.property(words, words, (a, b) => {
        const [hypothesis, reference] = tokenTexts(a, b);
        letters.set(spell(a.join(' ')), spell(b.join(' ')));
        const known = new Map<string, number>();
        const cost = (one: string, other: string) => {
          const key = `${one} ${other}`;
          if (!known.has(key)) known.set(key, letters.of(a.indexOf(one), b.indexOf(other), 2));
          return known.get(key)!;
        };
        const found = distance.weighted(hypothesis!, reference!, letters);
        expect(found).toBe(plainCover(a, b, cost));
        const bounds = new Int32Array(a.length);
        b.forEach((other, j) => {
          letters.lowerBounds(j, bounds, 0);
          a.forEach((one, i) => expect(bounds[i]! / unit <= cost(one, other)).toBe(true));
        });
      }),
      { seed: 20272, numRuns: 60 },
    );
  });
});

describe('the distance of texts that have nothing in common', () => {
  it.each([10, 32, 33, 64, 65, 100])('is their length, also where rows are forgotten: %d words', (count) => {
    const [a, b] = ['x', 'y'].map((word) => Array<string>(count).fill(word));
    const [hypothesis, reference] = tokenTexts(a!, b!);
    letters.set(spell(a!.join(' ')), spell(b!.join(' ')));
    const found = distance.weighted(hypothesis!, reference!, letters);
    expect(found).toBe(count);
  });
});

describe('the cost of letters', () => {
  it.each([
    ['there', 'the', 2 / 5],
    ['ab', 'ba', 2 / 3], // a letter inserted, one kept, one deleted, rather than two substituted
    ['abc', 'cab', 2 / 4],
    ['a', 'b', 1],
    ['e\u0301a', '\u00e9a', 0], // the same in NFC
  ])('of %s for %s is %d', (a, b, expected) => {
    letters.set(spell(a), spell(b));
    expect(letters.of(0, 0, 2)).toBeCloseTo(expected, 12);
  });
});
