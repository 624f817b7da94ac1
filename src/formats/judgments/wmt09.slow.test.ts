import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readJudgments } from '../../data/readJudgments.ts';
import { faultOf, leftOut, readText, table } from './testing/readText.ts';

const header = [
  ...['JUDGEMENT_ID', 'TASK', 'TYPE', 'ITEM_ID', 'ANNOTATOR_ID', 'ANNOTATOR_TYPE_COUNT', 'TIME'],
  ...[0, 1, 2, 3, 4].flatMap((i) => [`SYSTEM_${i}`, `SCORE_${i}_A`, `SCORE_${i}_B`]),
  'EXTRA',
];
const german = 'WMT09 German-English News';

/** A row with up to five systems, each a name and its scores. */
const row = (
  id: number,
  type: string,
  systems: readonly (readonly (string | number)[])[],
  { task = german, item = '7', judge = 'j', order = '0', time = '12', text = [] as string[] } = {},
) => {
  const scores = Array.from({ length: 5 }, (_, i) => [0, 1, 2].map((s) => systems[i]?.[s] ?? '')).flat();
  return [id, task, type, item, judge, order, time, ...scores, ...text];
};
const file = (...rows: readonly (readonly (string | number)[])[]) => table('\t', header, ...rows);

describe('wmt09', () => {
  it('reads rankings, edits and verdicts; items count from 0, segments from 1', async () => {
    const read = await readText(
      file(
        row(0, 'RANK', [['a', 2], ['b', 1], ['c', 2]]),
        row(1, 'EDIT', [['a', 'EDIT']], { order: '3', text: ['Better "so".'] }),
        row(2, 'EDIT', [['b', 'OK']], { order: '4' }),
        row(3, 'EDIT', [['c', 'BAD']], { order: '5', text: [''] }),
        row(4, 'EDIT_ACCEPT', [['a', 1, 9], ['a', 0, 8], ['b', 0]], { time: '20WMT09 News Ranking' }),
      ), // prettier-ignore
    );
    const common = { task: 'de-en', testSet: 'wmt09', segment: '8', judge: 'j' };
    expect(read.rankings).toEqual([{ ...common, order: 0, seconds: 12, systems: ['a', 'b', 'c'], ranks: [2, 1, 2] }]);
    expect(read.edits).toEqual([
      { ...common, order: 3, seconds: 12, system: 'a', outcome: 'edited', text: 'Better "so".' },
      { ...common, order: 4, seconds: 12, system: 'b', outcome: 'unchanged' },
      { ...common, order: 5, seconds: 12, system: 'c', outcome: 'unable' },
    ]);
    // A time that is not a number is not known.
    expect(read.verdicts).toEqual([
      { ...common, order: 0, system: 'a', editor: '9', acceptable: true },
      { ...common, order: 0, system: 'a', editor: '8', acceptable: false },
      { ...common, order: 0, system: 'b', editor: '', acceptable: false },
    ]);
    expect(read.dropped).toEqual([]);
  });

  it('calls tasks by their languages', async () => {
    const tasks = [
      'WMT09 English-Czech News',
      'WMT09 Multisource-English News',
      'WMT09 All-English News',
      'Other task',
    ];
    const rows = tasks.map((task, i) => row(i, 'RANK', [['__proto__', 1], ['a b', 2]], { task })); // prettier-ignore
    const { rankings } = await readText(file(...rows));
    expect(rankings.map(({ task }) => task)).toEqual(['en-cs', 'multi-en', 'all-en', 'Other task']);
    expect(rankings[0]!.systems).toEqual(['__proto__', 'a b']);
  });

  const good = row(1, 'RANK', [['a', 1], ['b', 2]]); // prettier-ignore
  const cases: [string, readonly (string | number)[], string][] = [
    ['too few fields', good.slice(0, 20), '20 fields, expected 22 or 23.'],
    ['too many fields', [...good, 'x', 'y'], '24 fields, expected 22 or 23.'],
    ['an id seen before', row(0, 'RANK', [['a', 1]]), 'JUDGEMENT_ID 0 is already used on line 2.'],
    ['an item that is not a number', row(1, 'RANK', [['a', 1]], { item: '-1' }), 'ITEM_ID and ANNOTATOR_TYPE_COUNT must be numbers, not "-1" and "0".'],
    ['an order that is not a number', row(1, 'RANK', [['a', 1]], { order: '1.5' }), 'ITEM_ID and ANNOTATOR_TYPE_COUNT must be numbers, not "7" and "1.5".'],
    ['no task', row(1, 'RANK', [['a', 1]], { task: '' }), 'TASK is empty.'],
    ['no judge', row(1, 'RANK', [['a', 1]], { judge: '' }), 'ANNOTATOR_ID is empty.'],
    ['an unknown type', row(1, 'SCORE', [['a', 1]]), 'TYPE must be RANK, EDIT or EDIT_ACCEPT, not "SCORE".'],
    ['rank 0', row(1, 'RANK', [['a', 0]]), '"0" is not a valid answer to RANK, which takes ranks from 1 to 5.'],
    ['rank 6', row(1, 'RANK', [['a', 6]]), '"6" is not a valid answer to RANK, which takes ranks from 1 to 5.'],
    ['rank 2.5', row(1, 'RANK', [['a', 2.5]]), '"2.5" is not a valid answer to RANK, which takes ranks from 1 to 5.'],
    ['no rank', row(1, 'RANK', [['a', 1], ['b']]), '"" is not a valid answer to RANK, which takes ranks from 1 to 5.'],
    ['a rank without a system', row(1, 'RANK', [['a', 1], ['', 3]]), 'the score "3" has no system.'],
    ['an unknown edit', row(1, 'EDIT', [['a', 'ok']]), '"ok" is not a valid answer to EDIT, which takes EDIT, OK or BAD.'],
    ['an unknown verdict', row(1, 'EDIT_ACCEPT', [['a', 'yes']]), '"yes" is not a valid answer to EDIT_ACCEPT, which takes 0 or 1.'],
    ['a system twice', row(1, 'RANK', [['a', 1], ['b', 2], ['a', 3]]), 'a system is named twice.'],
    ['a system twice with one editor', row(1, 'EDIT_ACCEPT', [['a', 1, 3], ['a', 1, 3]]), 'a system is named twice.'],
  ]; // prettier-ignore
  it.each(cases)('refuses %s, or leaves it out', async (_, bad, fault) => {
    const text = file(row(0, 'RANK', [['a', 1]]), bad, row(2, 'RANK', [['c', 1]]));
    expect(await faultOf(text)).toBe(`line 3: ${fault}`);
    const read = await readText(text, { lenient: true });
    expect(read.rankings.map(({ systems }) => systems)).toEqual([['a'], ['c']]);
    expect(read.dropped).toEqual([
      { what: 'malformed rows', count: 1, first: expect.stringMatching(/^standard input, line 3: ./) as string },
    ]);
  });

  it('leaves rows without a system out', async () => {
    const read = await readText(file(row(0, 'RANK', []), good, row(2, 'RANK', [])));
    expect(read.rankings).toHaveLength(1);
    expect(leftOut(read)).toEqual([[2, 'rows without a system']]);
  });

  it('names a column that is missing', async () => {
    const text = table('\t', header.filter((name) => name !== 'SCORE_2_B'), good); // prettier-ignore
    expect(await faultOf(text)).toBe('line 1: the column SCORE_2_B is missing.');
  });
});

