import { describe, expect, it } from 'vitest';
import { faultOf, readFiles } from '../../data/testing/files.ts';

const read = (text: string) => readFiles({ 't.tsv': text }, { files: ['t.tsv'] });

describe('TSV, wide', () => {
  it('holds everything', async () => {
    const task = await read('Source\tref:A\tref1\tmt\thyp:B\tsystem:__proto__\tdoc\tnote\n"s\tr\tq\ta\tb\tc\td\t\n');
    expect(task).toMatchObject({
      systems: ['t', 'B', '__proto__'],
      hypotheses: [['a'], ['b'], ['c']],
      references: [['r', 'q']],
      sources: ['"s'],
    });
    expect([...task.labels]).toEqual([
      ['document', ['d']],
      ['note', ['']],
    ]);
  });

  const faults: [name: string, text: string, message: string][] = [
    ['too few fields', 'ref\thyp\na\tb\na\n', 't.tsv, line 3: 1 field, expected 2 (ref, hyp).'],
    ['too many fields', 'ref\thyp\na\tb\tc\n', 't.tsv, line 2: 3 fields, expected 2 (ref, hyp).'],
    ['an empty line', 'ref\thyp\na\tb\n\n', 't.tsv, line 3: 1 field, expected 2 (ref, hyp).'],
    [
      'no known column',
      'foo\tbar\na\tb\n',
      't.tsv, line 1: none of its columns (foo, bar) is known. Known: ' +
        'source, ref (also ref:A, ref1, …), hyp (also hyp:NAME), document, domain. ' +
        'Choose columns, for example --columns hypothesis=foo,reference=bar.',
    ],
    ['no rows', 'ref\thyp\n', 't.tsv has a header and no rows.'],
    ['nothing', '', 't.tsv is empty: it has no lines.'],
    [
      'two outputs without names',
      'ref\thyp\tMT\na\tb\tc\n',
      't.tsv, line 1: columns "hyp" and "MT" mean the same. Name the systems, as in hyp:NAME.',
    ],
    [
      'a label twice',
      'ref\thyp\tdoc\tdocid\na\tb\tc\td\n',
      't.tsv, line 1: columns "doc" and "docid" mean the same. Remove one of them.',
    ],
    ['a column without name', 'ref\thyp\t\na\tb\tc\n', 't.tsv, line 1: column 3 has no name.'],
    [
      'an empty reference',
      'ref\thyp\na\tb\n\tb\n',
      't.tsv, line 3: the reference is empty. Fill it in, or use --empty-references missing or keep.',
    ],
  ];
  it.each(faults)('refused: %s', async (_, text, message) => {
    expect(await faultOf({ 't.tsv': text }, { files: ['t.tsv'] })).toBe(message);
  });
});

describe('TSV, long', () => {
  it('is grouped by system and matched by document and number', async () => {
    const rows = [
      'd1\t1\tB\ts1\tr1\tb1\t9',
      'd1\t1\tA\ts1\tr1\ta1\t8',
      'd2\t1\tA\ts2\tr2\ta2\t7',
      'd2\t1\tB\ts2\tr2\tb2\t6',
    ];
    const task = await read(['doc\tid\tsystem\tsrc\tref\tmt\tscore', ...rows].join('\n'));
    expect(task).toMatchObject({
      systems: ['B', 'A'],
      hypotheses: [
        ['b1', 'b2'],
        ['a1', 'a2'],
      ],
      references: [['r1'], ['r2']],
      sources: ['s1', 's2'],
    });
    expect([...task.labels]).toEqual([
      ['document', ['d1', 'd2']],
      ['id', ['1', '1']],
    ]);
    expect(task.notes).toEqual([
      expect.stringMatching(/t\.tsv: score is not used as a label, since it differs between/),
    ]);
  });

  it('is matched by order without a number', async () => {
    expect(await read('sys\tref\thyp\nA\tr1\ta1\nA\tr2\ta2\n__proto__\tr1\tb1\n__proto__\tr2\tb2\n')).toMatchObject({
      systems: ['A', '__proto__'],
      hypotheses: [
        ['a1', 'a2'],
        ['b1', 'b2'],
      ],
      references: [['r1'], ['r2']],
    });
  });

  const faults: [name: string, text: string, message: string][] = [
    [
      'a missing segment',
      'system\tid\tref\thyp\nA\t1\tr\ta\nA\t2\tr\ta\nB\t1\tr\tb\n',
      't.tsv: system "B" lacks segment 2 (line 3), which the file has.',
    ],
    [
      'an extra segment',
      'system\tdoc\tid\tref\thyp\nA\td\t1\tr\ta\nB\td\t1\tr\ta\nB\td\t2\tr\tb\n',
      't.tsv: system "A" lacks segment 2 of "d" (line 4), which the file has.',
    ],
    [
      'a segment twice',
      'system\tid\tref\thyp\nA\t1\tr\ta\nA\t1\tr\ta\n',
      't.tsv, line 3: segment 1 of system "A" appears twice. ' +
        'If numbers start again with each document, add a document column.',
    ],
    [
      'different references',
      'system\tid\tref\thyp\nA\t1\tr\ta\nB\t1\tq\ta\n',
      't.tsv, line 3: the reference differs from that of the same segment on line 2. ' +
        'All systems must have the same segments.',
    ],
    [
      'different sources',
      'system\tsrc\tref\thyp\nA\ts\tr\ta\nB\tt\tr\ta\n',
      't.tsv, line 3: the source differs from that of the same segment on line 2. ' +
        'All systems must have the same segments.',
    ],
    [
      'an empty reference',
      'system\tid\tref\thyp\nA\t7\t\ta\n',
      't.tsv, segment 7 (line 2): the reference is empty. Fill it in, or use --empty-references missing or keep.',
    ],
  ];
  it.each(faults)('refused: %s', async (_, text, message) => {
    expect(await faultOf({ 't.tsv': text }, { files: ['t.tsv'] })).toBe(message);
  });
});
