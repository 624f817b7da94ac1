import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Marking, type Piece, markText, matchWords } from '../../../web/segments/markText.ts';

const marking: Marking = { tokens: 'words', ignoreCase: false };

/** Matched words with the length of their n-gram, unmatched ones in brackets, missing ones with a minus. */
const shown = (pieces: readonly Piece[]) =>
  pieces
    .filter(({ kind }) => kind !== 'other')
    .map((piece) => {
      if (piece.kind === 'matched') return `${piece.text}:${piece.order}`;
      return piece.kind === 'missing' ? `-${piece.text}` : `[${piece.text}]`;
    })
    .join(' ');

describe('marks of an output', () => {
  it.each([
    ['the same', 'a b c', ['a b c'], 'a b c:3'],
    ['nothing', '', ['a b'], '-a b'],
    ['against nothing', 'a b', [''], '[a b]'],
    ['without a reference', 'a b', [], '[a b]'],
    ['one word is another', 'the cat sat', ['the dog sat'], 'the:1 -dog [cat] sat:1'],
    ['the end is missing', 'a b', ['a b c d'], 'a b:2 -c d'],
    ['the start is missing', 'c d', ['a b c d'], '-a b c d:2'],
    ['another order: both match, one is missing where it was', 'b a', ['a b'], 'b:1 a:1 -b'],
    ['repeated more often than in the reference', 'a a a', ['a'], 'a:1 a:1 a:1'],
    ['two references: the longest n-gram of either', 'a b c d', ['a b x', 'b c d'], 'a:2 b c d:3'],
    ['n-grams that overlap: of equal ones the first has the word', 'a b c', ['a b', 'b c'], 'a b:2 c:2'],
    ['a full stop is a word', 'end.', ['the end!'], '-the end:1 -! [.]'],
    ['case matters', 'The end', ['the end'], '-the [The] end:1'],
  ] as const)('%s', (_, text, references, expected) =>
    expect(shown(markText(text, references, marking).pieces)).toBe(expected),
  );

  it('can ignore case and split words at spaces', () => {
    expect(shown(markText('The END', ['the end'], { ...marking, ignoreCase: true }).pieces)).toBe('The END:2');
    expect(shown(markText('a,b c', ['a,b'], { ...marking, tokens: 'spaces' }).pieces)).toBe('a,b:1 [c]');
  });

  it('have their counts', () => {
    expect(markText('a b x', ['x y z', 'a b c d'], marking)).toMatchObject({
      words: 3,
      matched: 3,
      longest: 2,
      missing: 2,
      closest: 1,
    });
    expect(markText('a', [], marking)).toMatchObject({ words: 1, matched: 0, longest: 0, missing: 0, closest: undefined }); // prettier-ignore
    const [first, , last] = markText('a b x', ['x y z', 'a b c d'], marking).pieces.filter(
      ({ kind }) => kind !== 'other',
    );
    expect(first).toMatchObject({ text: 'a b', order: 2 });
    expect(last).toMatchObject({ text: 'x', order: 1 });
  });

  it('leave the text unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string({ unit: 'binary' })), (text, references) => {
        const { pieces } = markText(text, references, marking);
        expect(pieces.map((piece) => (piece.kind === 'missing' ? '' : piece.text)).join('')).toBe(text);
      }),
    );
  });
});

const words = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 9 });

/** Whether one list has the other in it, without gaps. */
const contains = (list: readonly number[], part: readonly number[]) =>
  ` ${list.join(' ')} `.includes(` ${part.join(' ')} `);

describe('n-grams', () => {
  it('are the longest n-grams of a reference, as in a search over all of them', () => {
    fc.assert(
      fc.property(words, fc.array(words, { maxLength: 3 }), (output, references) => {
        const { orders, starts } = matchWords(
          Int32Array.from(output),
          references.map((each) => Int32Array.from(each)),
        );
        output.forEach((_, i) => {
          let best = { order: 0, start: 0 };
          for (let start = 0; start <= i; start++) {
            for (let end = i + 1; end <= output.length; end++) {
              const isThere = references.some((each) => contains(each, output.slice(start, end)));
              if (isThere && end - start > best.order) best = { order: end - start, start };
            }
          }
          expect({ order: orders[i], start: starts[i] }).toEqual(best);
        });
      }),
    );
  });
});

describe('what is missing', () => {
  /** Words of a longest common subsequence, by the definition and without a table. */
  const longestCommon = ([a, ...as]: readonly number[], [b, ...bs]: readonly number[]): number => {
    if (a === undefined || b === undefined) return 0;
    return a === b ? 1 + longestCommon(as, bs) : Math.max(longestCommon([a, ...as], bs), longestCommon(as, [b, ...bs]));
  };

  it('is minimal, and together with the words of the output it gives the reference', () => {
    const short = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 7 });
    fc.assert(
      fc.property(short, short, (output, reference) => {
        const { missing, pieces } = markText(output.join(' '), [reference.join(' ')], marking);
        expect(missing).toBe(reference.length - longestCommon(output, reference));
        const numbersIn = ({ text }: Piece) => text.split(' ').filter(Boolean).map(Number);
        const missed = pieces.filter(({ kind }) => kind === 'missing').flatMap(numbersIn);
        expect(missed).toHaveLength(missing);
        // All of the reference is in the output and what is missing, read in the order shown.
        expect(longestCommon(pieces.flatMap(numbersIn), reference)).toBe(reference.length);
      }),
    );
  });

  it('is found in long texts too', () => {
    const words = Array.from({ length: 3000 }, (_, i) => `w${i}`);
    const { missing, pieces } = markText(words.toSpliced(1000, 2).join(' '), [words.join(' ')], marking);
    expect(missing).toBe(2);
    expect(pieces.filter(({ kind }) => kind === 'missing')).toEqual([{ kind: 'missing', text: 'w1000 w1001' }]);
  });
});
