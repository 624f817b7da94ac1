import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clippedMatches } from '../metrics/testing/plainNgrams.ts';
import { bleu } from '../metrics/index.ts';
import { cuttingOf, matchedReferences, readWords } from './index.ts';
import { bySpaces, readExamples, someSegments, wordTextsOf } from './testing/examples.ts';

describe('matchedReferences', () => {
  it('finds the reference with most n-grams in common', () => {
    fc.assert(
      fc.property(someSegments(2), fc.integer({ min: 1, max: 4 }), (segments, order) => {
        const { bySystem, offered } = matchedReferences(wordTextsOf(segments), order);
        bySystem.forEach((shares, s) => {
          const found = segments.map(({ outputs, references }) => {
            const matches = references.map((reference) =>
              Array.from({ length: order }, (_, n) => clippedMatches(outputs[s]!, [reference], n + 1)).reduce((a, b) => a + b),
            );
            const most = Math.max(...matches);
            const leaders = matches.filter((count) => count === most).length;
            return most === 0 ? 'unmatched' : leaders > 1 ? 'tied' : matches.indexOf(most);
          });
          expect(shares.alone).toEqual(offered.map((_, r) => found.filter((each) => each === r).length));
          expect([shares.tied, shares.unmatched]).toEqual(['tied', 'unmatched'].map((kind) => found.filter((each) => each === kind).length));
          expect(shares.credit.reduce((a, b) => a + b, shares.unmatched)).toBeCloseTo(segments.length, 12);
        });
        expect(offered).toEqual(offered.map((_, r) => segments.filter(({ references }) => references.length > r).length));
      }),
      { seed: 20381, numRuns: 500 },
    );
  }); // prettier-ignore

  it('divides a tied segment, also between references that are the same', () => {
    const texts = readWords({ references: [['a b', 'a b', 'x'], ['a', 'b', 'c'], 'a'] }, [['a b', 'c', '']], bySpaces);
    expect(matchedReferences(texts)).toEqual({
      offered: [3, 2, 2],
      bySystem: [{ alone: [0, 0, 1], credit: [0.5, 0.5, 1], tied: 1, unmatched: 1 }],
    });
  });

  it.each([
    [3, [0, 1], 0], // 5 + 4 + 3 against (4 + 3 + 2) + (2 + 1) + 1
    [undefined, [0, 0], 1], // of up to four words: 14 each
    [5, [1, 0], 0],
  ])('counts n-grams of up to %s words', (order, alone, tied) => {
    const references = [['a b c d e', 'p q r s . t u . v']];
    const texts = readWords({ references }, [['a b c d e p q r s - t u - v']], bySpaces);
    expect(matchedReferences(texts, order).bySystem).toEqual([{ alone, credit: tied ? [0.5, 0.5] : alone, tied, unmatched: 0 }]); // prettier-ignore
  });

  it('sees that outputs of the examples follow the closer translation', () => {
    const { testSet, outputs } = readExamples();
    const { offered, bySystem } = matchedReferences(readWords(testSet, outputs, cuttingOf([bleu()])));
    expect(offered).toEqual([60, 60]);
    for (const { credit } of bySystem) expect(credit[0]).toBeGreaterThan(credit[1]!);
  });
});
