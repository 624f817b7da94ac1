import { expect, it } from 'vitest';
import bleu from '../ngram/bleu.ts';
import bleuTer from './bleu-ter.ts';
import ter from '../edit/ter.ts';
import { type Case, checkCases, scorer } from '../testing/cases.ts';
import { caseTexts } from '../testing/caseTexts.ts';
import { segmentSteps } from '../testing/segmentSteps.ts';

/** Half the difference between the numbers of sacreBLEU 2.6.0 (Python 3.11), both lower-cased; segments with effective order. */
// prettier-ignore
const cases: readonly Case<typeof bleuTer>[] = [
  ['english', {}, -5.394657395317516, [-0.6081502962282279, -23.339589029682607, 50.00000000000002, -10.902551506930143, -50]],
  ['german', {}, 15.14700826019287, [50.00000000000002, 16.790878484802636, -14.626421419506656, -8.333333333333332]],
  ['emoji', {}, -9.41451435789765, [-30.470733435120636, -8.521255766692832, 23.32656552868948, 50.00000000000002]],
  ['moved', {}, 40.498061578004474, [20.583170841813338, 47.22222222222224, 36.118959496990094]],
  ['empties', {}, -55.55555555555556, [0, -50, -50, -3.0068003477016454, -50]],
  ['english', { tokenizer: 'none' }, -10.411383313774547, [-4.729081004577999, -22.896745168965474, 50.00000000000002, -13.613949339443069, -50]],
  ['german', { tokenizer: 'none' }, 10.655753364041548, [50.00000000000002, 12.36104359724957, -18.297430763053185, -20.630014629467958]],
];

checkCases('sacreBLEU 2.6.0', bleuTer, cases);

it('is half the difference of both scores, under all options', () => {
  const [both, ofBleu, ofTer] = [scorer(bleuTer), scorer(bleu), scorer(ter)];
  for (const { hypotheses, references } of Object.values(caseTexts)) {
    for (const lowercase of [true, false]) {
      for (const normalized of [true, false]) {
        for (const effectiveOrder of [true, false]) {
          const options = { lowercase, effectiveOrder, tokenizer: 'intl' } as const;
          const found = both({ ...options, normalized }, hypotheses, references);
          const matches = ofBleu(options, hypotheses, references);
          const edits = ofTer({ lowercase, normalized }, hypotheses, references);
          expect(found.corpus).toBeCloseTo((matches.corpus - edits.corpus) / 2, 12);
          found.segments.forEach((score, i) =>
            expect(score).toBeCloseTo((matches.segments[i]! - edits.segments[i]!) / 2, 12),
          );
        }
      }
    }
  }
});

it('its steps are those of BLEU and TER, then half their difference', () => {
  const steps = segmentSteps(bleuTer(), 'the cat', ['the cat sat']);
  expect(steps.words('m2_BLEU')).toEqual(['match 1: the cat | the cat', 'missing 0: | cat sat']);
  expect(steps.words('E_TER').at(-1)).toBe('missing 1: | sat');
  expect(steps.step('E_TER').items![0]!.view).toBe(1);
  // BLEU is exp(1 − 3/2), TER a third.
  expect(steps.step('BLEU').value).toBeCloseTo(100 * Math.exp(-0.5), 10);
  expect(steps.step('TER').formula).toBe('100 * (E_TER / N_TER)');
  expect(steps.step('score').formula).toBe('(BLEU - TER) / 2');
});