const judgments = new URL('../../../../shared/data/wmt09-ranking/judgments/', import.meta.url);
const present = existsSync(judgments);

describe.skipIf(!present)(`the WMT09 file${present ? '' : ' (skipped: ../shared/data is not there)'}`, () => {
  const read = (name: string) => readJudgments({ files: [fileURLToPath(new URL(name, judgments))] });

  // The counts that its README gives.
  it('holds 7,686 rankings, 8,596 edits and 28,086 verdicts', async () => {
    const { judgments: all, formats } = await read('wmt09-human-judgments.tsv');
    expect(formats).toEqual(['wmt09']);
    expect([all.rankings.length, all.edits.length, all.verdicts.length]).toEqual([7686, 8596, 28086]);
    expect(all.dropped).toEqual([]);
    const counts = new Map<string, number>();
    for (const { task } of all.rankings) counts.set(task, (counts.get(task) ?? 0) + 1);
    expect(Object.fromEntries(counts)).toEqual({
      'multi-en': 1012, 'all-en': 959, 'cs-en': 319, 'en-cs': 1425, 'de-en': 748, 'en-de': 745,
      'es-en': 484, 'en-es': 378, 'fr-en': 784, 'en-fr': 390, 'hu-en': 287, 'en-hu': 155,
    }); // prettier-ignore
    expect(all.edits.filter(({ outcome }) => outcome === 'edited').every(({ text }) => text !== undefined)).toBe(true);
  });

  it('holds the same rankings as the CSV made of it', async () => {
    const [original, rewritten] = await Promise.all([read('wmt09-human-judgments.tsv'), read('wmt09.RNK_results.csv')]);
    expect(rewritten.formats).toEqual(['wmt-ranking']);
    const said = (rankings: typeof original.judgments.rankings) =>
      rankings.map(({ task, segment, judge, systems, ranks }) => ({ task, segment, judge, systems, ranks }));
    expect(said(rewritten.judgments.rankings)).toEqual(said(original.judgments.rankings));
    // The original has ids that tell them apart; in the CSV they are lines that stand there again, as sort and uniq count them.
    expect(original.notes).toEqual([]);
    expect(rewritten.notes).toEqual([expect.stringMatching(/^157 rankings repeat an earlier one by the same judge/)]);
  });
});
