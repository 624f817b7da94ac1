import { expect, it } from 'vitest';
import type { Answer, ExpectedSpan, MarkedSpan, TutorialItem } from './campaign.ts';
import { tutorialFaults } from './tutorial.ts';

const item = (expected: TutorialItem['expected'], outputs = ['The dog walked outside.']): TutorialItem => ({
  kind: 'mark',
  outputs,
  instruction: 'Mark it.',
  expected,
});
const span = (start: number, end: number, severity = 'minor', more: Partial<MarkedSpan> = {}): MarkedSpan => ({ side: 'output', start, end, severity, category: '', ...more }); // prettier-ignore
const said = (errors: MarkedSpan[], score = 80): Answer => ({ kind: 'mark', errors, score });
const walked: ExpectedSpan = { start: 8, end: 14, severity: 'minor' };

// The tolerances of ESA's tutorial: as many spans, ends within 3 characters, the same severity, score within 20.
it.each<[string, TutorialItem['expected'][number], Answer, RegExp | undefined]>([
  ['exactly', { errors: [walked], score: 80 }, said([span(8, 14)]), undefined],
  ['3 characters off', { errors: [walked] }, said([span(5, 17)]), undefined],
  ['4 characters off', { errors: [walked] }, said([span(4, 14)]), /Check what you marked/],
  ['another severity', { errors: [walked] }, said([span(8, 14, 'major')]), /its severity/],
  ['one too many', { errors: [walked] }, said([span(8, 14), span(0, 3)]), /One error is expected; you marked 2\./],
  ['one too few', { errors: [] }, said([span(8, 14)]), /No errors are expected; you marked 1\./],
  ['20 too low', { score: 100 }, said([], 80), undefined],
  ['21 too low', { score: 100 }, said([], 79), /about 100/],
  ['missing content', { errors: [{ start: 23, end: 23, marker: 'missing', severity: 'major' }] }, said([span(23, 23, 'major', { marker: 'missing' })]), undefined],
  ['words instead of missing content', { errors: [{ start: 23, end: 23, marker: 'missing', severity: 'major' }] }, said([span(20, 23, 'major')]), /Check/],
  ['two that only fit crosswise', { errors: [{ start: 3, end: 6 }, { start: 0, end: 3 }] }, said([span(0, 3), span(3, 6)]), undefined],
  ['no answer', { score: 1 }, { kind: 'none' }, /you can judge/],
])('%s', (_, expected, answer, fault) => {
  const faults = tutorialFaults(item([expected]), answer);
  if (fault) expect(faults[0]).toMatch(fault);
  else expect(faults).toEqual([]);
}); // prettier-ignore

it('says which translation is meant', () => {
  const answer: Answer = {
    kind: 'mark',
    texts: [
      { errors: [], scores: [90] },
      { errors: [], scores: [90] },
    ],
  };
  expect(tutorialFaults(item([{ score: 90 }, { score: 20 }], ['a', 'b']), answer)).toEqual(['A score of about 20 is expected in Translation B.']); // prettier-ignore
  const ranked: TutorialItem = { ...item([{ rank: 1 }, { rank: 2 }], ['a', 'b']), kind: 'rank' };
  expect(tutorialFaults(ranked, { kind: 'rank', ranks: [1, 1] })).toEqual(['The expected rank in Translation B is 2.']);
});
