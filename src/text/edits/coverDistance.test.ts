import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IdList, type Text } from '../../core/index.ts';
import { plainCover, plainLetterCost, tokenTexts } from '../testing/plainDistances.ts';
import { tokenizerNamed } from '../tokenizers/index.ts';
import { SpelledText, spelledWords } from '../words/spelling.ts';
import { CoverDistance, type SubstitutionCosts, unit } from './coverDistance.ts';
import { LetterCosts } from './letterCosts.ts';

/** Texts of a segment as words and letters. */
function spell(...texts: readonly (readonly string[])[]): Text[] {
  const reader = spelledWords(tokenizerNamed('none', '', new Map()), { lowercase: false }).reader();
  return texts.map((words) => {
    const ids = new IdList();
    reader.read(words.join(' '), 'hypothesis', ids);
    return new SpelledText().take({ ids: ids.values, start: 0, end: ids.length });
  });
}

const distance = new CoverDistance();
const letters = new LetterCosts();

/** Gives `letters` a hypothesis and a reference. */
function takeLetters(hypothesis: readonly string[], reference: readonly string[]): void {
  const [one, other] = spell(hypothesis, reference);
  letters.setReference(other![1]!);
  letters.setHypothesis(one![0]!, one![1]!);
}

const withoutBounds: SubstitutionCosts = {
  startBand: (word) => letters.startBand(word),
  rows: new Int32Array(20),
  bounds: new Int32Array(20),
  of: (i, j, limit) => letters.of(i, j, limit),
};

describe('the distance with long jumps', () => {
  const text = (alphabet: string, maxLength: number) =>
    fc.array(fc.constantFrom(...alphabet), { maxLength, size: 'max' });

  it('is that of the rows, if a substitution costs 1', () => {
    const check = (a: string[], b: string[]) => {
      const [hypothesis, reference] = tokenTexts(a, b);
      expect(distance.between(hypothesis!, reference!)).toBe(plainCover(a, b));
    };
    fc.assert(fc.property(text('abcd', 10), text('abcde', 10), check), { seed: 20272, numRuns: 1000 });
    fc.assert(fc.property(text('abcdefghijkl', 100), text('abcdefghijklm', 100), check), { seed: 20272, numRuns: 200 });
  });

  it('is that of the rows, with letter-based substitution costs', () => {
    const word = fc.oneof(
      fc.array(fc.constantFrom('a', 'b', 'c', 'é', '😀'), { minLength: 1, maxLength: 6 }).map((list) => list.join('')),
      fc.constantFrom('and', 'hand', 'island', 'x'.repeat(31), `a${'x'.repeat(31)}`, 'ax'.repeat(20), 'xa'.repeat(25)),
    );
    const words = fc.array(word, { maxLength: 14 });
    fc.assert(
      fc.property(words, words, (a, b) => {
        const [hypothesis, reference] = tokenTexts(a, b);
        takeLetters(a, b);
        const found = distance.weighted(hypothesis!, reference!, withoutBounds);
        expect(found).toBeCloseTo(plainCover(a, b, plainLetterCost), 9);
        a.forEach((one, i) =>
          b.forEach((other, j) => {
            const cost = plainLetterCost(one, other);
            takeLetters(a, b);
            expect(letters.of(i, j, 0.5) >= Math.min(cost, 0.5) - 1e-12).toBe(true);
            expect(letters.of(i, j, 2)).toBeCloseTo(cost, 12);
          }),
        );
      }),
      { seed: 20272, numRuns: 60 },
    );
  });
});

describe('the distance with bounds on its costs', () => {
  it('is that of the rows to the last bit, even in long texts', () => {
    const word = fc.oneof(
      fc.constantFrom('the', 'a', 'of', 'house', 'mouse', 'thee', 'earth', 'heart', 'x'.repeat(32), 'x'.repeat(33)),
      fc.array(fc.constantFrom('a', 'b', 'c', 'é', '😀'), { minLength: 1, maxLength: 40 }).map((list) => list.join('')),
    );
    const words = fc.array(word, { maxLength: 80, size: 'max' });
    fc.assert(
      fc.property(words, words, (a, b) => {
        const [hypothesis, reference] = tokenTexts(a, b);
        takeLetters(a, b);
        const known = new Map<string, number>();
        const cost = (one: string, other: string) => {
          const key = `${one} ${other}`;
          if (!known.has(key)) known.set(key, letters.of(a.indexOf(one), b.indexOf(other), 2));
          return known.get(key)!;
        };
        const found = distance.weighted(hypothesis!, reference!, letters);
        expect(found).toBe(plainCover(a, b, cost));
        takeLetters(a, b);
        for (const isKnown of [false, true]) {
          b.forEach((other, j) => {
            a.forEach((one, i) => {
              // The bound becomes tighter once the cost is known.
              if (isKnown) letters.of(i, j, 2);
              const bound = letters.bounds[letters.rows[i]! + j]!;
              expect(
                bound === 0 || bound === unit
                  ? bound / unit <= cost(one, other)
                  : (bound + 1) / unit <= cost(one, other),
              ).toBe(true);
            });
          });
        }
      }),
      { seed: 20272, numRuns: 60 },
    );
  });
});

describe('the distance of several hypotheses in turn', () => {
  const pair = new LetterCosts();
  const known = new Map<string, number>();
  const cost = (one: string, other: string) => {
    const key = `${one} ${other}`;
    if (!known.has(key)) {
      const [word, target] = spell([one], [other]);
      pair.setReference(target![1]!);
      pair.setHypothesis(word![0]!, word![1]!);
      known.set(key, pair.of(0, 0, 2));
    }
    return known.get(key)!;
  };
  const checkAll = (reference: readonly string[], ...hypotheses: readonly (readonly string[])[]) => {
    const [target, ...texts] = spell(reference, ...hypotheses);
    letters.setReference(target![1]!);
    texts.forEach((text, t) => {
      letters.setHypothesis(text[0]!, text[1]!);
      const found = distance.weighted(text[0]!, target![0]!, letters);
      expect(found).toBe(plainCover(hypotheses[t]!, reference, cost));
    });
  };

  it('is that of the rows, though costs of words are kept', () => {
    const word = fc
      .array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1, maxLength: 5 })
      .map((list) => list.join(''));
    // A reference of more than 128 words is processed in parts.
    const words = fc.oneof(
      fc.array(word, { maxLength: 30, size: 'max' }),
      fc.array(word, { minLength: 120, maxLength: 300, size: 'max' }),
    );
    fc.assert(
      fc.property(words, fc.array(words, { maxLength: 4 }), (reference, hypotheses) =>
        checkAll(reference, ...hypotheses),
      ),
      { seed: 20272, numRuns: 15 },
    );
  });

  it('is that of the rows, even if costs are dropped because there are many words', () => {
    const many = (from: number) => Array.from({ length: 3000 }, (_, i) => `w${from + i}`);
    checkAll(['w1', 'w2', 'w3001', 'w5000x', 'v'], many(0), many(2000), many(4000), ['w1', 'w7000'], many(0));
  });
});

describe('the distance of texts that have nothing in common', () => {
  it.each([10, 32, 33, 64, 65, 100])('is their length, even when rows are dropped: %d words', (count) => {
    const [a, b] = ['x', 'y'].map((word) => Array<string>(count).fill(word));
    const [hypothesis, reference] = tokenTexts(a!, b!);
    takeLetters(a!, b!);
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
    takeLetters([a], [b]);
    expect(letters.of(0, 0, 2)).toBeCloseTo(expected, 12);
  });
});
