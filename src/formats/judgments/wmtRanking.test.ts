import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withFiles } from '../../data/testing/files.ts';
import { readJudgments } from '../../data/readJudgments.ts';
import { faultOf, leftOut, readText, table } from './testing/readText.ts';

/** WMT10 to WMT14: five systems a row. */
const five = [
  ...['srclang', 'trglang', 'srcIndex', 'documentId', 'segmentId', 'judgeId'],
  ...[1, 2, 3, 4, 5].flatMap((i) => [`system${i}Number`, `system${i}Id`]),
  ...[1, 2, 3, 4, 5].map((i) => `system${i}rank`),
];
/** WMT15 and WMT16: two systems a row. */
const two = ['srclang', 'trglang', 'srcIndex', 'segmentId', 'judgeID', 'system1Id', 'system1rank', 'system2Id', 'system2rank', 'rankingID']; // prettier-ignore

const row = (systems: readonly string[], ranks: readonly (string | number)[], { index = '3', judge = 'j', doc = '-1', from = 'German', to = 'English' } = {}) => [
  ...[from, to, index, doc, index, judge],
  ...Array.from({ length: 5 }, (_, i) => [-1, systems[i] ?? '']).flat(),
  ...Array.from({ length: 5 }, (_, i) => ranks[i] ?? -1),
]; // prettier-ignore
const pair = (a: string, rankA: string | number, b: string, rankB: string | number, id: string | number = '', judge = 'j') => [
  ...['deu', 'eng', 3, 3, judge, a, rankA, b, rankB, id],
]; // prettier-ignore

const common = { task: 'de-en', segment: '3', judge: 'j' };

