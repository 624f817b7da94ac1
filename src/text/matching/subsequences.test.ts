/** Common subsequences and skip bigrams against their definitions. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tokens } from '../../core/index.ts';
import { SkipBigrams } from '../ngrams/skipBigrams.ts';
import { plainCommon, plainLongest, plainSkipBigrams, plainWeighted } from '../testing/plainSubsequences.ts';
import { CommonSubsequence, WeightedSubsequence } from './subsequences.ts';

/** Tokens in the middle of a longer list, as a reader returns them. */
const tokens = (ids: readonly number[], before = 3): Tokens => ({
  ids: Int32Array.of(...new Array<number>(before).fill(1), ...ids, 1, 2, 3),
  start: before,
  end: before + ids.length,
});

/** Two texts over few or many words with small or large ids, some of more than 32 and 64 words. */
const pair = fc
  .tuple(fc.constantFrom(0, 1, 2, 4, 8, 30), fc.constantFrom(0, 1000), fc.constantFrom(12, 40, 80))
  .chain(([words, above, maxLength]) => {
    const text = fc.array(fc.nat(words), { maxLength, size: 'max' }).map((ids) => ids.map((id) => id + above));
    return fc.tuple(text, text);
  });

/** Few of the longer texts, because the definitions are slow. */
const runs = (numRuns: number) => ({ seed: 20287, numRuns });

describe('the longest common subsequence', () => {
  const subsequence = new CommonSubsequence(); // shared, to check that nothing is left from text to text

  it('has the length of the definition', () => {
    fc.assert(
      fc.property(pair, ([hypothesis, reference]) => {
        const found = subsequence.length(tokens(hypothesis), tokens(reference, 1));
        expect(found).toBe(plainLongest(hypothesis, reference));
      }),
      runs(2000),
    );
  });

  it('of a text and itself is the whole text, at every length around the blocks', () => {
    for (const length of [0, 1, 31, 32, 33, 63, 64, 65, 100]) {
      const text = Array.from({ length }, (_, i) => i % 5);
      expect(subsequence.length(tokens(text), tokens(text, 0))).toBe(length);
    }
  });
});

describe('the weighted one', () => {
  it.each([1, 1.2, 2])('has the weight of the definition, with exponent %d', (exponent) => {
    const subsequence = new WeightedSubsequence(exponent);
    fc.assert(
      fc.property(pair, ([hypothesis, reference]) => {
        const [h, r] = [tokens(hypothesis), tokens(reference, 1)];
        const expected = plainWeighted(hypothesis, reference, exponent);
        expect(subsequence.heaviest(h, r)).toBeCloseTo(expected.heaviest, 8);
        expect(subsequence.heaviest(r, h)).toBeCloseTo(expected.heaviest, 8);
        // With non-integer exponents, ties on the way back may depend on the last bit of a power.
        if (Number.isInteger(exponent)) expect(subsequence.traced(h, r)).toBe(expected.traced);
      }),
      runs(500),
    );
  });

  it('is the longest one with exponent 1', () => {
    const subsequence = new WeightedSubsequence(1);
    fc.assert(
      fc.property(pair, ([hypothesis, reference]) => {
        const [h, r] = [tokens(hypothesis), tokens(reference, 1)];
        const longest = plainLongest(hypothesis, reference);
        expect(subsequence.heaviest(h, r)).toBe(longest);
        expect(subsequence.traced(h, r)).toBe(longest);
      }),
      runs(300),
    );
  });
});

describe('skip bigrams', () => {
  it.each([0, 1, 4, Infinity])('are those of the definition, with a gap of up to %d', (gap) => {
    const pairs = new SkipBigrams(gap);
    fc.assert(
      fc.property(pair, ([hypothesis, reference]) => {
        const [inHypothesis, inReference] = [hypothesis, reference].map((text) => plainSkipBigrams(text, gap));
        expect(pairs.total(hypothesis.length)).toBe(inHypothesis!.length);
        expect(pairs.count(tokens(hypothesis), tokens(reference, 1))).toBe(plainCommon(inHypothesis!, inReference!));
      }),
      runs(300),
    );
  });
});
