import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Judgments } from '../judgments.ts';
import { checkJudges } from '../ranking/judgeChecks.ts';
import type { Answer, Assignment } from './campaign.ts';
import { collectJudgments } from './collectJudgments.ts';
import { keepApart } from '../keepApart.ts';
import { percentScale } from './designOf.ts';
import { answered, assigned, campaign, recordWith } from './testing/makeRecord.ts';

const none: Judgments = { rankings: [], ratings: [], annotations: [], edits: [], verdicts: [], dropped: [] };
const rank = (...ranks: number[]): Answer => ({ kind: 'rank', ranks });
const common = { task: 'de-en', segment: '1', document: 'x', judge: 'j', order: 0, seconds: 10 };

/** Everything is answered by judge j, in order. */
const collected = (...each: readonly (readonly [Assignment, Answer])[]): Judgments =>
  collectJudgments(
    recordWith(each.map(([asked]) => asked), ...each.map(([{ judge, id }, answer]) => answered(judge, id, answer))),
  ); // prettier-ignore
const edited = (editor: string) => ({ edited: { editor, outcome: 'edited', text: 'better words' } }) as const;

describe('collectJudgments', () => {
  it('converts answers of every kind into judgments', () => {
    const found = collected(
      [assigned('1', 'j', 'rank', 0, 'b a c'), rank(1, 2, 2)],
      [assigned('2', 'j', 'pairwise', 2, 'c a'), { kind: 'pairwise', ranks: [2, 1] }],
      [assigned('3', 'j', 'assess', 0, 'a'), { kind: 'assess', score: 70 }],
      [assigned('4', 'j', 'mark', 0, 'a'), { kind: 'mark', errors: [{ side: 'output', start: 3, end: 7, severity: 'minor', category: 'accuracy' }, { side: 'source', start: 2, end: 2, severity: 'major', category: 'omission' }] }],
      [assigned('5', 'j', 'edit', 0, 'a'), { kind: 'edit', outcome: 'edited', text: 'x' }],
      [assigned('6', 'j', 'edit', 1, 'a'), { kind: 'edit', outcome: 'unable' }],
      [assigned('7', 'j', 'accept', 0, 'b', edited('k')), { kind: 'accept', acceptable: true }],
    ); // prettier-ignore
    expect(found).toEqual({
      rankings: [
        { ...common, protocol: 'rank', systems: ['b', 'a', 'c'], ranks: [1, 2, 2] },
        { ...common, protocol: 'pairwise', segment: '3', document: 'y', order: 1, systems: ['c', 'a'], ranks: [2, 1] }, // prettier-ignore
      ],
      ratings: [{ ...common, system: 'a', score: 70, item: 'output' }],
      annotations: [
        {
          ...common,
          system: 'a',
          errors: [
            { category: 'accuracy', severity: 'minor', side: 'output', text: 'some' },
            { category: 'omission', severity: 'major', side: 'source' },
          ],
        },
      ],
      edits: [
        { ...common, system: 'a', outcome: 'edited', text: 'x' },
        { ...common, segment: '2', order: 1, system: 'a', outcome: 'unable' },
      ],
      verdicts: [{ ...common, system: 'b', editor: 'k', acceptable: true }],
      dropped: [],
    });
  });

  it('gives errors in the source to the system whose translation they are about', () => {
    const omission = { side: 'source', start: 0, end: 4, severity: 'major', category: 'omission' } as const;
    const wrong = { side: 'output', start: 0, end: 3, severity: 'minor', category: 'accuracy' } as const;
    const { annotations } = collected(
      [assigned('1', 'j', 'mark', 0, 'b a'), { kind: 'mark', texts: [{ errors: [wrong] }, { errors: [omission, wrong] }] }],
    ); // prettier-ignore
    expect(annotations.map(({ system, errors }) => [system, errors.map(({ side, severity }) => `${side} ${severity}`)])).toEqual([
      ['b', ['output minor']],
      ['a', ['source major', 'output minor']],
    ]); // prettier-ignore
  });

  it('expands a common output to all its systems', () => {
    const found = collected(
      [assigned('1', 'j', 'rank', 0, 'ac b'), rank(2, 1)],
      [assigned('2', 'j', 'assess', 0, 'ab'), { kind: 'assess', score: 5 }],
      [assigned('3', 'j', 'accept', 0, 'bc', edited('k')), { kind: 'accept', acceptable: false }],
    );
    expect(found.rankings).toEqual([{ ...common, systems: ['a', 'c', 'b'], ranks: [2, 2, 1], shown: [0, 0, 1] }]);
    expect(found.ratings.map(({ system, order }) => [system, order])).toEqual([['a', 0], ['b', 0]]); // prettier-ignore
    expect(found.verdicts.map(({ system }) => system)).toEqual(['b', 'c']);
  });

  it('removes damaged texts from rankings, and drops rankings of a single output', () => {
    const check = { part: 'check' } as const;
    const found = collected(
      [assigned('1', 'j', 'rank', 0, 'a !a b', check), rank(1, 3, 2)],
      [assigned('2', 'j', 'pairwise', 0, 'a !b', check), { kind: 'pairwise', ranks: [1, 2] }],
      [assigned('3', 'j', 'edit', 0, '!b', check), { kind: 'edit', outcome: 'unable' }],
    );
    expect(found).toEqual({
      ...none,
      rankings: [{ ...common, protocol: 'rank', systems: ['a', 'b'], ranks: [1, 2] }],
      dropped: [
        { what: 'rankings of fewer than two outputs that are not damaged', count: 1, first: 'entry 5 of the journal' },
        { what: 'answers about damaged outputs (edit)', count: 1, first: 'entry 6 of the journal' },
      ],
    });
  });

  it('marks ratings of damaged texts and repeats, for the checks of judges', () => {
    const score = (value: number): Answer => ({ kind: 'assess', score: value });
    const { ratings } = collected(
      [assigned('1', 'j', 'assess', 0, 'a'), score(80)],
      [assigned('2', 'j', 'assess', 0, '!a', { part: 'check' }), score(20)],
      [assigned('3', 'j', 'assess', 0, 'a', { part: 'repeat', repeats: '1' }), score(70)],
      // Its original was not answered, so it is the first.
      [assigned('4', 'j', 'assess', 1, 'a', { part: 'repeat', repeats: '0' }), score(60)],
    );
    expect(ratings.map(({ item }) => item)).toEqual(['output', 'damaged', 'repeat', 'output']);
    const [check] = checkJudges('de-en', ratings);
    expect(check).toMatchObject({ damaged: { pairs: 1, higher: 1, lower: 0 }, repeats: { pairs: 1, difference: 10 } });
  });

  it('keeps scores given with marked errors apart from ratings of their own', () => {
    const mark: Answer = { kind: 'mark', errors: [], score: 90 };
    const [marked, rated] = [assigned('1', 'j', 'mark', 0, 'a'), assigned('2', 'j', 'assess', 1, 'b')];
    expect(collected([marked, mark])).toMatchObject({ ratings: [{ system: 'a', score: 90, item: 'output' }], annotations: [{ errors: [] }], dropped: [] }); // prettier-ignore
    const both = collected([marked, mark], [rated, { kind: 'assess', score: 10 }]);
    expect(both.ratings.map(({ protocol, score }) => [protocol, score])).toEqual([['mark', 90], ['assess', 10]]); // prettier-ignore
    expect(new Set(keepApart(both).judgments.ratings.map(({ task }) => task))).toEqual(new Set(['de-en/mark', 'de-en/assess'])); // prettier-ignore
  });

  it('takes scores and errors of several outputs, on several scales, and of documents', () => {
    const scale = { ...percentScale, min: 1, max: 5 };
    const shown = { shows: ['source'], context: 'document', rules: [], documentScore: true } as const;
    const designs = {
      mark: { ...shown, protocol: 'cesa', sideBySide: 3, scales: [percentScale] },
      assess: { ...shown, protocol: 'x', sideBySide: 1, scales: [{ ...scale, id: 'adequacy' }, { ...scale, id: 'fluency' }] },
    } as const; // prettier-ignore
    const asked = [assigned('1', 'j', 'mark', 0, 'ab !c'), assigned('2', 'j', 'assess', 1, 'a')];
    const error = { side: 'output', start: 3, end: 7, severity: 'minor', category: '' } as const;
    const missing = { ...error, start: 13, end: 13, marker: 'missing' } as const;
    const record = recordWith(
      asked,
      { kind: 'created', campaign: { ...campaign, designs } },
      answered('j', '1', { kind: 'mark', texts: [{ errors: [error, missing], scores: [80] }, { errors: [], scores: [20] }], document: [70, 30] }),
      answered('j', '2', { kind: 'assess', texts: [{ scores: [4, 5] }] }),
    ); // prettier-ignore
    const { ratings, annotations } = collectJudgments(record);
    expect(ratings.map(({ protocol, segment, system, score, item, scale: on = '' }) => [protocol, segment, system, score, item, on].join(' '))).toEqual([
      'cESA 1 a 80 output ', 'cESA 1 b 80 output ', 'cESA x a 70 document ', 'cESA x b 70 document ', 'cESA 1 c 20 damaged ',
      'x-adequacy 2 a 4 output 1-5', 'x-fluency 2 a 5 output 1-5',
    ]); // prettier-ignore
    expect(annotations.map(({ system, errors }) => [system, errors])).toEqual(
      ['a', 'b'].map((system) => [system, [
        { category: '', severity: 'minor', side: 'output', text: 'some', start: 3, end: 7 },
        { category: 'missing', severity: 'minor', side: 'output', start: 13, end: 13 },
      ]]),
    ); // prettier-ignore
    const short = recordWith(asked, answered('j', '1', { kind: 'mark', texts: [{ errors: [] }] }));
    expect(collectJudgments(short).dropped).toMatchObject([{ what: 'answers that do not fit the assignment' }]);
  });

  it('leaves out practice, “Cannot judge” answers, excluded judges and their edits, and reports it', () => {
    const asked = [
      assigned('0', 'j', 'rank', 0, 'a b', { part: 'practice' }),
      assigned('1', 'j', 'rank', 0, 'a b'),
      assigned('2', 'k', 'rank', 0, 'a b'),
      assigned('3', 'k', 'rank', 1, 'a b'),
      assigned('4', 'j', 'accept', 0, 'a', edited('k')),
      assigned('5', 'j', 'rank', 1, 'a b'),
    ];
    const record = recordWith(
      asked,
      answered('j', '0', rank(1, 2)),
      answered('j', '1', rank(1, 2)),
      answered('k', '2', rank(1, 2)),
      answered('k', '3', { kind: 'none' }),
      answered('j', '4', { kind: 'accept', acceptable: true }),
      answered('j', '5', { kind: 'none' }),
      { kind: 'excluded', judge: 'k', reason: 'too fast' },
    );
    expect(collectJudgments(record)).toEqual({
      ...none,
      rankings: [{ ...common, systems: ['a', 'b'], ranks: [1, 2] }],
      dropped: [
        { what: 'answers given for practice', count: 1, first: 'entry 5 of the journal' },
        { what: 'answers of k, who is excluded (too fast)', count: 2, first: 'entry 7 of the journal' },
        { what: 'verdicts on edits by k, who is excluded (too fast)', count: 1, first: 'entry 9 of the journal' },
        { what: '“Cannot judge” answers', count: 1, first: 'entry 10 of the journal' },
      ],
    });
  });

  it.each<[string, Assignment, Answer]>([
    ['too few ranks', assigned('1', 'j', 'rank', 0, 'a b'), rank(1)],
    ['rank 0', assigned('1', 'j', 'rank', 0, 'a b'), rank(0, 1)],
    ['rank 1.5', assigned('1', 'j', 'rank', 0, 'a b'), rank(1.5, 1)],
    ['an answer of another kind', assigned('1', 'j', 'rank', 0, 'a b'), { kind: 'assess', score: 1 }],
    ['no such segment', assigned('1', 'j', 'rank', 9, 'a b'), rank(1, 2)],
    ['no such system', assigned('1', 'j', 'rank', 0, 'a z'), rank(1, 2)],
    ['no number', assigned('1', 'j', 'assess', 0, 'a'), { kind: 'assess', score: NaN }],
    ['a verdict without an edit', assigned('1', 'j', 'accept', 0, 'a'), { kind: 'accept', acceptable: true }],
  ])('leaves out answers that do not fit: %s', (_, asked, answer) => {
    const { dropped, ...rest } = collected([asked, answer]);
    expect(Object.values(rest).flat()).toEqual([]);
    expect(dropped).toEqual([{ what: 'answers that do not fit the assignment', count: 1, first: 'entry 4 of the journal' }]); // prettier-ignore
  });

  it('uses the last answer, or the first on request; a correction does not change the order', () => {
    const asked = [assigned('1', 'j', 'rank', 0, 'a b'), assigned('2', 'j', 'rank', 1, 'a b')];
    const record = recordWith(
      asked,
      answered('j', '1', rank(1, 2)),
      answered('j', '2', rank(1, 1)),
      answered('j', '1', rank(2, 1), { seconds: 3 }),
    );
    const seen = (answers: 'first' | 'last') =>
      collectJudgments(record, { answers }).rankings.map(({ ranks, order, seconds }) => [ranks, order, seconds]);
    expect(seen('last')).toEqual([[[2, 1], 0, 3], [[1, 1], 1, 10]]); // prettier-ignore
    expect(seen('first')).toEqual([[[1, 2], 0, 10], [[1, 1], 1, 10]]); // prettier-ignore
  });

  it('counts every answer once: as judgments, or as left out', () => {
    // Each text has one system here, so one answer is one judgment.
    const answer = fc.oneof(
      fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 })).map(([a, b]) => rank(a, b)),
      fc.constant<Answer>({ kind: 'none' }),
    );
    const given = fc.record({
      judge: fc.constantFrom('j', 'k', '__proto__'),
      segment: fc.nat(4),
      part: fc.constantFrom('own', 'practice', 'check', 'pool', 'repeat'),
      entries: fc.constantFrom('a b', 'b !a', 'c a'),
      answer,
    });
    fc.assert(
      fc.property(fc.array(given, { minLength: 1, maxLength: 20 }), fc.boolean(), (all, exclude) => {
        const asked = all.map(({ judge, segment, part, entries }, i) => assigned(String(i), judge, 'rank', segment, entries, { part })); // prettier-ignore
        const events = all.map(({ judge, answer: said }, i) => answered(judge, String(i), said));
        const record = recordWith(asked, ...events, ...(exclude ? [{ kind: 'excluded', judge: all[0]!.judge, reason: 'r' } as const] : [])); // prettier-ignore
        const { rankings, dropped } = collectJudgments(record);
        expect(rankings.length + dropped.reduce((sum, { count }) => sum + count, 0)).toBe(all.length);
        const counts = all.filter(
          ({ judge, segment, part, entries, answer: said }) =>
            part !== 'practice' && segment < 4 && !entries.includes('!') && said.kind !== 'none' && !(exclude && judge === all[0]!.judge),
        ); // prettier-ignore
        expect(rankings).toHaveLength(counts.length);
        // Places grow by one for each judge, in the order of the journal.
        for (const judge of ['j', 'k', '__proto__']) {
          const orders = rankings.filter((each) => each.judge === judge).map(({ order }) => order);
          expect(orders).toEqual(orders.map((_, i) => i));
        }
      }),
    );
  });
});
