import { describe, expect, it } from 'vitest';
import { faultOf, readFiles } from '../../data/testing/files.ts';

const read = (text: string) => readFiles({ 't.csv': text }, { files: ['t.csv'] });

describe('CSV, wide', () => {
  it('holds everything, with quotes, line breaks and commas in fields', async () => {
    const task = await read('Source,ref:A,ref1,mt,"hyp:B",doc\ns,"r, ""q""",q,a,"b\nb",d\n"s2",r2,"q2","",b2,d\n');
    expect(task).toMatchObject({
      systems: ['t', 'B'],
      hypotheses: [
        ['a', ''],
        ['b\nb', 'b2'],
      ],
      references: [
        ['r, "q"', 'q'],
        ['r2', 'q2'],
      ],
      sources: ['s', 's2'],
      notes: [],
    });
    expect([...task.labels]).toEqual([['document', ['d', 'd']]]);
  });

  it('may have semicolons instead of commas, as spreadsheets write it', async () => {
    expect(await read('ref;hyp\na, b;c\n')).toMatchObject({ hypotheses: [['c']], references: [['a, b']] });
  });

  it('holds the same as TSV', async () => {
    const text = 'ref,hyp,domain\na b,c d,news\ne,,chat\n';
    const asTsv = await readFiles({ 't.tsv': text.replaceAll(',', '\t') }, { files: ['t.tsv'] });
    const { hypotheses, references, labels } = asTsv;
    expect(await read(text)).toMatchObject({ hypotheses, references, labels });
  });

  it('of one column has a row for every line', async () => {
    const files = { 't.csv': 'hyp\na\n\nb\n', 'ref.txt': 'x\ny\nz\n' };
    const task = await readFiles(files, { files: ['t.csv'], references: ['ref.txt'] });
    expect(task.hypotheses).toEqual([['a', '', 'b']]);
  });

  const faults: [name: string, text: string, message: string][] = [
    ['too few fields', 'ref,hyp\na,b\n"a\nb"\n', 't.csv, line 3: 1 field, expected 2 (ref, hyp).'],
    ['an empty line', 'ref,hyp\n\na,b\n', 't.csv, line 2: 1 field, expected 2 (ref, hyp).'],
    [
      'a quote out of place',
      'ref,hyp\na "b" c,d\n"a"b,c\n',
      't.csv, line 3: a quote is out of place. Quote fields that contain quotes, "like ""this""".',
    ],
    ['an open quote', 'ref,hyp\na,"b\nc,d\n', 't.csv, line 2: a quoted field is not closed.'],
    ['no rows', 'ref,hyp\n', 't.csv has a header and no rows.'],
    [
      'an empty reference',
      'ref,hyp\na,b\n,b\n',
      't.csv, line 3: the reference is empty. Fill it in, or use --empty-references missing or keep.',
    ],
    [
      'no output',
      'ref,gold\na,b\n',
      'No system given: t.csv has no outputs. If they are in a column of t.csv (gold), name it: --columns hypothesis=COLUMN.',
    ],
  ];
  it.each(faults)('refused: %s', async (_, text, message) => {
    expect(await faultOf({ 't.csv': text }, { files: ['t.csv'] })).toBe(message);
  });
});

it('CSV of labels', async () => {
  const files = { 'a.txt': 'a\nb\n', 'r.txt': 'r\ns\n', 'l.csv': 'domain,hyp\n"a, b",x\nc,y\n' };
  const { labels } = await readFiles(files, { files: ['a.txt'], references: ['r.txt'], labels: 'l.csv' });
  expect([...labels]).toEqual([
    ['domain', ['a, b', 'c']],
    ['hyp', ['x', 'y']],
  ]);
});

it('CSV, long', async () => {
  const task = await read('system,seg,hyp,ref\nA,1,a,r\nB,1,"b, c",r\nB,2,d,s\nA,2,e,s\n');
  expect(task).toMatchObject({
    systems: ['A', 'B'],
    hypotheses: [
      ['a', 'e'],
      ['b, c', 'd'],
    ],
    references: [['r'], ['s']],
  });
});
