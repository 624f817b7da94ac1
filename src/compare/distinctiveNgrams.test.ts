import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError, sumRows } from '../core/index.ts';
import { measure } from '../measure/index.ts';
import { bleu } from '../metrics/index.ts';
import { countNgrams } from '../metrics/testing/plainNgrams.ts';
import { cuttingOf, distinctiveNgrams, readWords } from './index.ts';
import { type WordSegment, bySpaces, readExamples, someSegments, wordTextsOf } from './testing/examples.ts';

/** From the definition, with n-grams as strings: what one system matches more often than the other, and where. */
function plainGains(segments: readonly WordSegment[], first: number, second: number, n: number) {
  const gains = new Map<string, { first: number; second: number; ofFirst: number[]; ofSecond: number[] }>();
  segments.forEach(({ outputs, references }, i) => {
    const limits = references.map((words) => countNgrams(words, n));
    const matched = (system: number, ngram: string) =>
      Math.min(
        countNgrams(outputs[system]!, n).get(ngram) ?? 0,
        Math.max(...limits.map((counts) => counts.get(ngram) ?? 0)),
      );
    for (const ngram of new Set(limits.flatMap((counts) => [...counts.keys()]))) {
      const gain = matched(first, ngram) - matched(second, ngram);
      if (gain === 0) continue;
      const known = gains.get(ngram) ?? { first: 0, second: 0, ofFirst: [], ofSecond: [] };
      gains.set(ngram, known);
      known[gain > 0 ? 'first' : 'second'] += Math.abs(gain);
      known[gain > 0 ? 'ofFirst' : 'ofSecond'].push(i);
    }
  });
  return gains;
}

