import { describe, expect, it } from 'vitest';
import { type Campaign, type Marking, type Scale, percentScale } from '../human/index.ts';
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

describe('answers by a design', () => {
  const scale = (id: string, changed: Partial<Scale> = {}): Scale => ({ ...percentScale, id, ...changed });
  const shown = { shows: ['source'], context: 'none', sideBySide: 2, rules: [] } as const;
  const marking: Marking = {
    severities: [{ name: 'minor' }, { name: 'major' }],
    categories: [
      { name: 'Accuracy', children: [{ name: 'Addition' }, { name: 'Omission', side: 'source' }] },
      { name: 'Other', needsNote: true },
      { name: 'Non-translation', severity: 'major', isWhole: true },
    ],
    markers: [{ id: 'missing', text: '[MISSING]' }],
    inSource: true,
    unit: 'word',
    most: 3,
  };
  const designed: Campaign = {
    ...campaign,
    designs: {
      mark: { ...shown, scales: [scale('score', { step: 5 })], marking, rules: [{ below: 85, needs: 'error', otherwise: 'refuse' }] },
      assess: { ...shown, scales: [scale('adequacy', { min: 1, max: 5 }), scale('fluency', { min: 1, max: 5 })] },
    },
  }; // prettier-ignore
  const two = [{ systems: [0] }, { systems: [1] }];
  const [marked, assessed] = [
    { ...mark, entries: two },
    { ...assess, entries: two },
  ];
  const error = { side: 'output', start: 0, end: 7, severity: 'minor', category: 'Accuracy/Addition' };
  const missing = { ...error, start: output, end: output, marker: 'missing' };
  const clean = { errors: [], scores: [90] };
  const texts = (...errors: object[]) => ({ kind: 'mark', texts: [{ errors, scores: [50] }, clean] });

  it.each([
    [marked, texts(error)],
    [marked, texts(missing)],
    [marked, texts({ ...error, side: 'source', category: 'Accuracy/Omission', end: 3 })],
    [marked, texts({ ...error, category: 'Other', note: 'odd' })],
    [marked, texts({ ...error, category: 'Non-translation', severity: 'major', end: output })],
    [marked, { kind: 'none' }],
    [assessed, { kind: 'assess', texts: [{ scores: [1, 5] }, { scores: [2, 2] }] }],
  ])('%#: %o fits', (assignment, answer) => {
    expect(checkAnswer(designed, assignment, answer)).toEqual(answer);
  });

  it.each([
    [marked, { kind: 'mark', texts: [clean] }, /each of the 2 texts/],
    [marked, { kind: 'mark', errors: [], score: 90 }, /unknown field/],
    [marked, { kind: 'mark', texts: [clean, { errors: [] }] }, /scores/],
    [marked, { kind: 'mark', texts: [clean, { errors: [], scores: [80] }] }, /below 85 needs at least one marked error/],
    [marked, { kind: 'mark', texts: [clean, { errors: [], scores: [92] }] }, /steps of 5/],
    [marked, { kind: 'mark', texts: [clean, clean], document: [1, 2] }, /document/],
    [marked, texts(error, error, error, error), /at most 3/],
    [marked, texts({ ...error, category: 'Accuracy' }), /Accuracy\/Addition/],
    [marked, texts({ ...error, category: 'Accuracy/Omission' }), /marked in the source/],
    [marked, texts({ ...error, side: 'source', end: 3 }), /marked in the output/],
    [marked, texts({ ...error, category: 'Other' }), /note/],
    [marked, texts({ ...error, category: 'Non-translation' }), /severity/],
    [marked, texts(error, { ...error, category: 'Non-translation', severity: 'major' }), /covers the whole text/],
    [marked, texts({ ...missing, marker: 'other' }), /marker/],
    [marked, texts({ ...error, marker: 'missing' }), /end of the output/],
    [marked, texts({ ...missing, marker: undefined }), /marker/],
    [assessed, { kind: 'assess', texts: [{ scores: [1, 5] }, { scores: [2] }] }, /adequacy, fluency/],
    [assessed, { kind: 'assess', texts: [{ scores: [1, 5] }, { scores: [2, 6] }] }, /from 1 to 5/],
    [assessed, { kind: 'assess', score: 3 }, /unknown field/],
  ])('%#: %o does not fit', (assignment, answer, message) => {
    expect(() => checkAnswer(designed, assignment, answer)).toThrow(message);
  }); // prettier-ignore

  it('may have to score the document', () => {
    const answer = { kind: 'mark', texts: [clean, clean], document: [90, 85] };
    expect(checkAnswer(designed, marked, answer, true)).toEqual(answer);
    expect(() => checkAnswer(designed, marked, { ...answer, document: [90] }, true)).toThrow(/each of the 2 texts/);
    expect(() => checkAnswer(designed, marked, { kind: 'mark', texts: [clean, clean] }, true)).toThrow(/document/);
  });
});
