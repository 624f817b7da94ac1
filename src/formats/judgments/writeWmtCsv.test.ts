import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Ranking } from '../../human/index.ts';
import { readText } from './testing/readText.ts';
import { writeWmtCsv } from './writeWmtCsv.ts';

const common = { task: 'de-en', segment: '3', judge: 'j', order: 0 };
const read = async (text: string) => (await readText(text)).rankings;

describe('writeWmtCsv', () => {
  it('writes a row for each ranking, with room for five outputs', () => {
    const text = writeWmtCsv([{ ...common, document: 'd,1', systems: ['a', 'b', 'c'], ranks: [2, NaN, 1] }]);
    expect(text.split('\n').slice(1)).toEqual(['de,en,3,"d,1",3,j,-1,a,-1,b,-1,c,-1,,-1,,2,-1,1,-1,-1', '']);
  });

  it('writes a row for each pair, with the number of the ranking', () => {
    const text = writeWmtCsv([{ ...common, systems: ['a', 'b', 'c'], ranks: [2, 1, 1] }], { pairs: true });
    expect(text.split('\n')).toEqual([
      'srclang,trglang,srcIndex,segmentId,judgeID,system1Id,system1rank,system2Id,system2rank,rankingID',
      'de,en,3,3,j,a,2,b,1,1',
      'de,en,3,3,j,a,2,c,1,1',
      'de,en,3,3,j,b,1,c,1,1',
      '',
    ]);
  });

  it('joins systems of one text if each stands by itself elsewhere, else writes them one by one', async () => {
    const merged = { ...common, systems: ['a', 'b', 'c'], ranks: [1, 1, 2], shown: [0, 0, 1] };
    const alone = { ...common, order: 1, systems: ['a', 'b'], ranks: [1, 2] };
    expect(writeWmtCsv([merged, alone])).toContain(',a+b,');
    expect(await read(writeWmtCsv([merged, alone]))).toEqual([merged, alone]);
    const { shown: _, ...apart } = merged;
    expect(await read(writeWmtCsv([merged]))).toEqual([apart]);
  });

  const odd = (more: Partial<Ranking>): Ranking => ({ ...common, systems: ['a', 'b'], ranks: [1, 2], ...more });
  it.each<[string, Partial<Ranking>, string]>([
    ['a task without two languages', { task: 'news' }, 'WMT CSV needs two languages, but the task is named "news"'],
    ['a judge with a space at the end', { judge: 'j ' }, 'Cannot write the judge "j " (judge j , segment 3) as WMT CSV'],
    ['a system with a line break', { systems: ['a\n', 'b'] }, 'Cannot write the system "a\\n" (judge j, segment 3)'],
    ['a placeholder', { systems: ['PLACEHOLDER', 'b'] }, 'Cannot write the system "PLACEHOLDER"'],
    ['a document that means none', { document: '-1' }, 'Cannot write the document "-1"'],
    ['a segment without a name', { segment: '' }, 'Cannot write the segment ""'],
    ['a name that would be two', { systems: ['a+b', 'b', 'a'], ranks: [1, 2, 3] }, 'Cannot write the system a+b as WMT CSV, where + joins'],
  ])('refuses %s', (_, more, fault) => {
    expect(() => writeWmtCsv([odd(more)])).toThrow(fault);
  }); // prettier-ignore

  it('writes what reads back exactly, whether a row holds a ranking or a pair', () => {
    const names = ['a', 'b b', '__proto__', 'base+lm', 'say "x", y', 'f'];
    const ranking = fc.record({
      judge: fc.constantFrom('j', 'k, "l"'),
      segment: fc.constantFrom('1', 'doc 7'),
      systems: fc.shuffledSubarray(names, { minLength: 2 }),
      ranks: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 6, maxLength: 6 }),
      merged: fc.boolean(),
    });
    return fc.assert(
      fc.asyncProperty(fc.array(ranking, { maxLength: 8 }), async (drawn) => {
        const orders = new Map<string, number>();
        const all = [
          { judge: 'j', segment: '1', systems: names.slice(0, 5), ranks: [1, 2, 3, 4, 5], merged: false },
          ...drawn,
        ];
        const rankings = all.map(({ judge, segment, systems, ranks, merged }): Ranking => {
          const order = orders.get(judge) ?? 0;
          orders.set(judge, order + 1);
          const own = ranks.slice(0, systems.length);
          // The first two as one text, where their names can be joined: each stands by itself in the first ranking.
          const isJoined = merged && systems.length > 2 && !systems.slice(0, 2).some((name) => name === 'base+lm' || name === 'f'); // prettier-ignore
          if (isJoined) own[1] = own[0]!;
          const shown = isJoined ? { shown: systems.map((_, i) => Math.max(0, i - 1)) } : {};
          return { task: 'de-en', judge, segment, order, systems, ranks: own, ...shown };
        });
        expect(await read(writeWmtCsv(rankings))).toEqual(rankings);
        expect(await read(writeWmtCsv(rankings, { pairs: true }))).toEqual(rankings);
      }),
    );
  });
});
