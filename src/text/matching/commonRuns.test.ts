/** Common runs from lists by length against repeatedly searching for the longest. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Tokens } from '../../core/index.ts';
import { plainCommonRuns } from '../testing/plainCommonRuns.ts';
import { CommonRuns } from './commonRuns.ts';

/** Tokens in the middle of a longer list, as a reader returns them. */
const tokens = (ids: readonly number[], before = 3): Tokens => ({
  ids: Int32Array.of(...new Array<number>(before).fill(1), ...ids, 1, 2, 3),
  start: before,
  end: before + ids.length,
});

const runs = new CommonRuns(); // shared, to check that nothing is left from text to text
const take = (hypothesis: readonly number[], reference: readonly number[]): number[] => {
  const count = runs.take(tokens(hypothesis), tokens(reference, 1));
  return [...runs.lengths.subarray(0, count)];
};

it.each([
  [[], [1], []],
  [[1], [], []],
  [
    [1, 2, 3],
    [3, 1, 2],
    [2, 1],
  ],
  // The longest run is taken first, though two others would cover more.
  [
    [1, 2, 3, 4, 5, 6],
    [2, 3, 4, 5, 1, 2, 9, 5, 6],
    [4, 1, 1],
  ],
  [[7, 7, 7, 7], [7, 7, 7], [3]],
  // Of two runs of three, taking the first in the hypothesis leaves two runs.
  [
    [1, 2, 3, 4, 5],
    [2, 3, 4, 9, 1, 2, 3, 8, 4, 5],
    [3, 2],
  ],
])('%j and %j have runs of %j', (hypothesis, reference, expected) => {
  expect(plainCommonRuns(hypothesis, reference)).toEqual(expected);
  expect(take(hypothesis, reference)).toEqual(expected);
});

it('takes the runs that repeated search for the longest finds', () => {
  const text = (words: number) =>
    fc.oneof(
      fc.array(fc.nat(words), { maxLength: 20 }),
      fc
        .tuple(fc.array(fc.nat(words), { maxLength: 6 }), fc.array(fc.nat(words), { maxLength: 3 }))
        .map(([piece, between]) => [...piece, ...between, ...piece, ...piece]),
    );
  const pair = fc
    .tuple(fc.constantFrom(0, 1, 2, 4, 8), fc.constantFrom(0, 1000))
    .chain(([words, above]) =>
      fc.tuple(text(words), text(words)).map((both) => both.map((ids) => ids.map((id) => id + above))),
    );
  fc.assert(
    fc.property(pair, ([hypothesis = [], reference = []]) => {
      expect(take(hypothesis, reference)).toEqual(plainCommonRuns(hypothesis, reference));
    }),
    { seed: 20283, numRuns: 5000 },
  );
});

it('takes them from texts longer than any before', () => {
  const long = Array.from({ length: 150 }, (_, i) => (i * i) % 7);
  const other = [...long.slice(80), ...long.slice(20, 90)];
  expect(take(long, other)).toEqual(plainCommonRuns(long, other));
});
