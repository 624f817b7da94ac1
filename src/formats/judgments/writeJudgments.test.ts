import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Judgments } from '../../human/index.ts';
import { readText } from './testing/readText.ts';
import { writeJudgments } from './assay.ts';
import { ratedItems } from './format.ts';
import { writeJudgmentsJsonl } from './jsonl.ts';

const none: Judgments = { rankings: [], ratings: [], annotations: [], edits: [], verdicts: [], dropped: [] };

describe('writeJudgments', () => {
  it('writes the columns that are needed, a row for each output', () => {
    const common = { task: 'de-en', segment: '3', judge: 'j', order: 0 };
    const text = writeJudgments({
      ...none,
      rankings: [{ ...common, systems: ['a', 'b'], ranks: [2, NaN] }],
      edits: [{ ...common, seconds: 7, system: 'a', outcome: 'edited', text: 'x\ty' }],
    });
    expect(text.split('\n')).toEqual([
      'kind\ttask\tsegment\tjudge\torder\tseconds\tsystem\trank\tranking\ttext\toutcome',
      'ranking\tde-en\t3\tj\t0\t\ta\t2\t1\t\t',
      'ranking\tde-en\t3\tj\t0\t\tb\t\t1\t\t',
      'edit\tde-en\t3\tj\t0\t7\ta\t\t\tx\\ty\tedited',
      '',
    ]);
  });

  it('writes what reads back exactly', () => {
    // Letters, what a table is made of, and names that objects have of their own.
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', 'ß', '😀', ' ', '\t', '\n', '\r', '\\', 'n', 'e', '"', ',') }),
      fc.constantFrom('__proto__', 'constructor', 'kind', 'NaN', '1'),
    );
    const number = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0));
    const seconds = fc.double({ min: 0, max: 1e6, noNaN: true });
    const both = <A extends object, B extends object>(a: fc.Arbitrary<A>, b: fc.Arbitrary<B>) =>
      fc.tuple(a, b).map(([x, y]) => ({ ...x, ...y }));
    const optional = <A>(model: { [K in keyof A]: fc.Arbitrary<A[K]> }) => fc.record(model, { requiredKeys: [] });
    const common = both(
      fc.record({ task: text, segment: text, judge: text }),
      optional({
        ...{ document: text, domain: text, wave: text, batch: text },
        ...{ seconds, started: seconds, ended: seconds },
      }),
    );
    /** Judgments of a kind, each with an order of its own, which tells them apart. */
    const list = <A extends object>(said: fc.Arbitrary<A>) =>
      fc.array(both(common, said), { maxLength: 6 }).map((all) => all.map((each, order) => ({ ...each, order })));
    const ranking = fc
      .record({
        systems: fc.uniqueArray(text, { minLength: 1, maxLength: 5 }),
        ranks: fc.array(fc.option(fc.integer({ min: 1, max: 9 }), { nil: NaN }), { minLength: 4, maxLength: 4 }),
        shown: fc.option(fc.array(fc.nat(3), { minLength: 5, maxLength: 5 }), { nil: undefined }),
      })
      .map(({ systems, ranks, shown }) => ({
        systems,
        ranks: [1, ...ranks].slice(0, systems.length),
        ...(shown && { shown: shown.slice(0, systems.length) }),
      }));
    const side = fc.constantFrom('source' as const, 'output' as const);
    const error = both(
      fc.record({ category: text, severity: text, side }),
      optional({ text, start: fc.nat(99), end: fc.nat(99) }),
    );
    const item = fc.constantFrom(...ratedItems);
    const annotated = fc.constantFrom('repeat' as const, 'incomplete' as const);
    const outcome = fc.constantFrom('edited' as const, 'unchanged' as const, 'unable' as const);
    const judgments: fc.Arbitrary<Judgments> = fc.record({
      rankings: list(ranking),
      ratings: list(both(fc.record({ system: text, score: number, item }), optional({ beside: text }))),
      annotations: list(
        both(
          fc.record({ system: text, errors: fc.array(error, { maxLength: 3 }) }),
          optional({ item: annotated, beside: text }),
        ),
      ),
      edits: list(both(fc.record({ system: text, outcome }), optional({ text, edit: text }))),
      verdicts: list(
        both(fc.record({ system: text, editor: text, acceptable: fc.boolean() }), optional({ edit: text })),
      ),
      dropped: fc.constant([]),
    });
    const some = judgments.filter((all) => Object.values(all).some((each) => each.length > 0));
    // The same for all judgments, because those that differ would be kept apart.
    const alike = fc.constantFrom({}, { testSet: 'wmt26', protocol: 'ESA' });
    const withThem = <A extends object, B extends object>(list: readonly A[], facts: B) =>
      list.map((each) => ({ ...each, ...facts }));
    return fc.assert(
      fc.asyncProperty(some, alike, async (drawn, facts) => {
        const all: Judgments = {
          rankings: withThem(drawn.rankings, facts),
          ratings: withThem(drawn.ratings, { ...facts, ...('testSet' in facts && { scale: 'z' }) }),
          annotations: withThem(drawn.annotations, facts),
          edits: withThem(drawn.edits, facts),
          verdicts: withThem(drawn.verdicts, facts),
          dropped: [],
        };
        expect(await readText(writeJudgments(all))).toEqual(all);
        expect(await readText(writeJudgmentsJsonl(all))).toEqual(all);
      }),
      { numRuns: 200 },
    );
  });

  it('writes a header for no judgments', () =>
    expect(writeJudgments(none)).toBe('kind\ttask\tsegment\tjudge\torder\tsystem\n'));
});
