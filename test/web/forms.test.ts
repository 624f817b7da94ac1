/** Forms converted to answers and back. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Answer, type MarkedSpan, designOf, taskKinds } from '../../src/human/index.ts';
import { campaign } from '../../src/server/testing/testCampaign.ts';
import type { ShownAssignment } from '../../src/server/wire.ts';
import { special } from './protocolAssignments.ts';
import { type Form, emptyForm, fillIn, formOfAnswer, restoreForm } from '../../web/shared/fields/forms.ts';

const english = (text: string) => ({ text, lang: 'en', dir: 'ltr' }) as const;

const assignment = (kind: ShownAssignment['kind'], count = 1): ShownAssignment => ({
  id: 'a1',
  kind,
  practice: false,
  design: designOf({ ...campaign, errors: { categories: ['accuracy'], severities: ['minor', 'major'] } }, kind),
  source: { before: [], here: english('source'), after: [] },
  texts: Array.from({ length: count }, (_, i) => english(`text ${i}`)),
});

describe('a form', () => {
  it.each(taskKinds.filter((kind) => kind !== 'mark'))('of kind %s says what is missing when it is empty', (kind) => {
    const shown = assignment(kind, kind === 'rank' ? 5 : kind === 'pairwise' ? 2 : 1);
    expect(fillIn(emptyForm(shown), shown)).toMatchObject({ missing: expect.stringMatching(/./) as string });
  });

  it('without marked errors is an answer', () => {
    const shown = assignment('mark');
    expect(fillIn(emptyForm(shown), shown)).toEqual({ answer: { kind: 'mark', errors: [] } });
  });

  it.each<[string, Form, string]>([
    ['one rank', { kind: 'rank', ranks: [1, null, 2] }, 'One translation has no rank yet.'],
    ['two ranks', { kind: 'rank', ranks: [1, null, null] }, '2 translations have no rank yet.'],
  ])('counts what is missing: %s', (_, form, missing) => {
    expect(fillIn(form, assignment('rank', 3))).toEqual({ missing });
  });

  it.each<[string, Form, Answer | undefined]>([
    ['pasted lines become one', { kind: 'edit', outcome: 'edited', text: ' a \r\n b\u2028c ' }, { kind: 'edit', outcome: 'edited', text: 'a b c' }],
    ['a lone surrogate is removed', { kind: 'edit', outcome: 'edited', text: 'a\uD83D b 😀' }, { kind: 'edit', outcome: 'edited', text: 'a b 😀' }],
    ['an edit that is too long is not an answer', { kind: 'edit', outcome: 'edited', text: 'a'.repeat(20_001) }, undefined],
    ['an empty edit is not an answer', { kind: 'edit', outcome: 'edited', text: ' \n' }, undefined],
    ['an edit that changes nothing is not an answer', { kind: 'edit', outcome: 'edited', text: 'text 0 ' }, undefined],
    ['text written earlier is ignored', { kind: 'edit', outcome: 'unable', text: 'half' }, { kind: 'edit', outcome: 'unable' }],
  ])('%s', (_, form, answer) => {
    const filled = fillIn(form, assignment('edit'));
    expect('answer' in filled ? filled.answer : undefined).toEqual(answer);
  }); // prettier-ignore

  /** Assignments of protocols, by their place in the list. */
  const ofProtocol = (kind: 'assess' | 'mark', place: number): ShownAssignment => ({
    ...assignment(kind),
    ...special[kind]![place],
  });
  const text = (score: number | null, ...errors: MarkedSpan[]) => ({ errors, scores: [score] });
  const major = { side: 'output', start: 0, end: 3, severity: 'major', category: '' } as const;

  it.each<[string, Form, ShownAssignment, object]>([
    ['a low score without errors', { kind: 'mark', texts: [text(40)] }, ofProtocol('mark', 0), { answer: { kind: 'mark', errors: [], score: 40 }, warning: 'The translation has a score below 66 and no marked error. Mark the errors, or submit once more.' }],
    ['a low score with an error', { kind: 'mark', texts: [text(40, major)] }, ofProtocol('mark', 0), { answer: { kind: 'mark', errors: [major], score: 40 } }],
    ['three texts, one without a score', { kind: 'mark', texts: [text(90), text(null), text(85)] }, ofProtocol('mark', 1), { missing: 'Translation B has no score yet: move the slider or type a number from 0 to 100.', at: { text: 1 } }],
    ['a low score that needs an error', { kind: 'mark', texts: [text(90), text(85), text(80)] }, ofProtocol('mark', 1), { missing: 'Translation C has a score below 85 and no marked error. Mark at least one error, or raise the score.', at: { text: 2 } }],
    ['three texts', { kind: 'mark', texts: [text(90), text(85), text(80, major)] }, ofProtocol('mark', 1), { answer: { kind: 'mark', texts: [{ errors: [], scores: [90] }, { errors: [], scores: [85] }, { errors: [major], scores: [80] }] } }],
    ['an error without its category', { kind: 'mark', texts: [{ errors: [major], scores: [] }] }, ofProtocol('mark', 2), { missing: 'Choose a category for error 1.', at: { text: 0, error: 0 } }],
    ['a category that needs a note', { kind: 'mark', texts: [{ errors: [{ ...major, category: 'Other', note: ' ' }], scores: [] }] }, ofProtocol('mark', 2), { missing: 'Say in a note what error 1 is.', at: { text: 0, error: 0 } }],
    ['no score at all', { kind: 'mark', texts: [{ errors: [{ ...major, category: 'Fluency/Grammar' }], scores: [] }] }, ofProtocol('mark', 2), { answer: { kind: 'mark', errors: [{ ...major, category: 'Fluency/Grammar' }] } }],
    ['one of two scales', { kind: 'assess', texts: [{ errors: [], scores: [3, null] }] }, ofProtocol('assess', 0), { missing: 'The translation has no score for fluency yet: choose one.', at: { text: 0 } }],
    ['two scales', { kind: 'assess', texts: [{ errors: [], scores: [3, 4] }] }, ofProtocol('assess', 0), { answer: { kind: 'assess', texts: [{ scores: [3, 4] }] } }],
    ['no score of the document', { kind: 'assess', texts: [text(50)], document: [null] }, ofProtocol('assess', 1), { missing: 'The whole document has no score yet: move the slider or type a number from 0 to 100.', at: { text: 0 } }],
    ['a score of the document', { kind: 'assess', texts: [text(50)], document: [60] }, ofProtocol('assess', 1), { answer: { kind: 'assess', texts: [{ scores: [50] }], document: [60] } }],
  ])('of a protocol: %s', (_, form, shown, filled) => {
    expect(fillIn(form, shown)).toEqual(filled);
    expect(restoreForm(JSON.parse(JSON.stringify(form)), shown)).toEqual(form);
    if ('answer' in filled) expect(formOfAnswer(filled.answer as Answer, shown)).toEqual(form);
  }); // prettier-ignore

  it('begins with the errors that are marked already', () => {
    const shown = ofProtocol('mark', 3);
    expect(emptyForm(shown)).toEqual({ kind: 'mark', texts: [{ errors: shown.prefilled![0], scores: [null] }] });
  });

  it('that an earlier version of the page kept is still read', () => {
    const errors = [{ ...major, category: 'accuracy' }];
    expect(restoreForm({ kind: 'mark', errors, score: 3 }, assignment('mark'))).toEqual({ kind: 'mark', texts: [{ errors, scores: [3] }] }); // prettier-ignore
  });

  const rank = fc.integer({ min: 1, max: 5 });
  const score = fc.integer({ min: 0, max: 100 });
  const span = fc
    .tuple(
      fc.constantFrom('source' as const, 'output' as const),
      fc.nat(6),
      fc.nat(6),
      fc.constantFrom('minor', 'major'),
    )
    .map(([side, a, b, severity]) => ({
      side,
      start: Math.min(a, b),
      end: Math.max(a, b),
      severity,
      category: 'accuracy',
    }));
  const answers: fc.Arbitrary<Answer> = fc.oneof(
    fc.array(rank, { minLength: 5, maxLength: 5 }).map((ranks) => ({ kind: 'rank' as const, ranks })),
    fc.constantFrom([1, 2], [2, 1], [1, 1]).map((ranks) => ({ kind: 'pairwise' as const, ranks })),
    score.map((score) => ({ kind: 'assess' as const, score })),
    fc.record(
      { kind: fc.constant('mark' as const), errors: fc.array(span), score },
      { requiredKeys: ['kind', 'errors'] },
    ),
    fc.constantFrom('unchanged' as const, 'unable' as const).map((outcome) => ({ kind: 'edit' as const, outcome })),
    fc
      .stringMatching(/^[a-z]+( [a-z]+)*$/)
      .map((text) => ({ kind: 'edit' as const, outcome: 'edited' as const, text })),
    fc.boolean().map((acceptable) => ({ kind: 'accept' as const, acceptable })),
  );

  it('made from an answer gives that answer, even after it was saved', () => {
    fc.assert(
      fc.property(answers, (answer) => {
        if (answer.kind === 'none') return;
        const shown = assignment(answer.kind, answer.kind === 'rank' ? 5 : answer.kind === 'pairwise' ? 2 : 1);
        const form = formOfAnswer(answer, shown);
        expect(fillIn(form, shown)).toEqual({ answer });
        const kept = restoreForm(JSON.parse(JSON.stringify(form)), shown);
        expect(kept && fillIn(kept, shown)).toEqual({ answer });
      }),
    );
  });

  it.each<[string, unknown, ShownAssignment]>([
    ['of another kind', { kind: 'assess', score: 3 }, assignment('rank', 2)],
    ['with ranks for more translations', { kind: 'rank', ranks: [1, 2, 3] }, assignment('rank', 2)],
    ['with a rank out of range', { kind: 'rank', ranks: [1, 3] }, assignment('rank', 2)],
    ['with a score out of range', { kind: 'assess', score: 101 }, assignment('assess')],
    ['with a half score', { kind: 'assess', score: 1.5 }, assignment('assess')],
    ['with a span out of the text', { kind: 'mark', score: null, errors: [{ side: 'output', start: 0, end: 99, severity: 'minor', category: '' }] }, assignment('mark')],
    ['with an unknown severity', { kind: 'mark', score: null, errors: [{ side: 'output', start: 0, end: 1, severity: '__proto__', category: '' }] }, assignment('mark')],
    ['without a text', { kind: 'edit', outcome: null }, assignment('edit')],
    ['that is null', null, assignment('edit')],
    ['that is a word', 'edit', assignment('edit')],
  ])('saved %s is refused', (_, kept, shown) => {
    expect(restoreForm(kept, shown)).toBeUndefined();
  }); // prettier-ignore
});
