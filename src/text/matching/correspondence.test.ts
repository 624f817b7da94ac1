/** Correspondences by runs against looking up every context. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tokens } from '../../core/index.ts';
import { plainCorrespondence } from '../testing/plainCorrespondence.ts';
import { Correspondence } from './correspondence.ts';

/** Tokens in the middle of a longer list, as a reader returns them. */
const tokens = (ids: readonly number[], before = 3): Tokens => ({
  ids: Int32Array.of(...new Array<number>(before).fill(1), ...ids, 1, 2, 3),
  start: before,
  end: before + ids.length,
});

const correspondence = new Correspondence(); // shared, to check that nothing is left from text to text
const align = (hypothesis: readonly number[], reference: readonly number[]): number[] => {
  const count = correspondence.align(tokens(hypothesis), tokens(reference, 1));
  return [...correspondence.positions.subarray(0, count)];
};

/** Words as ids, in order of first appearance. */
function numbered(...texts: readonly string[]): number[][] {
  const known = new Map<string, number>();
  const id = (word: string) => known.get(word) ?? known.set(word, known.size).get(word)!;
  return texts.map((text) => text.split(' ').filter(Boolean).map(id));
}

describe('words correspond', () => {
  it.each([
    ['that are found once on each side', 'a b c d', 'd x a b', [2, 3, 0]],
    ['by the word to the left, if they repeat', 'the cat on the mat', 'on the mat the cat', [3, 4, 0, 1, 2]],
    ['by the word to the left rather than the one to the right', 'x a y', 'a y x a', [2, 3, 1]],
    ['by more context', 'a b c a b d', 'a b d a b c', [3, 4, 5, 0, 1, 2]],
    ['even two to one', 'x a z a y', 'x a y', [0, 1, 1, 2]],
    ['not, if no context is found once', 'a a', 'a a a', []],
    ['not to nothing', '', 'a', []],
    ['not with nothing', 'a', '', []],
    [
      'by the left context, though the right context is also found',
      'he read the book because he was interested',
      'he was interested because he read the book',
      [4, 5, 6, 7, 3, 4, 1, 2],
    ],
  ])('%s', (_, hypothesis, reference, expected) => {
    const [h = [], r = []] = numbered(hypothesis, reference);
    expect(plainCorrespondence(h, r)).toEqual(expected);
    expect(align(h, r)).toEqual(expected);
  });

  it('as when every context is looked up', () => {
    const text = (words: number) =>
      fc.oneof(
        fc.array(fc.nat(words), { maxLength: 16 }),
        // Repeated pieces, for long contexts.
        fc
          .tuple(fc.array(fc.nat(words), { maxLength: 6 }), fc.array(fc.nat(words), { maxLength: 3 }))
          .map(([piece, between]) => [...piece, ...between, ...piece]),
      );
    const pair = fc
      .tuple(fc.constantFrom(0, 1, 2, 4, 8), fc.constantFrom(0, 1000))
      .chain(([words, above]) =>
        fc.tuple(text(words), text(words)).map((both) => both.map((ids) => ids.map((id) => id + above))),
      );
    fc.assert(
      fc.property(pair, ([hypothesis = [], reference = []]) => {
        expect(align(hypothesis, reference)).toEqual(plainCorrespondence(hypothesis, reference));
      }),
      { seed: 20281, numRuns: 5000 },
    );
  });

  it('in texts longer than any before', () => {
    const long = Array.from({ length: 150 }, (_, i) => (i * i) % 61);
    const other = [...long.slice(80), ...long.slice(20, 80)];
    expect(align(long, other)).toEqual(plainCorrespondence(long, other));
  });
});
