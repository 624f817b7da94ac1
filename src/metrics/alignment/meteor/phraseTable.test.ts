import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PhraseTable } from './phraseTable.ts';

const table = (pairs: readonly (readonly [string, string])[]) =>
  new PhraseTable({ name: 'table', lines: pairs.flatMap(([one, other]) => ['0.5', one, other]) });

const phrase = (max: number) => fc.array(fc.constantFrom(...'abcd'), { minLength: 1, maxLength: max });

it('finds every pair of phrases, those of the reference first, as reading the list does', () => {
  const aligned = fc.array(fc.tuple(phrase(3), phrase(3)), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(aligned, phrase(8), phrase(8), (pairs, hypothesis, reference) => {
      const phrases = table(pairs.map(([one, other]) => [one.join(' '), other.join(' ')]));
      const ids = (words: readonly string[]) => {
        const list = Int32Array.from(['x', ...words, 'y'], (word) => phrases.number(word));
        return { ids: list, start: 1, end: list.length - 1 };
      };
      const found: string[] = [];
      phrases.find(ids(hypothesis), ids(reference), (...spans) => found.push(spans.join()));
      const places = (words: readonly string[], sought: readonly string[]) =>
        words.flatMap((_, at) => (sought.every((word, k) => words[at + k] === word) ? [at] : []));
      const expected = pairs.flatMap(([one, other]) => [
        ...places(reference, one).flatMap((j) =>
          places(hypothesis, other).map((i) => [i, other.length, j, one.length].join()),
        ),
        ...places(hypothesis, one).flatMap((i) =>
          places(reference, other).map((j) => [i, one.length, j, other.length].join()),
        ),
      ]);
      expect(found.sort()).toEqual(expected.sort());
    }),
    { seed: 83, numRuns: 500 },
  );
});

it('keeps what it has read when it grows', () => {
  const pairs = Array.from({ length: 20_000 }, (_, k) => [`w${k} v${k % 7}`, `u${k}`] as const);
  const phrases = table(pairs);
  for (const k of [0, 1, 4095, 4096, 19_999]) {
    const found: number[][] = [];
    const ids = (...words: string[]) => ({
      ids: Int32Array.from(words, (word) => phrases.number(word)),
      start: 0,
      end: words.length,
    });
    phrases.find(ids(`u${k}`), ids(`w${k}`, `v${k % 7}`), (...spans) => found.push(spans));
    expect(found).toEqual([[0, 1, 0, 2]]);
  }
  expect(phrases.number('unheard')).toBe(-1);
  expect(phrases.number('__proto__')).toBe(-1);
});
