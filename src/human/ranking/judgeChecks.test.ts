import { expect, it } from 'vitest';
import type { Rating } from '../judgments.ts';
import { checkJudges } from './judgeChecks.ts';

let order = 0;
const rating = (judge: string, segment: string, score: number, item: Rating['item'] = 'output', system = 'a'): Rating => ({
  task: 'x-y', segment, judge, order: order++, system, score, item,
}); // prettier-ignore

it('compares damaged and repeated outputs with the same judge’s rating of the original', () => {
  const careful = ['1', '2', '3', '4', '5'].flatMap((s) => [
    rating('careful', s, 70),
    rating('careful', s, 40, 'damaged'),
  ]);
  const careless = ['1', '2', '3', '4', '5'].flatMap((s, i) => [rating('careless', s, 50), rating('careless', s, [40, 60, 50, 70, 10][i]!, 'damaged')]); // prettier-ignore
  const repeated = [rating('again', '1', 60), rating('again', '1', 70, 'repeat'), rating('again', '2', 40), rating('again', '2', 35, 'repeat')]; // prettier-ignore
  const checks = checkJudges('x-y', [
    ...careful,
    ...careless,
    ...repeated,
    rating('careful', '9', 0, 'damaged'), // the original was not rated
    rating('careful', '1', 0, 'damaged', 'b'), // another system's
    { ...rating('elsewhere', '1', 5), task: 'y-x' },
  ]);
  expect(checks).toEqual([
    { judge: 'careful', ratings: 5, damaged: { pairs: 5, higher: 5, lower: 0 }, p: 1 / 32, repeats: { pairs: 0, difference: NaN }, reliable: true },
    // P(X ≥ 2) of 5 tosses: the tie counts against
    { judge: 'careless', ratings: 5, damaged: { pairs: 5, higher: 2, lower: 2 }, p: 26 / 32, repeats: { pairs: 0, difference: NaN }, reliable: false },
    { judge: 'again', ratings: 2, damaged: { pairs: 0, higher: 0, lower: 0 }, p: 1, repeats: { pairs: 2, difference: 7.5 } },
  ]); // prettier-ignore
});

it('four of four damaged outputs noticed are too few to decide', () => {
  const ratings = ['1', '2', '3', '4'].flatMap((s) => [rating('j', s, 70), rating('j', s, 40, 'damaged')]);
  expect(checkJudges('x-y', ratings)).toMatchObject([{ p: 1 / 16 }]);
  expect(checkJudges('x-y', ratings)[0]).not.toHaveProperty('reliable');
});
