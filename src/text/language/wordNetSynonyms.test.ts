import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WordNetSynonyms } from './wordNetSynonyms.ts';

it('finds a word in common as trying all words does', () => {
  const senses = fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 3 }).map((list) => list.sort((a, b) => a - b));
  fc.assert(
    fc.property(fc.array(senses, { minLength: 1, maxLength: 8 }), (words) => {
      // Each word is an entry of its own.
      const starts = Int32Array.from([0, ...words.map((_, w) => words.slice(0, w + 1).flat().length)]);
      const synonyms = new WordNetSynonyms({ starts, senses: Int32Array.from(words.flat()) }, (entry) =>
        Int32Array.from(words[entry]!),
      );
      const shareSense = (a: readonly number[], b: readonly number[]) => a.some((sense) => b.includes(sense));
      words.forEach((one, a) => {
        expect(synonyms.share(a, -1)).toBe(false);
        expect(synonyms.share(-1, a)).toBe(false);
        words.forEach((other, b) => {
          const expected = words.some((word) => shareSense(word, one) && shareSense(word, other));
          expect(synonyms.share(a, b)).toBe(expected);
        });
      });
    }),
    { seed: 821, numRuns: 300 },
  );
});
