import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../core/index.ts';
import { bleu } from '../metrics/index.ts';
import { tokenizerNamed } from '../text/index.ts';
import { nastyText } from '../text/testing/texts.ts';
import { SegmentMarker, cuttingOf, matchMarks, packMarks, unpackMarks } from './index.ts';
import { bySpaces, readExamples, someWords } from './testing/examples.ts';

/** Every n-gram that holds the word is looked for, the longest first. */
function plainOrder(words: readonly string[], k: number, references: readonly (readonly string[])[], most: number) {
  const has = (reference: readonly string[], ngram: readonly string[]) =>
    reference.some((_, at) => ngram.every((word, j) => reference[at + j] === word));
  for (let n = most; n > 0; n--) {
    for (let start = Math.max(0, k - n + 1); start <= k && start + n <= words.length; start++) {
      const ngram = words.slice(start, start + n);
      if (references.some((reference) => has(reference, ngram))) return n;
    }
  }
  return 0;
}

const wordsOf = (text: string, marks: Int32Array) =>
  Array.from({ length: marks.length / 3 }, (_, k) => [text.slice(marks[3 * k], marks[3 * k + 1]), marks[3 * k + 2]]);

describe('matchMarks', () => {
  it('marks each word with its longest n-gram', () => {
    fc.assert(
      fc.property(someWords(10), fc.array(someWords(10), { maxLength: 3 }), fc.integer({ min: 1, max: 7 }), (words, references, order) => {
        const text = words.join('  ');
        const marks = matchMarks(text, references.map((each) => each.join(' ')), bySpaces, order);
        expect(wordsOf(text, marks)).toEqual(words.map((word, k) => [word, plainOrder(words, k, references, order)]));
      }),
      { seed: 20391, numRuns: 1000 },
    );
  }); // prettier-ignore

  it.each([
    ['the cat sat.', ['The cat sat down.'], true, [['the', 3], ['cat', 3], ['sat', 3], ['.', 1]]],
    ['the cat', ['The cat'], false, [['the', 0], ['cat', 1]]],
    ['a  &amp; b', ['x & b'], false, [['a', 0], ['&amp;', 2], ['b', 2]]],
    ['', ['a'], false, []],
    ['a', [], false, [['a', 0]]],
    ['a', [''], false, [['a', 0]]],
  ])('%j against %j', (text, references, lowercase, expected) => {
    const cutting = { tokenizer: tokenizerNamed('13a', '', new Map()), lowercase };
    expect(wordsOf(text, matchMarks(text, references, cutting))).toEqual(expected);
  }); // prettier-ignore

  it('cuts a script without spaces by its tokenizer', () => {
    const cutting = cuttingOf([bleu({ tokenizer: 'zh' })]);
    expect(wordsOf('他说好😀', matchMarks('他说好😀', ['她说好'], cutting))).toEqual([['他', 0], ['说', 2], ['好', 2], ['😀', 0]]); // prettier-ignore
  });

  it('is done with a line of a megabyte', () => {
    const line = 'ab cd '.repeat(200_000);
    const marks = matchMarks(line, [line], bySpaces);
    expect(marks).toHaveLength(1_200_000);
    expect(marks.every((value, at) => at % 3 !== 2 || value === 4)).toBe(true);
    expect(unpackMarks(packMarks(marks))).toEqual(marks);
  });

  it('refuses n-grams that cannot be marked', () => {
    for (const order of [0, 8, 1.5]) {
      expect(() => matchMarks('a', ['a'], bySpaces, order)).toThrow(
        new UsageError(`The longest n-gram to mark must have 1 to 7 words, not ${order}.`),
      );
    }
  });
});

describe('SegmentMarker', () => {
  it('forgets the segment before', () => {
    const { testSet, outputs } = readExamples();
    const cutting = cuttingOf([bleu()]);
    const marker = new SegmentMarker(cutting);
    testSet.references.forEach((list, i) => {
      marker.setReferences(list as string[]);
      for (const texts of outputs.values()) {
        expect(marker.mark(texts[i]!)).toEqual(matchMarks(texts[i]!, list as string[], cutting));
      }
    });
  });
});

describe('packed marks', () => {
  it('come back as they were', () => {
    const cutting = cuttingOf([bleu({ tokenizer: 'intl' })]);
    const gap = fc.oneof(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 2_000_000 }));
    const length = fc.oneof(fc.integer({ min: 0, max: 70 }), fc.integer({ min: 0, max: 2_000_000 }));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(gap, length, fc.integer({ min: 0, max: 7 })), { maxLength: 9 }),
        nastyText(),
        (given, text) => {
          let at = 0;
          const marks = Int32Array.from(given.flatMap(([before, size, order]) => [at + before, (at += before + size), order])); // prettier-ignore
          expect(unpackMarks(packMarks(marks))).toEqual(marks);
          const real = matchMarks(text, [text], cutting);
          expect(unpackMarks(packMarks(real))).toEqual(real);
          expect(packMarks(real)).toMatch(/^[\w-]*$/);
        },
      ),
      { seed: 20392, numRuns: 500 },
    );
  });

  it('take two digits a word where words are near and short', () => {
    expect(packMarks(Int32Array.of(0, 3, 4, 4, 7, 0))).toBe('EDID');
    expect(packMarks(Int32Array.of(7, 70, 1))).toBe('5A_A'); // 8 · 7 + 1 and nothing more, 63 and nothing more
    const { testSet, outputs } = readExamples();
    const cutting = cuttingOf([bleu()]);
    const sizes = outputs.get('good')!.map((text, i) => {
      const marks = matchMarks(text, testSet.references[i] as string[], cutting);
      return packMarks(marks).length / (marks.length / 3);
    });
    expect(Math.max(...sizes)).toBe(2);
  });

  it.each(['E', 'E!', '5', '_'])('that are none are refused: %s', (packed) => {
    expect(() => unpackMarks(packed)).toThrow(UsageError);
  });
});
