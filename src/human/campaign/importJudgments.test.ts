import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Judgments } from '../judgments.ts';
import { collectJudgments } from './collectJudgments.ts';
import { type ImportOptions, importJudgments } from './importJudgments.ts';
import { recordOf } from './testing/makeRecord.ts';

const none: Judgments = { rankings: [], ratings: [], annotations: [], edits: [], verdicts: [], dropped: [] };
const common = { task: 'de-en', segment: '2', judge: 'j', order: 0, seconds: 5 };

const back = (judgments: Partial<Judgments>, options?: ImportOptions) =>
  collectJudgments(recordOf(importJudgments({ ...none, ...judgments }, options).events));

describe('importJudgments', () => {
  it('round-trips judgments of every kind', () => {
    const judgments: Judgments = {
      rankings: [
        { ...common, document: 'd', systems: ['b', 'a', 'c'], ranks: [2, 1, 1], shown: [0, 1, 1] },
        { ...common, document: 'd', order: 1, systems: ['c', 'b'], ranks: [5, 5] },
      ],
      ratings: [
        { ...common, document: 'd', system: 'a', score: 70.5, item: 'output' },
        { ...common, document: 'd', order: 1, system: 'a', score: 10, item: 'damaged' },
        { ...common, document: 'd', order: 2, system: 'a', score: 60, item: 'repeat' },
      ],
      annotations: [{ ...common, document: 'd', system: 'a', errors: [{ category: 'x', severity: 'major', side: 'output' }] }],
      edits: [{ ...common, document: 'd', system: 'a', outcome: 'edited', text: 'new' }, { ...common, document: 'd', order: 1, system: 'b', outcome: 'unable' }],
      verdicts: [{ ...common, document: 'd', judge: 'k', system: 'a', editor: 'j', acceptable: false }],
      dropped: [],
    }; // prettier-ignore
    expect(back(judgments)).toEqual(judgments);
  });

  it('finds marked texts if the outputs are given', () => {
    const errors = [
      { category: 'x', severity: 'minor', side: 'output', text: 'two' },
      { category: 'x', severity: 'minor', side: 'source', text: 'zwei' },
      { category: 'x', severity: 'minor', side: 'output', text: 'not there' },
    ] as const;
    const texts = { segments: [{ key: '1' }, { key: '2', source: 'eins zwei' }], outputs: new Map([['a', ['', 'one two']]]) }; // prettier-ignore
    const [found] = back({ annotations: [{ ...common, system: 'a', errors }] }, texts).annotations;
    expect(found!.errors.map(({ text }) => text)).toEqual(['two', 'zwei', undefined]);
  });

  it('leaves out judgments that a campaign cannot hold, and reports it', () => {
    const { events, dropped } = importJudgments({
      ...none,
      rankings: [
        { ...common, systems: ['a', 'b', 'c'], ranks: [1, NaN, 2] },
        { ...common, order: 1, systems: ['a', 'b'], ranks: [1, NaN] },
      ],
      ratings: [{ ...common, system: 'r', score: 1, item: 'reference' }],
    });
    expect(collectJudgments(recordOf(events)).rankings).toEqual([{ ...common, systems: ['a', 'c'], ranks: [1, 2] }]);
    expect(dropped).toEqual([
      { what: 'outputs without a rank', count: 2, first: 'j, judgment 0' },
      { what: 'rankings of fewer than two outputs', count: 1, first: 'j, judgment 1' },
      { what: 'ratings of references', count: 1, first: 'j, judgment 0' },
    ]);
  });

  it('sorts by the order of each judge if the judgments are not in that order', () => {
    const of = (order: number, segment: string) => ({ ...common, segment, order, systems: ['a', 'b'], ranks: [1, 2] });
    expect(back({ rankings: [of(7, '1'), of(3, '2')] }).rankings.map(({ segment, order }) => [segment, order])).toEqual([['2', 0], ['1', 1]]); // prettier-ignore
  });

  it('takes one task', () => {
    const rankings = ['de-en', 'fr-en'].map((task) => ({ ...common, task, systems: ['a', 'b'], ranks: [1, 2] }));
    expect(back({ rankings }, { task: 'fr-en' }).rankings).toEqual([rankings[1]]);
    expect(() => back({ rankings })).toThrow('several tasks: de-en, fr-en. Choose one');
    expect(() => back({ rankings }, { task: 'cs-en' })).toThrow('There are no judgments for the task cs-en.');
    expect(() => back({})).toThrow('There are no judgments to import.');
  });

  it('refuses unknown segments and incomplete outputs', () => {
    const rankings = [{ ...common, systems: ['a', 'b'], ranks: [1, 2] }];
    expect(() => back({ rankings }, { segments: [{ key: '1' }] })).toThrow('j judged segment 2, which is not among the 1 given segments.'); // prettier-ignore
    expect(() => back({ rankings }, { outputs: new Map([['a', []]]) })).toThrow('a has 0 outputs, but there are 1 segments.'); // prettier-ignore
  });

  it('round-trips any rankings', () => {
    const ranking = fc
      .record({
        segment: fc.constantFrom('1', '10', '2', 'x'),
        judge: fc.constantFrom('j', '__proto__'),
        systems: fc.shuffledSubarray(['a', 'b', 'constructor', 'd', 'e'], { minLength: 2 }),
        ranks: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 5, maxLength: 5 }),
      })
      .map((each) => ({ ...each, ranks: each.ranks.slice(0, each.systems.length) }));
    fc.assert(
      fc.property(fc.array(ranking, { minLength: 1, maxLength: 10 }), (drawn) => {
        const orders = new Map<string, number>();
        const rankings = drawn.map((each) => {
          const order = orders.get(each.judge) ?? 0;
          orders.set(each.judge, order + 1);
          return { task: 't', seconds: 1, order, ...each };
        });
        expect(back({ rankings }).rankings).toEqual(rankings);
      }),
    );
  });
});