describe('distinctiveNgrams', () => {
  it('finds what the definition says', () => {
    fc.assert(
      fc.property(someSegments(3), (segments) => {
        const found = distinctiveNgrams(wordTextsOf(segments), 2, 0, 99, 3);
        expect(found.map(({ order }) => order)).toEqual([1, 2, 3]);
        for (const { order, ofFirst, ofSecond, onlyFirst, onlySecond } of found) {
          const gains = plainGains(segments, 2, 0, order);
          const total = (side: 'first' | 'second') => [...gains.values()].reduce((sum, gain) => sum + gain[side], 0);
          expect([onlyFirst, onlySecond]).toEqual([total('first'), total('second')]);
          for (const [side, listed] of [['first', ofFirst], ['second', ofSecond]] as const) {
            const expected = [...gains].filter(([, gain]) => (side === 'first' ? gain.first > gain.second : gain.second > gain.first));
            expect(listed.map(({ ngram }) => ngram).sort()).toEqual(expected.map(([ngram]) => ngram).sort());
            for (const { ngram, first, second, logOdds, segments: examples } of listed) {
              const gain = gains.get(ngram)!;
              expect([first, second]).toEqual([gain.first, gain.second]);
              expect(examples).toEqual((side === 'first' ? gain.ofFirst : gain.ofSecond).slice(0, 5));
              expect(logOdds).toBeCloseTo(Math.log((first + 1) / (second + 1)), 12);
            }
            const odds = listed.map(({ logOdds }) => Math.abs(logOdds));
            expect(odds).toEqual(odds.toSorted((a, b) => b - a));
          }
        }
      }),
      { seed: 20351, numRuns: 500 },
    );
  }); // prettier-ignore

  it('adds up to the matches of BLEU', () => {
    const { testSet, outputs } = readExamples();
    const metric = bleu();
    const texts = readWords(testSet, outputs, cuttingOf([metric]));
    const measured = measure(metric, testSet, outputs);
    const [ofFirst, ofSecond] = [sumRows(measured, 0), sumRows(measured, 3)];
    distinctiveNgrams(texts, 0, 3).forEach(({ both, onlyFirst, onlySecond }, n) => {
      expect([both + onlyFirst, both + onlySecond]).toEqual([ofFirst[2 + n], ofSecond[2 + n]]);
    });
  });

  it('changes sides with the systems, and finds nothing between identical ones', () => {
    const { testSet, outputs } = readExamples();
    const texts = readWords(testSet, outputs, bySpaces);
    const back = distinctiveNgrams(texts, 1, 0);
    distinctiveNgrams(texts, 0, 1).forEach(({ both, onlyFirst, onlySecond, ofFirst, ofSecond }, n) => {
      const turned = back[n]!;
      expect([turned.both, turned.onlySecond, turned.onlyFirst]).toEqual([both, onlyFirst, onlySecond]);
      const ngrams = (list: typeof ofFirst) => list.map(({ ngram, segments }) => [ngram, segments]);
      expect(ngrams(turned.ofSecond)).toEqual(ngrams(ofFirst));
      expect(ngrams(turned.ofFirst)).toEqual(ngrams(ofSecond));
      expect(turned.ofSecond.map(({ logOdds }) => -logOdds)).toEqual(ofFirst.map(({ logOdds }) => expect.closeTo(logOdds, 12) as number));
    });
    for (const { ofFirst, ofSecond, onlyFirst } of distinctiveNgrams(texts, 2, 2)) {
      expect([ofFirst, ofSecond, onlyFirst]).toEqual([[], [], 0]);
    }
  }); // prettier-ignore

  it('lists the most telling first, and as many as wanted', () => {
    const references = ['a', 'a', 'a', 'a', 'b', 'b', 'a'];
    const one = ['a', 'a', 'a', 'a', 'b', 'b', ''];
    const other = ['', '', '', '', '', '', 'a'];
    const texts = readWords({ references }, [one, other], bySpaces);
    const first = (top?: number) =>
      distinctiveNgrams(texts, 0, 1, top, 1)[0]!.ofFirst.map(({ ngram, segments }) => [ngram, segments]);
    expect(first()).toEqual([['b', [4, 5]], ['a', [0, 1, 2, 3]]]); // 3 : 1 against 5 : 2
    expect(first(1)).toEqual([['b', [4, 5]]]);
  }); // prettier-ignore

  it('lists ten n-grams of up to four words, each with five segments, if not told otherwise', () => {
    const words = Array.from({ length: 12 }, (_, i) => `w${String(i).padStart(2, '0')}`);
    const references = Array.from({ length: 7 }, () => words.join(' '));
    const texts = readWords({ references }, [references, references.map(() => '')], bySpaces);
    const found = distinctiveNgrams(texts, 0, 1);
    expect(found.map(({ order, onlyFirst, ofFirst }) => [order, onlyFirst, ofFirst.length])).toEqual([
      [1, 7 * 12, 10],
      [2, 7 * 11, 10],
      [3, 7 * 10, 10],
      [4, 7 * 9, 9],
    ]);
    // All are as frequent, so they are in the order of the text.
    found.forEach(({ ofFirst }, n) => expect(ofFirst.map(({ ngram }) => ngram)).toEqual(words.map((_, i) => words.slice(i, i + n + 1).join(' ')).slice(0, ofFirst.length))); // prettier-ignore
    for (const { segments } of found.flatMap(({ ofFirst }) => ofFirst)) expect(segments).toEqual([0, 1, 2, 3, 4]);
  });

  it('lists of equal odds the larger difference first', () => {
    // a: 3 against 1, b: 1 against 0; both 2 : 1 with one added, but b is in the references first.
    const references = ['b', 'a', 'a', 'a', 'a'];
    const texts = readWords({ references }, [['b', 'a', 'a', 'a', ''], ['', '', '', '', 'a']], bySpaces); // prettier-ignore
    const [words] = distinctiveNgrams(texts, 0, 1, 10, 1);
    expect(words!.ofFirst.map(({ ngram, first, second }) => [ngram, first, second])).toEqual([['a', 3, 1], ['b', 1, 0]]); // prettier-ignore
  });

  it('takes n-grams of up to 255 words', () => {
    const long = Array.from({ length: 300 }, (_, i) => `w${i}`).join(' ');
    const found = distinctiveNgrams(readWords({ references: [long] }, [[long], ['']], bySpaces), 0, 1, 1, 255);
    expect(found.map(({ order, onlyFirst }) => [order, onlyFirst])).toEqual(Array.from({ length: 255 }, (_, n) => [n + 1, 300 - n])); // prettier-ignore
    expect(found.at(-1)!.ofFirst[0]!.ngram.split(' ')).toHaveLength(255);
  });

  it('lists of equals the one that occurs first in the references, also where both systems have it', () => {
    const texts = readWords(
      { references: ['a b', 'b', 'a'] },
      [
        ['a b', 'b', 'a'],
        ['a b', '', ''],
      ],
      bySpaces,
    );
    const [words] = distinctiveNgrams(texts, 0, 1, 1, 1);
    expect(words!.ofFirst.map(({ ngram, segments }) => [ngram, segments])).toEqual([['a', [2]]]);
  });

  it.each([
    [() => distinctiveNgrams(wordTextsOf([{ outputs: [[]], references: [[]] }]), 0, 0, 10, 0), 'The longest n-gram must have 1 to 255 words, not 0.'],
    [() => distinctiveNgrams(wordTextsOf([{ outputs: [[]], references: [[]] }]), 0, 0, 10, 256), 'The longest n-gram must have 1 to 255 words, not 256.'],
    [() => distinctiveNgrams(wordTextsOf([{ outputs: [[]], references: [[]] }]), 0, 0, 10, 1.5), 'The longest n-gram must have 1 to 255 words, not 1.5.'],
    [() => distinctiveNgrams(wordTextsOf([{ outputs: [[]], references: [[]] }]), 0, 1), 'There is no system 1: systems are 0 to 0.'],
  ])('refuses what makes no sense', (ask, message) => {
    expect(ask).toThrow(new UsageError(message));
  }); // prettier-ignore
});