describe('wmt-ranking', () => {
  it('reads rows of five, with ties, ranks left blank and places left empty', async () => {
    const read = await readText(
      table(
        ',',
        five,
        row(['a', 'b', '_ref', 'd', 'e'], [2, 1, 1, -1, 5], { doc: 'doc/7' }),
        row(['a', 'b'], [1, 2]),
        row(['a', 'PLACEHOLDER', 'b', 'PLACEHOLDER'], [3, -1, 4, -1], { judge: 'k' }),
        row(['only'], [1]),
      ),
    );
    expect(read.rankings).toEqual([
      { ...common, document: 'doc/7', order: 0, systems: ['a', 'b', '_ref', 'd', 'e'], ranks: [2, 1, 1, NaN, 5] },
      { ...common, order: 1, systems: ['a', 'b'], ranks: [1, 2] },
      { ...common, judge: 'k', order: 0, systems: ['a', 'b'], ranks: [3, 4] },
      { ...common, order: 2, systems: ['only'], ranks: [1] },
    ]);
    expect(read.dropped).toEqual([]);
  });

  it('reads columns in any order and rows of more than five', async () => {
    const header = ['judgeid', ...[1, 2, 3, 4, 5, 6].flatMap((i) => [`SYSTEM${i}RANK`, `system${i}Id`]), 'trglang', 'srclang', 'segmentId']; // prettier-ignore
    const fields = ['j', ...['f', 'e', 'd', 'c', 'b', 'a'].flatMap((name, i) => [i + 1, name]), 'en', 'de', 3];
    const { rankings } = await readText(table(',', header, fields));
    expect(rankings).toEqual([
      { ...common, order: 0, systems: ['f', 'e', 'd', 'c', 'b', 'a'], ranks: [1, 2, 3, 4, 5, 6] },
    ]);
  });

  it('says where more systems are named than outputs were shown', async () => {
    const systems = ['a', 'b', 'c', 'd', 'e', 'f'];
    const pairs = (id: number, named: readonly string[]) =>
      named.flatMap((a, i) => named.slice(i + 1).map((b) => pair(a, 1, b, 2, id).with(6, i ? 2 : 1)));
    const text = table(',', two, ...pairs(7, systems), ...pairs(8, systems.slice(1)));
    await withFiles({ 'r.csv': text }, async (folder) => {
      const { notes } = await readJudgments({ files: [`${folder}/r.csv`] });
      expect(notes).toEqual([expect.stringMatching(/^1 ranking names more than five systems \(first: .*r\.csv, line 2\), but five outputs are shown: .* --identical left-out cannot find them/)]);
    }); // prettier-ignore
  });

  it('joins pairs of one rankingID, in the order in which outputs were shown', async () => {
    const pairs = [pair('b', 2, 'a', 1, 7), pair('b', 2, 'c', 2, 7), pair('a', 1, 'c', 2, 7)];
    const others = [pair('a', 1, 'b', -1, 8), pair('a', 4, 'b', 5, 7, 'k')];
    const { rankings } = await readText(table(',', two, ...pairs, ...others));
    expect(rankings).toEqual([
      { ...common, order: 0, systems: ['b', 'a', 'c'], ranks: [2, 1, 2] },
      { ...common, order: 1, systems: ['a', 'b'], ranks: [1, NaN] },
      { ...common, judge: 'k', order: 0, systems: ['a', 'b'], ranks: [4, 5] },
    ]);
  });

  it('takes each pair by itself where no rankingID joins them', async () => {
    const header = two.slice(0, -1);
    const rows = [pair('a', 1, 'b', 2), pair('a', 1, 'b', 2), pair('a', 1, 'c', 2)].map((each) => each.slice(0, -1));
    const { rankings } = await readText(table(',', header, ...rows));
    expect(rankings.map(({ systems, order }) => [...systems, order])).toEqual([
      ['a', 'b', 0],
      ['a', 'b', 1],
      ['a', 'c', 2],
    ]);
  });

  it.each<[string, readonly string[], (string | number)[][], number, string | undefined]>([
    ['a row of five doubled', five, [row(['a', 'b'], [1, 2]), row(['a', 'b'], [1, 2])], 2, '1 ranking repeats'],
    ['one row three times', five, [row(['a', 'b'], [1, 2]), row(['a', 'b'], [1, 2]), row(['a', 'b'], [1, 2])], 3, '2 rankings repeat'],
    ['a pair without rankingID doubled', two, [pair('a', 1, 'b', 2), pair('a', 1, 'b', 2)], 2, '1 ranking repeats'],
    ['a pair of one rankingID doubled', two, [pair('a', 1, 'b', 2, 7), pair('a', 1, 'b', 2, 7)], 1, undefined],
    ['other ranks', five, [row(['a', 'b'], [1, 2]), row(['a', 'b'], [2, 1])], 2, undefined],
    ['another judge', five, [row(['a', 'b'], [1, 2]), row(['a', 'b'], [1, 2], { judge: 'k' })], 2, undefined],
    ['another segment', five, [row(['a', 'b'], [1, 2]), row(['a', 'b'], [1, 2], { index: '4' })], 2, undefined],
  ])('%s', async (_, header, rows, count, said) => {
    await withFiles({ 'r.csv': table(',', header, ...rows) }, async (directory) => {
      const { judgments, notes } = await readJudgments({ files: [`${directory}/r.csv`] });
      expect(judgments.rankings).toHaveLength(count);
      expect(judgments.dropped).toEqual([]);
      const rest = ` an earlier one by the same judge (first: ${directory}/r.csv, line 3); counted as given again, since the format cannot mark duplicate rows`;
      expect(notes).toEqual(said === undefined ? [] : [`${said}${rest}`]);
    });
  }); // prettier-ignore

  describe('a + in an id', () => {
    const read = async (...rows: readonly (string | number)[][]) => (await readText(table(',', two, ...rows))).rankings;
    it('joins systems whose output was shown once, if all are of one test set', async () => {
      const merged = 'newstest2016.A.1.en-ro+newstest2016.B.2.en-ro';
      expect(await read(pair('newstest2016.C.0.en-ro', 2, merged, 1, 1))).toEqual([
        {
          ...common,
          order: 0,
          systems: ['newstest2016.C.0.en-ro', 'newstest2016.A.1.en-ro', 'newstest2016.B.2.en-ro'],
          ranks: [2, 1, 1],
          shown: [0, 1, 1],
        },
      ]);
    });
    it('or if all stand by themselves elsewhere in the file', async () => {
      const rankings = await read(pair('a+b', 1, 'c', 2, 1), pair('a', 1, 'b', 2, 2));
      expect(rankings[0]).toEqual({
        ...common,
        order: 0,
        systems: ['a', 'b', 'c'],
        ranks: [1, 1, 2],
        shown: [0, 0, 1],
      });
    });
    it('is part of a name otherwise', async () => {
      const rankings = await read(pair('base+lm', 1, 'base', 2, 1), pair('C++', 1, 'base', 2, 2));
      expect(rankings.map(({ systems }) => systems)).toEqual([['base+lm', 'base'], ['C++', 'base']]); // prettier-ignore
      expect(rankings[0]).not.toHaveProperty('shown');
    });
  });

  const good = row(['x', 'y'], [1, 2]);
  it.each<[string, readonly string[], readonly (string | number)[], string]>([
    ['too few fields', five, good.slice(1), '20 fields, expected 21.'],
    ['rank 0', five, row(['a', 'b'], [1, 0]), 'system2rank must be a rank from 1 to 5, or -1 for none, not "0".'],
    ['rank 6', five, row(['a', 'b'], [6, 1]), 'system1rank must be a rank from 1 to 5, or -1 for none, not "6".'],
    ['rank 2.5', five, row(['a', 'b'], [2.5, 1]), 'system1rank must be a rank from 1 to 5, or -1 for none, not "2.5".'],
    ['a word for a rank', five, row(['a', 'b'], [1, 'best']), 'system2rank must be a rank from 1 to 5, or -1 for none, not "best".'],
    ['an empty rank', five, row(['a', 'b'], [1, '']), 'system2rank must be a rank from 1 to 5, or -1 for none, not "".'],
    ['a rank without a system', five, row(['a', ''], [1, 2]), 'system2rank is 2, but system2Id is empty.'],
    ['a system twice', five, row(['a', 'b', 'a'], [1, 2, 1]), 'the system a is named twice.'],
    ['no segment', five, row(['a', 'b'], [1, 2], { index: '' }), 'srcIndex is empty.'],
    ['segment 0', five, row(['a', 'b'], [1, 2], { index: '0' }), 'srcIndex is 0, but segments are numbered from 1.'],
    ['segment -1', five, row(['a', 'b'], [1, 2], { index: '-1' }), 'srcIndex is -1, but segments are numbered from 1.'],
    ['no source language', five, row(['a', 'b'], [1, 2], { from: '' }), 'srclang is empty.'],
    ['no target language', five, row(['a', 'b'], [1, 2], { to: ' ' }), 'trglang is empty.'],
    ['no judge', five, row(['a', 'b'], [1, 2], { judge: '' }), 'judgeId is empty.'],
  ])('refuses %s, or leaves it out', async (_, header, bad, fault) => {
    const text = table(',', header, good, bad, good);
    expect(await faultOf(text)).toBe(`line 3: ${fault}`);
    const read = await readText(text, { lenient: true });
    expect(read.rankings).toHaveLength(2);
    expect(read.dropped).toEqual([{ what: 'malformed rows', count: 1, first: expect.stringMatching(/^standard input, line 3: ./) as string }]);
  }); // prettier-ignore

  it('refuses pairs of one ranking that contradict each other', async () => {
    const text = table(',', two, pair('a', 1, 'b', 2, 7), pair('a', 1, 'c', 3, 7), pair('b', 4, 'c', 3, 7));
    expect(await faultOf(text)).toBe('line 4: the rank of b is 4, but 2 in an earlier row of the same rankingID.');
    const read = await readText(text, { lenient: true });
    expect(read.rankings.map(({ ranks }) => ranks)).toEqual([[1, 2, 3]]);
    expect(leftOut(read)).toEqual([[1, 'malformed rows']]);
  });

  it('refuses a system that stands in a ranking by itself and joined', async () => {
    const text = table(',', two, pair('t.a', 1, 't.a+t.b', 2, 7));
    expect(await faultOf(text)).toBe('line 2: a system is named twice in one ranking.');
    const more = table(',', two, pair('t.a', 1, 't.a+t.b', 2, 7), pair('t.a', 1, 't.c', 2, 8));
    expect(leftOut(await readText(more))).toEqual([[1, 'malformed rankings']]);
    expect(await faultOf(text, { strict: false, lenient: true })).toBe(
      'line 2: a system is named twice in one ranking. Nothing is left of standard input without the 1 malformed row of 1. Correct the file.',
    );
  });

  it('leaves out rows without a system and rankings without a rank', async () => {
    const read = await readText(table(',', five, row([], []), good, row(['a', 'b'], [-1, -1])));
    expect(read.rankings).toHaveLength(1);
    expect(leftOut(read)).toEqual([
      [1, 'rows without a system'],
      [1, 'rankings without a rank'],
    ]);
  });

  it.each([
    ['srclang', five],
    ['system2rank', five],
    ['system5rank', five],
    ['judgeId', five],
    ['system2Id', two],
  ])('names %s if it is missing', async (column, header) => {
    const names = header.filter((name) => name !== column);
    expect(await faultOf(table(',', names))).toBe(`line 1: the column ${column} is missing.`);
  });

  it('reads rankings back, whether a row holds one or a pair of it', () => {
    const names = ['a', 'b b', '__proto__', 'd', 'e'];
    const rankings = fc.array(
      fc.record({
        systems: fc.shuffledSubarray(names, { minLength: 2 }),
        ranks: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 5, maxLength: 5 }),
        judge: fc.constantFrom('j', 'k'),
      }),
      { minLength: 1, maxLength: 8 },
    );
    return fc.assert(
      fc.asyncProperty(rankings, async (drawn) => {
        const expected = drawn.map((each) => ({ ...each, ranks: each.ranks.slice(0, each.systems.length) }));
        const rows = expected.map((each) => row(each.systems, each.ranks, each));
        const pairs = expected.flatMap((each, id) =>
          each.systems.flatMap((a, i) =>
            each.systems.slice(i + 1).map((b, j) => pair(a, each.ranks[i]!, b, each.ranks[i + 1 + j]!, id, each.judge)),
          ),
        );
        for (const text of [table(',', five, ...rows), table(',', two, ...pairs)]) {
          const { rankings: read } = await readText(text);
          expect(read.map((each) => ({ systems: each.systems, ranks: each.ranks, judge: each.judge }))).toEqual(
            expected,
          );
        }
      }),
    );
  });
});
