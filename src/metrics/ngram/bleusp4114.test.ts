/** Its plain version stands in bleusp.test.ts. */
import { describe, expect, it } from 'vitest';
import bleusp4114 from './bleusp4114.ts';
import { scorer } from '../testing/cases.ts';
import { goldenMissing, goldenTexts, goldenTitle, readGolden } from '../testing/golden.ts';

const scores = scorer(bleusp4114);

describe.skipIf(goldenMissing)(goldenTitle('the oracle, whose reading fits the tables of WMT 2009'), () => {
  it.each(['A2', 'A3'] as const)('scores %s alike', (corpus) => {
    const { ids, hypotheses, references } = goldenTexts(corpus);
    const golden = readGolden().oracle.results[corpus];
    const key = 'bleusp4114(reconstruction)';
    const found = scores({ tokenizer: 'none' }, hypotheses, references);
    expect(found.corpus).toBeCloseTo(100 * golden[key], 9);
    ids.forEach((id, i) => expect(found.segments[i], id).toBeCloseTo(100 * golden.segments[id][key], 9));
  });
});

it('weighs unigrams and 4-grams four times as much as the others', () => {
  // As in bleusp.test.ts: precisions 1/2, 2/4, 2/5 and 2/6.
  const found = scores({ tokenizer: 'none' }, ['a c'], [['a b']]);
  const expected = (1 / 2) ** 0.4 * (2 / 4) ** 0.1 * (2 / 5) ** 0.1 * (2 / 6) ** 0.4;
  expect(found.corpus).toBeCloseTo(100 * expected, 9);
});
