import { describe, expect, it } from 'vitest';
import { resolveOptions, systemScore } from '../../core/index.ts';
import { measure } from '../../measure/index.ts';
import { bleu, ter } from '../../metrics/index.ts';
import { type Recipe, padding, scattered } from '../../paradox/index.ts';
import { compareScores, signTestBothWays, splitProbability } from '../signTest.ts';
import { means, ratios } from './testing/makeMeasured.ts';

const neither = { contradicts: false, againstScores: false };

describe('signTestBothWays', () => {
  it.each<[string, Recipe]>([
    ['padding', padding],
    ['scattered', scattered],
  ])('contradicts itself with BLEU where Chiang et al. say so: %s', (_, recipe) => {
    const { references, systems } = recipe.build(resolveOptions(recipe.sizes, {}));
    const measured = measure(bleu({ tokenizer: 'none' }), { references }, systems);
    const better = compareScores(systemScore(measured, 0), systemScore(measured, 1), true);
    const found = signTestBothWays(measured, 0, 1, better, 0.05);
    expect(found.intoSecond.p).toBeLessThan(0.05);
    expect(found.intoFirst.p).toBeLessThan(0.05);
    expect(found).toMatchObject({ contradicts: true, againstScores: true, p: 1, favours: 0 });
    const byErrors = measure(ter(), { references }, systems);
    const leads = compareScores(systemScore(byErrors, 0), systemScore(byErrors, 1), false);
    expect(signTestBothWays(byErrors, 0, 1, leads, 0.05)).toMatchObject(neither);
  });

  it('says the same from both sides of a mean', () => {
    const measured = means([5, 6, 7, 8, 9, 1, 4, 4], [1, 2, 3, 4, 5, 6, 4, 4]);
    const found = signTestBothWays(measured, 0, 1, 1, 0.05);
    expect(found.intoSecond).toMatchObject({ wins: 5, losses: 1, ties: 2 });
    expect(found.intoFirst).toMatchObject({ wins: 1, losses: 5, ties: 2 });
    expect(found).toMatchObject({ p: splitProbability(5, 1), favours: 1, ...neither });
    expect([found.wins, found.losses, found.ties]).toEqual([5 / 8, 1 / 8, 2 / 8]);
  });

  it('denies the scores where one segment outweighs the others', () => {
    const measured = means([0, ...new Array<number>(9).fill(1.1)], [20, ...new Array<number>(9).fill(1)]);
    expect(signTestBothWays(measured, 0, 1, -1, 0.05)).toMatchObject({
      favours: 1,
      contradicts: false,
      againstScores: true,
    });
    expect(signTestBothWays(measured, 0, 1, -1, 0.001)).toMatchObject(neither);
  });

  it('holds what holds from both sides: the larger p', () => {
    // Two counts of ten segments; the second system is longer, so that its outputs weigh more in a composite.
    const measured = ratios([
      [[1, 2], [2, 4], [3, 4], [2, 2], [1, 1], [2, 3], [1, 3], [3, 3], [2, 2], [1, 2]],
      [[2, 9], [4, 8], [3, 9], [6, 9], [4, 9], [5, 9], [4, 8], [6, 9], [7, 9], [3, 8]],
    ]); // prettier-ignore
    const { intoSecond, intoFirst, p, favours } = signTestBothWays(measured, 0, 1, 1, 0.05);
    expect([intoSecond.wins > intoSecond.losses, intoFirst.losses > intoFirst.wins]).toEqual([true, true]);
    expect(intoSecond.p).not.toBe(intoFirst.p);
    expect([p, favours]).toEqual([Math.max(intoSecond.p, intoFirst.p), 1]);
  });

  it('turns with the systems', () => {
    const measured = ratios([
      [[1, 2], [3, 9], [4, 4], [2, 7]],
      [[2, 3], [3, 4], [1, 4], [5, 9]],
    ]); // prettier-ignore
    const found = signTestBothWays(measured, 0, 1, -1, 0.05);
    const other = signTestBothWays(measured, 1, 0, 1, 0.05);
    expect(other.intoFirst).toEqual(found.intoSecond);
    expect(other.intoSecond).toEqual(found.intoFirst);
    expect([other.p, other.wins, other.losses, other.ties]).toEqual([found.p, found.losses, found.wins, found.ties]);
    expect(other.favours).toBe(found.favours === 0 ? 0 : -found.favours);
  });
});
