import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkCases, scorer } from '../testing/cases.ts';
import { type Words, countNgrams } from '../testing/plainNgrams.ts';
import { segments, sum, wordsOf } from '../testing/rates.ts';
import ciderD from './cider-d.ts';
import cider from './cider.ts';

const none = { tokenizer: 'none' } as const;

checkCases('pycocoevalcap 1.2, where it is called CIDEr', ciderD, [
  ['english', none, 3.5362840713, [3.0270063808, 2.1255240689, 10, 2.5288899069, 0]],
  ['german', none, 2.7176897146, [4.9610429692, 2.7631244404, 2.0606093813, 1.0859820674]],
  ['czech', none, 2.1936016474, [2.875, 1.8154761905, 4.0839303992, 0]],
  ['emoji', none, 2.7295996218, [0.625, 1.9017262488, 5.8916722383, 2.5]],
  ['moved', none, 8.1162635015, [6.2613636364, 8.6735421441, 9.4138847241]],
  ['possessive', none, 4.7531912377, [7.5, 2.0063824754]],
  ['empties', none, 0.3756471197, [0, 0, 0, 1.8782355985, 0]],
]);

checkCases('CiderScorer of github.com/vrama91/cider, f281464', cider, [
  ['english', none, 3.5761100677, [3.0693414491, 2.2469504654, 10, 2.564258424, 0]],
  ['german', none, 2.7706599037, [4.9610429692, 2.9271854707, 2.0894286264, 1.1049825485]],
  ['czech', none, 2.2078808932, [2.875, 1.8154761905, 4.1410473823, 0]],
  ['emoji', none, 2.7568488257, [0.625, 1.9283233881, 5.9740719147, 2.5]],
  ['moved', none, 8.1162635015, [6.2613636364, 8.6735421441, 9.4138847241]],
  ['possessive', none, 4.7672216572, [7.5, 2.0344433145]],
  ['empties', none, 0.3809008405, [0, 0, 0, 1.9045042026, 0]],
]);

/** Mean cosine of weighted counts, times 10, as in the programs above; clipped and with a penalty if `sigma` is given. */
function plainCider(
  hypotheses: readonly Words[],
  references: readonly (readonly Words[])[],
  order: number,
  sigma?: number,
): number[] {
  const weightsOf = (words: Words, n: number): Map<string, number> => {
    const counts = countNgrams(words, n);
    return new Map(
      [...counts].map(([ngram, count]) => {
        const holders = references.filter((each) => each.some((text) => countNgrams(text, n).has(ngram))).length;
        return [ngram, count * Math.log(references.length / Math.max(1, holders))];
      }),
    );
  };
  const lengthOf = (weights: Map<string, number>): number => Math.hypot(...weights.values());
  return hypotheses.map((own, i) => {
    const cosines = references[i]!.flatMap((theirs) =>
      Array.from({ length: order }, (_, n) => {
        const [mine, others] = [weightsOf(own, n + 1), weightsOf(theirs, n + 1)];
        const norm = lengthOf(mine) * lengthOf(others);
        const products = [...mine].map(([ngram, weight]) => {
          const other = others.get(ngram) ?? 0;
          return (sigma === undefined ? weight : Math.min(weight, other)) * other;
        });
        const penalty = sigma === undefined ? 1 : Math.exp(-((own.length - theirs.length) ** 2) / (2 * sigma ** 2));
        return norm > 0 ? (penalty * sum(products)) / norm : 0;
      }),
    );
    return (10 * sum(cosines)) / cosines.length;
  });
}

describe('plain CIDEr and CIDEr-D', () => {
  it.each([
    ['cider', cider, {}, 4, undefined],
    ['cider', cider, { order: 2 }, 2, undefined],
    ['cider-d', ciderD, {}, 4, 6],
    ['cider-d', ciderD, { order: 3, sigma: 2 }, 3, 2],
  ] as const)('score the same: %s %#', (_, definition, options, order, sigma) => {
    const scores = scorer(definition);
    fc.assert(
      fc.property(segments, (texts) => {
        const found = scores(
          { ...none, ...options },
          texts.map(({ hypothesis }) => hypothesis),
          texts.map(({ references }) => references),
        );
        const expected = plainCider(
          texts.map(({ hypothesis }) => wordsOf(hypothesis)),
          texts.map(({ references }) => references.map(wordsOf)),
          order,
          sigma,
        );
        expected.forEach((score, i) => expect(found.segments[i]).toBeCloseTo(score, 9));
        expect(found.corpus).toBeCloseTo(sum(expected) / expected.length, 9);
      }),
      { seed: 27, numRuns: 150 },
    );
  });
});
