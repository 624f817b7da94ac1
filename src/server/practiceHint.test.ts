import { expect, it } from 'vitest';
import type { Answer, Assignment } from '../human/index.ts';
import { practiceHint } from './practiceHint.ts';
import { assignmentOf, campaign } from './testing/testCampaign.ts';

const rank = assignmentOf('zz-judge-1', 'rank', 'practice');
/** `Ausgabe 3 zwei` became `Ausgabe kaputt`. */
const assess: Assignment = { ...assignmentOf('zz-judge-1', 'assess'), part: 'practice' };
const as = (kind: Assignment['kind']): Assignment => ({ ...assess, kind });
const span = (start: number, end: number, side: 'source' | 'output' = 'output'): Answer => ({
  kind: 'mark',
  errors: [{ side, start, end, severity: 'minor', category: 'addition' }],
});

it.each<[string, Assignment, Answer, RegExp]>([
  ['the damaged text last', rank, { kind: 'rank', ranks: [1, 2] }, /^Correct: Translation B was damaged/],
  ['a tie with it', rank, { kind: 'rank', ranks: [1, 1] }, /^Translation B was damaged on purpose, so it should/],
  [
    'the damaged text first',
    rank,
    { kind: 'rank', ranks: [2, 1] },
    /^Translation B was damaged on purpose, so it should/,
  ],
  ['no answer', rank, { kind: 'none' }, /^Translation B was damaged on purpose\. You can always/],
  ['a low score', assess, { kind: 'assess', score: 50 }, /^Correct: this text/],
  ['a high score', assess, { kind: 'assess', score: 51 }, /below 50/],
  ['the damage', as('mark'), span(8, 14), /you marked the damage/],
  ['next to the damage', as('mark'), span(0, 7), /you did not mark the damage/],
  ['in the source', as('mark'), span(0, 8, 'source'), /you did not mark the damage/],
  ['nothing', as('mark'), { kind: 'mark', errors: [] }, /you did not mark the damage/],
  ['an edit', as('edit'), { kind: 'edit', outcome: 'edited', text: 'x' }, /^Correct/],
  ['unable to correct', as('edit'), { kind: 'edit', outcome: 'unable' }, /^Correct/],
  ['left unchanged', as('edit'), { kind: 'edit', outcome: 'unchanged' }, /needed a correction/],
  ['refused', as('accept'), { kind: 'accept', acceptable: false }, /^Correct/],
  ['accepted', as('accept'), { kind: 'accept', acceptable: true }, /^This text was replaced on purpose/],
  ['nothing to find', assignmentOf('zz-judge-1', 'mark'), span(0, 1), /^No text was damaged here/],
])('after %s', (_, assignment, answer, expected) => {
  const { hint, right } = practiceHint(campaign, assignment, answer);
  expect(hint).toMatch(expected);
  expect(right).toBe(hint.startsWith('Correct') ? true : hint.startsWith('No text') ? undefined : false);
  expect(hint).not.toMatch(/zz-|practice|check/);
});
