import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plainDistance, tokenTexts } from '../testing/plainDistances.ts';
import { EditDistance } from './editDistance.ts';

const distance = new EditDistance();
const check = (a: readonly string[], b: readonly string[]) => {
  const [hypothesis, reference] = tokenTexts(a, b);
  expect(distance.between(hypothesis!, reference!)).toBe(plainDistance(a, b));
};

it('is that of the table, for short texts and for some with several blocks', () => {
  const text = (letters: string, maxLength: number) =>
    fc.array(fc.constantFrom(...letters), { maxLength, size: 'max' });
  fc.assert(fc.property(text('abc', 12), text('abcd', 12), check), { seed: 20272, numRuns: 500 });
  fc.assert(fc.property(text('abcdefgh', 100), text('abcdefghi', 100), check), { seed: 20272, numRuns: 100 });
});

it('is that of the table, across strips', () => {
  const word = fc.constantFrom(...'abcdefghij');
  const change = fc.record({ at: fc.nat(4999), words: fc.array(word, { maxLength: 3 }), drop: fc.nat(3) });
  const base = Array.from({ length: 4500 }, (_, i) => 'abcdefghij'[(i * i * 7 + (i >> 3)) % 10]!);
  fc.assert(
    fc.property(fc.array(change, { minLength: 5, maxLength: 20 }), (changes) => {
      const other = [...base];
      for (const { at, words, drop } of changes) other.splice(at, drop, ...words);
      check(other.slice(0, 300), base);
      check(base, other.slice(100, 400));
      check(base.slice(0, 2100), other.slice(0, 2100));
    }),
    { seed: 20272, numRuns: 3 },
  );
});
