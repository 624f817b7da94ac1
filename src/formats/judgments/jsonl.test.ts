import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Judgments } from '../../human/index.ts';
import { faultOf, leftOut, readText } from './testing/readText.ts';
import { writeJudgmentsJsonl } from './jsonl.ts';

const good = { kind: 'rating', task: 't', segment: '1', judge: 'j', order: 0, system: 'a', score: 1, item: 'output' };
const lines = (...values: readonly object[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');

describe('jsonl', () => {
  it('needs no task, order or item', async () => {
    const bare = { kind: 'rating', segment: '1', judge: 'j', system: 'a', score: 2 };
    const two = lines(bare, { ...bare, segment: '2' });
    expect((await readText(two, { task: 'de-en' })).ratings).toEqual(
      [0, 1].map((order) => ({
        task: 'de-en',
        segment: String(order + 1),
        judge: 'j',
        order,
        system: 'a',
        score: 2,
        item: 'output',
      })),
    );
  });

  it.each<[string, object, string]>([
    ['no kind', { ...good, kind: 'verdicts' }, '"kind" must be one of ranking, rating, annotation, edit, verdict.'],
    ['no judge', { ...good, judge: undefined }, '"judge" is missing.'],
    ['a number for a name', { ...good, segment: 1 }, '"segment" must be a string.'],
    ['a text for a score', { ...good, score: '1' }, '"score" must be a number.'],
    ['no score', { ...good, score: undefined }, '"score" must be a number.'],
    ['null for a score', { ...good, score: null }, '"score" must be a number.'],
    ['negative seconds', { ...good, seconds: -1 }, '"seconds" must be a number, 0 or more.'],
    ['an unknown item', { ...good, item: 'x' }, '"item" must be one of output, reference, damaged, repeat, incomplete, document.'],
    ['an inherited field', { ...good, kind: 'edit', outcome: 'toString' }, '"outcome" must be one of edited, unchanged, unable.'],
    ['rank 0', { ...good, kind: 'ranking', systems: ['a'], ranks: [0] }, '"ranks" must be a list of whole numbers, 1 or more, or null.'],
    ['a rank too many', { ...good, kind: 'ranking', systems: ['a'], ranks: [1, 2] }, '"systems", "ranks" and "shown" must have the same length.'],
    ['a system twice', { ...good, kind: 'ranking', systems: ['a', 'a'], ranks: [1, 2] }, 'a system is named twice.'],
    ['no list', { ...good, kind: 'annotation', errors: {} }, '"errors" must be a list of objects with category, severity, side and optionally text, start and end.'],
    ['an error without a side', { ...good, kind: 'annotation', errors: [{ category: '', severity: '' }] }, '"errors" must be a list of objects with category, severity, side and optionally text, start and end.'],
    ['yes for true', { ...good, kind: 'verdict', editor: 'e', acceptable: 'yes' }, '"acceptable" must be true or false.'],
    ['a list', [], 'every line must hold one JSON object.'],
  ])('refuses %s, or leaves it out', async (_, bad, fault) => {
    const text = lines(good, bad, { ...good, order: 1 });
    expect(await faultOf(text)).toBe(`line 2: ${fault}`);
    const read = await readText(text, { lenient: true });
    expect(read.ratings).toHaveLength(2);
    expect(leftOut(read)).toEqual([[1, 'malformed lines']]);
  }); // prettier-ignore

  const { order: _order, ...unordered } = good;
  const ranked = { ...good, kind: 'ranking', systems: ['a', 'b'], ranks: [1, 2] };
  const voted = { ...good, kind: 'verdict', editor: 'e', acceptable: true };
  const same = (kind: string) => `the same ${kind}, by the same judge and with the same order, is on line 1.`;
  const again = 'the same judge judged the same on line 1. To keep repeated judgments, add "order".';
  it.each<[string, object, object, string | undefined]>([
    ['a rating doubled', good, good, same('rating')],
    ['two scores of one order', good, { ...good, score: 9 }, same('rating')],
    ['a rating doubled, without order', unordered, unordered, again],
    ['two scores without order', unordered, { ...unordered, score: 9 }, again],
    ['a ranking doubled, as others were shown first', ranked, { ...ranked, systems: ['b', 'a'] }, same('ranking')],
    ['a verdict doubled', voted, { ...voted, acceptable: false }, same('verdict')],
    ['an annotation doubled', { ...good, kind: 'annotation', errors: [] }, { ...good, kind: 'annotation', errors: [] }, same('annotation')],
    ['a rating at another time', good, { ...good, order: 1 }, undefined],
    ['a repeat', unordered, { ...unordered, item: 'repeat' }, undefined],
    ['a rating by another judge', unordered, { ...unordered, judge: 'k' }, undefined],
    ['a verdict on another edit', voted, { ...voted, editor: 'f' }, undefined],
    ['a ranking of others', ranked, { ...ranked, systems: ['a', 'c'] }, undefined],
    ['a rating beside a ranking', good, ranked, undefined],
  ])('%s', async (_, first, second, fault) => {
    expect(await faultOf(lines(first, second))).toBe(fault === undefined ? 'no fault' : `line 2: ${fault}`);
    expect(leftOut(await readText(lines(first, second), { lenient: true }))).toEqual(fault === undefined ? [] : [[1, 'malformed lines']]);
  }); // prettier-ignore

  it('writes what reads back exactly', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('__proto__', '', '\n\r\t"\\', '\u2028'));
    const number = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0));
    const both = <A extends object, B extends object>(a: fc.Arbitrary<A>, b: fc.Arbitrary<B>) =>
      fc.tuple(a, b).map(([x, y]) => ({ ...x, ...y }));
    const optional = <A>(model: { [K in keyof A]: fc.Arbitrary<A[K]> }) => fc.record(model, { requiredKeys: [] });
    const common = both(
      fc.record({ task: text, segment: text, judge: text, order: number }),
      optional({ document: text, seconds: fc.double({ min: 0, max: 1e6, noNaN: true }) }),
    );
    /** Judgments of a kind, each with an order of its own, which tells them apart. */
    const list = <A extends object>(said: fc.Arbitrary<A>) =>
      fc.uniqueArray(both(common, said), { maxLength: 4, selector: ({ order }) => order });
    const ranking = fc
      .record({
        systems: fc.uniqueArray(text, { minLength: 1, maxLength: 5 }),
        ranks: fc.array(fc.option(fc.integer({ min: 1, max: 9 }), { nil: NaN }), { minLength: 5, maxLength: 5 }),
        shown: fc.option(fc.array(fc.nat(3), { minLength: 5, maxLength: 5 }), { nil: undefined }),
      })
      .map(({ systems, ranks, shown }) => ({
        systems,
        ranks: ranks.slice(0, systems.length),
        ...(shown && { shown: shown.slice(0, systems.length) }),
      }));
    const side = fc.constantFrom('source' as const, 'output' as const);
    const error = both(fc.record({ category: text, severity: text, side }), optional({ text }));
    const item = fc.constantFrom('output' as const, 'reference' as const, 'damaged' as const, 'repeat' as const);
    const outcome = fc.constantFrom('edited' as const, 'unchanged' as const, 'unable' as const);
    const judgments: fc.Arbitrary<Judgments> = fc.record({
      rankings: list(ranking),
      ratings: list(fc.record({ system: text, score: number, item })),
      annotations: list(fc.record({ system: text, errors: fc.array(error, { maxLength: 3 }) })),
      edits: list(both(fc.record({ system: text, outcome }), optional({ text }))),
      verdicts: list(fc.record({ system: text, editor: text, acceptable: fc.boolean() })),
      dropped: fc.constant([]),
    });
    const some = judgments.filter((all) => Object.values(all).some((each) => each.length > 0));
    return fc.assert(
      fc.asyncProperty(some, async (all) => {
        expect(await readText(writeJudgmentsJsonl(all))).toEqual(all);
      }),
      { numRuns: 200 },
    );
  });
});
