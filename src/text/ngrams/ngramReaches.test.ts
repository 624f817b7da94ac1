/** What pairs of equal words say about n-grams, against n-grams written out. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tokens } from '../../core/index.ts';
import { plainCorrespondence } from '../testing/plainCorrespondence.ts';
import { NgramReaches } from './ngramReaches.ts';
import { WordPairs } from './wordPairs.ts';

const tokens = (ids: readonly number[]): Tokens => ({
  ids: Int32Array.of(1, ...ids, 1),
  start: 1,
  end: 1 + ids.length,
});

/** How often words occur in a text. */
const times = (text: readonly number[], words: readonly number[]): number =>
  text.filter((_, i) => words.every((word, n) => text[i + n] === word)).length;

// Shared, to check that nothing is left from text to text.
const pairs = new WordPairs();
const reaches = new NgramReaches();
const text = fc.constantFrom(1, 2, 4, 8).chain((words) => fc.array(fc.nat(words), { maxLength: 14 }));
const references = fc.array(text, { minLength: 1, maxLength: 3 });

function setTexts(hypothesis: readonly number[], all: readonly (readonly number[])[]): void {
  pairs.setReferences(all.map(tokens));
  expect(pairs.setHypothesis(tokens(hypothesis))).toBe(true);
}

describe('NgramReaches', () => {
  it('says up to which length n-grams are found, and found more than once', () => {
    fc.assert(
      fc.property(text, references, (hypothesis, all) => {
        setTexts(hypothesis, all);
        reaches.set(pairs, 0, pairs.places);
        const places = all.flatMap((reference) => [...reference, undefined, undefined]);
        const isFound = (words: readonly number[]) => all.some((reference) => times(reference, words) > 0);
        const isRepeated = (words: readonly number[]) =>
          isFound(words) && [hypothesis, ...all].some((each) => times(each, words) > 1);
        const longest = (lists: readonly number[][]) => lists.reduce((most, list) => Math.max(most, list.length), 0);
        hypothesis.forEach((word, i) => {
          const from = hypothesis.slice(i).map((_, n) => hypothesis.slice(i, i + n + 1));
          const upTo = hypothesis.slice(0, i + 1).map((_, n) => hypothesis.slice(n, i + 1));
          for (const [reach, ngrams] of [
            [reaches.begins, from],
            [reaches.ends, upTo],
          ] as const) {
            const [found, place, repeated] = reach.subarray(3 * i);
            expect(found).toBe(longest(ngrams.filter(isFound)));
            expect(repeated).toBe(longest(ngrams.filter(isRepeated)));
            if (found! > 0) expect(places[place!]).toBe(word);
          }
        });
      }),
      { seed: 20283, numRuns: 1000 },
    );
  });

  it('aligns words with any of several references', () => {
    fc.assert(
      fc.property(text, references, (hypothesis, all) => {
        setTexts(hypothesis, all);
        all.forEach((reference, r) => {
          reaches.set(pairs, pairs.begins[r]!, pairs.ends[r]!);
          const found = [...reaches.positions.subarray(0, reaches.positionCount)];
          expect(found).toEqual(plainCorrespondence(hypothesis, reference));
        });
      }),
      { seed: 20282, numRuns: 2000 },
    );
  });

  it('takes texts longer than any before', () => {
    const long = Array.from({ length: 150 }, (_, i) => (i * i) % 61);
    const other = [...long.slice(80), ...long.slice(20, 80)];
    setTexts(long, [other]);
    reaches.set(pairs, 0, pairs.places);
    expect([...reaches.positions.subarray(0, reaches.positionCount)]).toEqual(plainCorrespondence(long, other));
  });
});
