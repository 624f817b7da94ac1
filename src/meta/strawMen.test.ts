import { expect, it } from 'vitest';
import { fallsFor, standStrawMen } from './strawMen.ts';
import { asErrors, systemScores } from './testing/makeScores.ts';

const human = systemScores([['a', 3], ['b', 2], ['c', 1], ['unscored', 9]]); // prettier-ignore
const metric = systemScores([['a', 30], ['b', 10], ['c', 20], ['unjudged', 99]]); // prettier-ignore

it('counts the judged systems that the metric finds worse than a straw man', () => {
  const { standings, systems, rho, rhoWithStrawMen } = standStrawMen(human, metric, [25, 10, 31, NaN]);
  expect(standings.map(({ beats }) => beats)).toEqual([2, 0, 3, 0]);
  expect(systems).toBe(3);
  // Ranks of people 3 2 1, of the metric 3 1 2: 1 − 6 · 2 / 24.
  expect(rho).toBeCloseTo(0.5, 12);
  // People: a b c, then three straw men tied: ranks 6 5 4 2 2 2. Metric 30 10 20 25 10 31: ranks 5 1.5 3 4 1.5 6.
  // Both have mean 3.5: Σxy = 2.5·1.5 − 1.5·2 − 0.5·0.5 − 1.5·0.5 + 1.5·2 − 1.5·2.5 = −1; Σx² = 15.5, Σy² = 17.
  expect(rhoWithStrawMen).toBeCloseTo(-1 / Math.sqrt(15.5 * 17), 12);
});

it('the same for error metrics', () => {
  const errors = asErrors(metric);
  const turned = standStrawMen(human, errors, [-25, -10, -31, NaN]);
  const { standings, rhoWithStrawMen } = standStrawMen(human, metric, [25, 10, 31, NaN]);
  expect(turned.standings.map(({ beats }) => beats)).toEqual(standings.map(({ beats }) => beats));
  expect(turned.rhoWithStrawMen).toBeCloseTo(rhoWithStrawMen, 12);
});

it('a metric falls for a straw man that it prefers to at least half of the systems', () => {
  expect([fallsFor(2, 4), fallsFor(1, 4), fallsFor(2, 3), fallsFor(0, 0)]).toEqual([true, false, true, false]);
});
