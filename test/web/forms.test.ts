/** Forms converted to answers and back. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Answer, designOf, taskKinds } from '../../src/human/index.ts';
import { campaign } from '../../src/server/testing/testCampaign.ts';
import type { ShownAssignment } from '../../src/server/wire.ts';
import { type Form, emptyForm, fillIn, formOfAnswer, restoreForm } from '../../web/judge/forms.ts';

const english = (text: string) => ({ text, lang: 'en', dir: 'ltr' }) as const;

const assignment = (kind: ShownAssignment['kind'], count = 1): ShownAssignment => ({
  id: 'a1',
  kind,
  practice: false,
  design: designOf(campaign, kind),
  source: { before: [], here: english('source'), after: [] },
  texts: Array.from({ length: count }, (_, i) => english(`text ${i}`)),
  errors: { categories: ['accuracy'], severities: ['minor', 'major'] },
});

describe('a form', () => {
  it.each(taskKinds.filter((kind) => kind !== 'mark'))('of kind %s says what is missing when it is empty', (kind) => {
    const shown = assignment(kind, kind === 'rank' ? 5 : kind === 'pairwise' ? 2 : 1);
    expect(fillIn(emptyForm(shown), shown)).toEqual({ missing: expect.stringMatching(/./) as string });
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
