/** Matches of lists of texts, compared with a map of n-grams for each pair, and with the counters of metrics, to the last bit. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tokens } from '../../core/index.ts';
import { bleu, chrf } from '../../metrics/index.ts';
import { NgramMatches } from './ngramMatches.ts';
import { pairwiseUtility } from './utilities.ts';

const seed = 20261118;

const tokensOf = (ids: readonly number[]): Tokens => ({ ids: Int32Array.from([9, ...ids, 9]), start: 1, end: 1 + ids.length }); // prettier-ignore

function plainCounts(ids: readonly number[], n: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let i = 0; i + n <= ids.length; i++) {
    const ngram = ids.slice(i, i + n).join(' ');
    counts.set(ngram, (counts.get(ngram) ?? 0) + 1);
  }
  return counts;
}

function plainMatches(one: readonly number[], other: readonly number[], order: number): number[] {
  return Array.from({ length: order }, (_, k) => {
    const counts = plainCounts(other, k + 1);
    return [...plainCounts(one, k + 1)].reduce((sum, [ngram, count]) => sum + Math.min(count, counts.get(ngram) ?? 0), 0); // prettier-ignore
  });
}

/** Texts that repeat themselves, and each other, and others that nothing has in common with them. */
const text = fc.oneof(
  fc.array(fc.nat(2), { maxLength: 40 }),
  fc.array(fc.nat(60), { maxLength: 40 }),
  fc.nat(50).map((word) => [1, 2, 3, 4, 5, word, 6, 7, 8]),
);
const list = fc.oneof(fc.array(text, { minLength: 1, maxLength: 5 }), fc.array(text, { minLength: 30, maxLength: 60 }));

describe('NgramMatches', () => {
  it('counts what a map of n-grams finds for every pair, from segment to segment', () => {
    const orders = [1, 2, 4, 6].map((order) => new NgramMatches(order));
    fc.assert(
      fc.property(list, list, fc.constantFrom(...orders), (hypotheses, references, matches) => {
        matches.set(hypotheses.map(tokensOf), references.map(tokensOf));
        references.forEach((reference, r) => {
          const expected = hypotheses.flatMap((hypothesis) => plainMatches(hypothesis, reference, matches.order));
          expect([...matches.match(r)]).toEqual(expected);
        });
      }),
      { seed, numRuns: 120 },
    );
  });

  it('finds more than 32 and more than 256 items of an order', () => {
    const long = Array.from({ length: 700 }, (_, i) => i % 300);
    const texts = [long, long.toReversed(), long.slice(100), long.slice(0, 33), []];
    const matches = new NgramMatches(3);
    matches.set(texts.map(tokensOf), texts.map(tokensOf));
    texts.forEach((reference, r) => {
      expect([...matches.match(r)]).toEqual(texts.flatMap((each) => plainMatches(each, reference, 3)));
    });
    expect([...matches.match(0).subarray(0, 3)]).toEqual([700, 699, 698]);
  });
});

describe('pairwiseUtility', () => {
  const nasty = ['the', 'cat', 'naïve', '日本', '👩‍👩‍👧', 'é', 'ﬁ', '\u{10ffff}', "don't", '…', '\ud800'];
  const candidate = fc.array(fc.constantFrom(...nasty), { maxLength: 14 }).map((words) => words.join(' '));
  const settings = { minLength: 8, maxLength: 40, selector: (each: string) => each };

  it.each([
    ['bleu', bleu()],
    ['chrf', chrf()],
    ['chrf++', chrf({ wordOrder: 2 })],
    ['chrf, without effective order', chrf({ effectiveOrder: false, whitespace: true })],
  ])('has the bits of counting each pair: %s', (_, metric) => {
    const counted = pairwiseUtility(metric);
    const { expectedForm: _form, ...others } = metric;
    const byPair = pairwiseUtility({ ...others, forSegments: metric.forSegments });
    fc.assert(
      fc.property(fc.uniqueArray(candidate, settings), fc.uniqueArray(candidate, settings), (texts, references) => {
        const posteriors = Float64Array.from(references, (_text, j) => (j % 7) / references.length);
        const [found, expected] = [counted, byPair].map((utility) => {
          const into = new Float64Array(texts.length);
          utility.expect(texts, { texts: references, posteriors }, undefined, into);
          return into;
        });
        expect(found).toEqual(expected);
      }),
      { seed, numRuns: 60 },
    );
  });
});
