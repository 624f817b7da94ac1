import { describe, expect, it } from 'vitest';
import type { Campaign } from '../human/index.ts';
import { checkAnswer, longestEdit } from './checkAnswer.ts';
import { assignmentOf, campaign } from './testing/testCampaign.ts';

const rank = assignmentOf('zz-judge-1', 'rank');
const pairwise = assignmentOf('zz-judge-1', 'pairwise');
const assess = assignmentOf('zz-judge-1', 'assess');
const mark = assignmentOf('zz-judge-1', 'mark');
const edit = assignmentOf('zz-judge-1', 'edit');
const accept = { ...edit, kind: 'accept' } as const;

const span = { side: 'output', start: 0, end: 7, severity: 'minor', category: 'addition' };
/** `Ausgabe 7 eins` and `Quelle 7`. */
const [output, source] = [14, 8];

describe('answers that fit', () => {
  it.each([
    [rank, { kind: 'rank', ranks: [1, 2, 3] }],
    [rank, { kind: 'rank', ranks: [3, 3, 3] }],
    [rank, { kind: 'none' }],
    [pairwise, { kind: 'pairwise', ranks: [1, 1] }],
    [assess, { kind: 'assess', score: 0 }],
    [assess, { kind: 'assess', score: 99.5 }],
    [mark, { kind: 'mark', errors: [] }],
    [mark, { kind: 'mark', errors: [span], score: 70 }],
    [mark, { kind: 'mark', errors: [{ ...span, end: output }] }],
    [mark, { kind: 'mark', errors: [{ ...span, side: 'source', start: source, end: source, category: 'omission' }] }],
    [edit, { kind: 'edit', outcome: 'edited', text: 'x'.repeat(longestEdit) }],
    [edit, { kind: 'edit', outcome: 'unchanged' }],
    [edit, { kind: 'edit', outcome: 'unable' }],
    [accept, { kind: 'accept', acceptable: false }],
  ])('%#: %o', (assignment, answer) => {
    expect(checkAnswer(campaign, assignment, answer)).toEqual(answer);
  });

  it('with severities alone have an empty category', () => {
    const plain: Campaign = { ...campaign, errors: { categories: [], severities: ['minor'] } };
    const answer = { kind: 'mark', errors: [{ ...span, category: '' }] };
    expect(checkAnswer(plain, mark, answer)).toEqual(answer);
    expect(() => checkAnswer(plain, mark, { kind: 'mark', errors: [span] })).toThrow(/category/);
  });
});

describe('answers that do not fit', () => {
  const marked = (changed: object) => ({ kind: 'mark', errors: [{ ...span, ...changed }] });
  it.each([
    [rank, undefined, /object/],
    [rank, null, /object/],
    [rank, [], /object/],
    [rank, 'rank', /object/],
    [rank, {}, /kind/],
    [rank, { kind: 'pairwise', ranks: [1, 2] }, /"kind" must be one of rank, none/],
    [rank, { kind: 'rank' }, /ranks/],
    [rank, { kind: 'rank', ranks: '123' }, /ranks/],
    [rank, { kind: 'rank', ranks: [1, 2] }, /3 texts/],
    [rank, { kind: 'rank', ranks: [1, 2, 3, 4] }, /ranks/],
    [rank, { kind: 'rank', ranks: [1, 2, 4] }, /from 1 to 3/],
    [rank, { kind: 'rank', ranks: [0, 1, 2] }, /from 1 to 3/],
    [rank, { kind: 'rank', ranks: [1, 2, 2.5] }, /whole number/],
    [rank, { kind: 'rank', ranks: [1, 2, '3'] }, /whole number/],
    [rank, { kind: 'rank', ranks: [1, 2, null] }, /whole number/],
    [rank, { kind: 'rank', ranks: [1, 2, 3], score: 4 }, /score/],
    [rank, { kind: 'none', ranks: [1, 2, 3] }, /ranks/],
    [rank, { kind: 'rank', ranks: [1, 2, 3], constructor: 1 }, /constructor/],
    [assess, { kind: 'assess', score: 101 }, /0 to 100/],
    [assess, { kind: 'assess', score: -1 }, /0 to 100/],
    [assess, { kind: 'assess', score: NaN }, /0 to 100/],
    [assess, { kind: 'assess', score: '50' }, /0 to 100/],
    [mark, { kind: 'mark' }, /errors/],
    [mark, { kind: 'mark', errors: Array.from({ length: 501 }, () => span) }, /at most 500/],
    [mark, { kind: 'mark', errors: [7] }, /marked error/],
    [mark, { kind: 'mark', errors: [], score: null }, /score/],
    [mark, marked({ side: 'reference' }), /source, output/],
    [mark, marked({ start: -1 }), /start/],
    [mark, marked({ start: 8 }), /"end"/],
    [mark, marked({ start: 0.5 }), /whole/],
    [mark, marked({ end: output + 1 }), /"end"/],
    [mark, marked({ side: 'source', end: source + 1 }), /"end"/],
    [mark, marked({ start: 7 }), /must not be empty/],
    [mark, marked({ severity: 'huge' }), /minor, major/],
    [mark, marked({ category: '__proto__' }), /addition, omission/],
    [mark, marked({ note: 'x' }), /note/],
    [edit, { kind: 'edit' }, /outcome/],
    [edit, { kind: 'edit', outcome: 'edited' }, /text/],
    [edit, { kind: 'edit', outcome: 'edited', text: ' \n' }, /empty/],
    [edit, { kind: 'edit', outcome: 'edited', text: 'x'.repeat(longestEdit + 1) }, /limit is 20000/],
    [edit, { kind: 'edit', outcome: 'edited', text: 'half \ud800' }, /lone surrogate/],
    [edit, { kind: 'edit', outcome: 'edited', text: 'nul \0' }, /NUL/],
    [edit, { kind: 'edit', outcome: 'unable', text: 'but' }, /text/],
    [accept, { kind: 'accept' }, /true or false/],
    [accept, { kind: 'accept', acceptable: 1 }, /true or false/],
  ])('%#: %o %o', (assignment, answer, message) => {
    expect(() => checkAnswer(campaign, assignment, answer)).toThrow(message);
  });

  it('in the source need a source', () => {
    const bare: Campaign = { ...campaign, segments: campaign.segments.map(({ key }) => ({ key })) };
    expect(() => checkAnswer(bare, mark, { kind: 'mark', errors: [{ ...span, side: 'source' }] })).toThrow(/no source/);
  });
});
