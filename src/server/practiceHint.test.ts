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
  ['the damaged text last', rank, { kind: 'rank', ranks: [1, 2] }, /^Well seen: text 2 was damaged/],
  ['a tie with it', rank, { kind: 'rank', ranks: [1, 1] }, /^Text 2 was damaged on purpose, so it should/],
  ['the damaged text first', rank, { kind: 'rank', ranks: [2, 1] }, /^Text 2 was damaged on purpose, so it should/],
  ['no answer', rank, { kind: 'none' }, /^Text 2 was damaged on purpose\. You may always/],
  ['a low score', assess, { kind: 'assess', score: 50 }, /^Well seen: this text/],
  ['a high score', assess, { kind: 'assess', score: 51 }, /below 50/],
  ['the place', as('mark'), span(8, 14), /you marked the place/],
  ['beside the place', as('mark'), span(0, 7), /does not cover/],
  ['in the source', as('mark'), span(0, 8, 'source'), /does not cover/],
  ['nothing', as('mark'), { kind: 'mark', errors: [] }, /does not cover/],
  ['an edit', as('edit'), { kind: 'edit', outcome: 'edited', text: 'x' }, /^Well seen/],
  ['not understood', as('edit'), { kind: 'edit', outcome: 'unable' }, /^Well seen/],
  ['left as it was', as('edit'), { kind: 'edit', outcome: 'unchanged' }, /needed a correction/],
  ['refused', as('accept'), { kind: 'accept', acceptable: false }, /^Well seen/],
  ['accepted', as('accept'), { kind: 'accept', acceptable: true }, /^This text was put here on purpose/],
  ['nothing to find', assignmentOf('zz-judge-1', 'mark'), span(0, 1), /^Nothing was damaged here/],
])('after %s', (_, assignment, answer, expected) => {
  const hint = practiceHint(campaign, assignment, answer);
  expect(hint).toMatch(expected);
  expect(hint).not.toMatch(/zz-|practice|check/);
});
