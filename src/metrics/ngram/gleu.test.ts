import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkCases, scorer } from '../testing/cases.ts';
import { clippedMatches } from '../testing/plainNgrams.ts';
import { segments, sum, wordsOf } from '../testing/rates.ts';
import { shownSteps } from '../testing/shownSteps.ts';
import gleu from './gleu.ts';

const scores = scorer(gleu);
const none = { tokenizer: 'none' } as const;

checkCases('NLTK 3.10.4', gleu, [
  ['english', none, 35.0515463918, [33.3333333333, 23.3333333333, 100, 26.9230769231, 0]],
  ['german', none, 47.7272727273, [84.6153846154, 54.5454545455, 22.7272727273, 16.6666666667]],
  ['czech', none, 27.6923076923, [33.3333333333, 20, 42.8571428571, 0]],
  ['emoji', none, 30.7692307692, [10, 22.2222222222, 60, 100]],
  ['empties', none, 27.2727272727, [0, 0, 0, 50, 0]],
  ['moved', none, 87.3873873874, [65.2173913043, 95.652173913, 84.2105263158]],
  ['possessive', none, 32.5, [100, 20.5882352941]],
]);

describe('plain GLEU', () => {
  it.each([4, 2])('has the lower of precision and recall, n=%d', (order) => {
    const orders = Array.from({ length: order }, (_, n) => n + 1);
    const ngramsIn = (length: number) => sum(orders.map((n) => Math.max(0, length - n + 1)));
    fc.assert(
      fc.property(segments, (texts) => {
        const rows = texts.map(({ hypothesis, references }) => {
          const own = wordsOf(hypothesis);
          const all = references.map((reference) => {
            const theirs = wordsOf(reference);
            const matches = sum(orders.map((n) => clippedMatches(own, [theirs], n)));
            const [precision, recall] = [own, theirs].map(({ length }) =>
              length > 0 ? matches / ngramsIn(length) : 0,
            );
            const total = Math.max(ngramsIn(own.length), ngramsIn(theirs.length));
            return { matches, total, score: Math.min(precision!, recall!) };
          });
          return all.sort((a, b) => b.score - a.score || a.total - b.total)[0]!;
        });
        const found = scores(
          { ...none, order },
          texts.map(({ hypothesis }) => hypothesis),
          texts.map(({ references }) => references),
        );
        rows.forEach(({ score }, i) => expect(found.segments[i]).toBeCloseTo(100 * score, 9));
        const total = sum(rows.map((row) => row.total));
        expect(found.corpus).toBeCloseTo(total > 0 ? (100 * sum(rows.map(({ matches }) => matches))) / total : 0, 9);
      }),
      { seed: 27, numRuns: 300 },
    );
  });
});

it('explains its n-grams', () => {
  // 2 words and 1 pair of 3 + 2 + 1 n-grams.
  const { values, formulas, notes } = shownSteps(gleu(), 'a b', ['x', 'a b c']);
  expect(values).toEqual({ m1: 2, m2: 1, m3: 0, m4: 0, m: 3, c: 3, r: 6, t: 6, score: 50 });
  expect(formulas['score']).toBe('100 * m / t');
  expect(notes['m']).toBe('with reference 2, which gives the highest score');
});
