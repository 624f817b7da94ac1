import { describe, expect, it } from 'vitest';
import { plainCover, plainLetterCost } from '../../text/testing/plainDistances.ts';
import { goldenMissing, goldenTitle, readGolden } from '../testing/golden.ts';
import { checkErrorRate, checkGolden, fractions } from '../testing/rates.ts';
import { shownSteps } from '../testing/shownSteps.ts';
import wcd6p4er from './wcd6p4er.ts';

function bagErrors(hypothesis: readonly string[], reference: readonly string[]): number {
  const words = new Set(hypothesis);
  const count = (list: readonly string[], word: string) => list.filter((each) => each === word).length;
  const common = [...words].map((word) => Math.min(count(hypothesis, word), count(reference, word)));
  return Math.max(hypothesis.length, reference.length) - common.reduce((sum, each) => sum + each, 0);
}

describe('plain wcd6p4er', () =>
  checkErrorRate(
    wcd6p4er,
    {},
    (hypothesis, reference) =>
      0.6 * plainCover(hypothesis, reference, plainLetterCost) + 0.4 * bagErrors(hypothesis, reference),
  ));

describe.skipIf(goldenMissing)(goldenTitle('the golden file'), () => {
  it('the oracle, A3', () => {
    const results = readGolden().oracle.results['A3'];
    const segments = fractions(results.segments, (each: Record<string, number>) => each['wcd6p4er(lev)']!);
    checkGolden(wcd6p4er, {}, 'A3', { corpus: results['wcd6p4er(lev)'], segments });
  });
});

it('explains both kinds of errors', () => {
  // CDER: a word is missing, and one of nine steps from thursday to thursdays is an edit; PER: four of six words are in both.
  const { values, formulas, wordsBehind } = shownSteps(wcd6p4er(), 'we met on thursday .', [
    'we all met on thursdays .',
  ]);
  expect(values).toEqual({ C: 1.111111, P: 2, E: 1.466667, N: 6, score: 24.444444 });
  expect(formulas['E']).toBe('0.6 * C + 0.4 * P');
  expect(wordsBehind('C').filter((each) => !each.startsWith('match'))).toEqual([
    'missing → all +1',
    'substitution thursday → thursdays +0.1111',
  ]);
  expect(wordsBehind('P').slice(4)).toEqual(['substitution thursday → all +1', 'missing → thursdays +1']);
});
