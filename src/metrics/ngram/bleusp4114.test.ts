/** Its plain version is in bleusp.test.ts. */
import { describe, expect, it } from 'vitest';
import bleusp4114 from './bleusp4114.ts';
import { scorer } from '../testing/cases.ts';
import { goldenMissing, goldenTexts, goldenTitle, readGolden } from '../testing/golden.ts';
import { segmentSteps } from '../testing/segmentSteps.ts';

const scores = scorer(bleusp4114);

describe.skipIf(goldenMissing)(goldenTitle('the oracle, which fits the tables of WMT 2009'), () => {
  it.each(['A2', 'A3'] as const)('gives the same scores for %s', (corpus) => {
    const { ids, hypotheses, references } = goldenTexts(corpus);
    const golden = readGolden().oracle.results[corpus];
    const key = 'bleusp4114(reconstruction)';
    const found = scores({ tokenizer: 'none' }, hypotheses, references);
    expect(found.corpus).toBeCloseTo(100 * golden[key], 9);
    ids.forEach((id, i) => expect(found.segments[i], id).toBeCloseTo(100 * golden.segments[id][key], 9));
  });
});

it('gives unigrams and 4-grams four times the weight of the others', () => {
  // As in bleusp.test.ts: precisions 1/2, 2/4, 2/5 and 2/6.
  const found = scores({ tokenizer: 'none' }, ['a c'], [['a b']]);
  const expected = (1 / 2) ** 0.4 * (2 / 4) ** 0.1 * (2 / 5) ** 0.1 * (2 / 6) ** 0.4;
  expect(found.corpus).toBeCloseTo(100 * expected, 9);
});

describe('steps', () => {
  it('weight the precisions', () => {
    const steps = segmentSteps(bleusp4114(), 'the cat', ['the cat sat']);
    expect(steps.values('p1', 'p2', 'p3', 'p4')).toEqual([1, 3 / 4, 3 / 5, 3 / 6]);
    expect(steps.step('score').formula).toBe(
      '100 * BP * exp(0.4 * ln(p1) + 0.1 * ln(p2) + 0.1 * ln(p3) + 0.4 * ln(p4))',
    );
  });
});
