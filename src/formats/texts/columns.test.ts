import { describe, expect, it } from 'vitest';
import { faultOf, readFiles } from '../../data/testing/files.ts';
import { type ColumnsByRole, columnOf, longForm } from './columns.ts';

const cases: [name: string, means: string][] = [
  ['source', 'source'],
  [' SRC ', 'source'],
  ['ref', 'reference'],
  ['Reference', 'reference'],
  ['ref:A', 'reference'],
  ['ref.A', 'reference'],
  ['refA', 'reference'],
  ['ref1', 'reference'],
  ['ref_2', 'reference'],
  ['reference 3', 'reference'],
  ['ref_length', 'label ref_length'],
  ['refined', 'label refined'],
  ['hyp', 'hypothesis undefined'],
  ['MT', 'hypothesis undefined'],
  ['target', 'hypothesis undefined'],
  ['output', 'hypothesis undefined'],
  ['hyp:__proto__', 'hypothesis __proto__'],
  ['System:Online-B', 'hypothesis Online-B'],
  ['mt: a b ', 'hypothesis a b'],
  ['output:../x', 'hypothesis ../x'],
  ['hyp:', 'label hyp:'],
  ['doc_id', 'label document'],
  ['DocID', 'label document'],
  ['Domain', 'label domain'],
  ['__proto__', 'label __proto__'],
  ['constructor', 'label constructor'],
  ['Genre', 'label Genre'],
  ['label:hyp', 'label hyp'],
];
it.each(cases)('column %j', (name, means) => {
  expect(Object.values(columnOf(name)).map(String).join(' ')).toBe(means);
});

it('long form has a system and one hypothesis', () => {
  expect(longForm(['id', 'doc', 'Sys', 'mt'])).toEqual({ system: 2, segment: 0, document: 1 });
  expect(longForm(['system', 'hyp'])).toEqual({ system: 0, segment: -1, document: -1 });
  expect(longForm(['system', 'ref'])).toBeUndefined();
  expect(longForm(['system', 'hyp:A'])).toBeUndefined();
  expect(longForm(['id', 'hyp'])).toBeUndefined();
});

describe('columns that were chosen', () => {
  const rows = [
    { id: '1', text_de: 's', text_en: 'r', gold2: 'q', target: 'a', translation: 'b', kind: 'news' },
    { id: '2', text_de: 't', text_en: 'u', gold2: 'v', target: 'c', translation: 'd', kind: 'chat' },
  ];
  const table = (separator: string) =>
    [Object.keys(rows[0]!), ...rows.map((row) => Object.values(row))].map((row) => `${row.join(separator)}\n`).join('');
  const files: Record<string, string> = {
    't.jsonl': rows.map((row) => JSON.stringify(row)).join('\n'),
    't.tsv': table('\t'),
    't.csv': table(','),
  };
  const names = Object.keys(files);

  it.each(names)('of %s say what they hold, and others of that kind are labels', async (name) => {
    const columns = { hypothesis: 'target', reference: ['text_en', 'gold2'], source: 'text_de', domain: 'kind' };
    const task = await readFiles(files, { files: [name], columns });
    expect(task).toMatchObject({
      systems: ['t'],
      hypotheses: [['a', 'c']],
      references: [
        ['r', 'q'],
        ['u', 'v'],
      ],
      sources: ['s', 't'],
    });
    expect([...task.labels]).toEqual([
      ['id', ['1', '2']],
      ['translation', ['b', 'd']],
      ['domain', ['news', 'chat']],
    ]);
  });

  it.each(names)('of %s may be several systems', async (name) => {
    const columns = { hypothesis: ['target', 'translation'], reference: 'text_en' };
    expect(await readFiles(files, { files: [name], columns })).toMatchObject({
      systems: ['target', 'translation'],
      hypotheses: [
        ['a', 'c'],
        ['b', 'd'],
      ],
    });
  });

  it.each(['\t', ','])('may be those of a long table', async (separator) => {
    const text = 'who,which,text,gold\nA,1,a,r\nB,1,b,r\n'.replaceAll(',', separator);
    const name = separator === ',' ? 't.csv' : 't.tsv';
    const columns = { system: 'who', segment: 'which', hypothesis: 'text', reference: 'gold' };
    expect(await readFiles({ [name]: text }, { files: [name], columns })).toMatchObject({
      systems: ['A', 'B'],
      hypotheses: [['a'], ['b']],
      references: [['r']],
    });
  });

  it.each(names)('are missed in %s', async (name) => {
    const fault = await faultOf(files, { files: [name], columns: { hypothesis: 'target', reference: 'gold' } });
    expect(fault).toBe(
      'There is no column gold (--columns). Columns found: id, text_de, text_en, gold2, target, translation, kind.',
    );
  });

  it('leave files of labels and plain texts alone', async () => {
    const task = await readFiles(
      { ...files, 'ref.txt': 'x\ny\n', 'l.tsv': 'target\nm\nn\n' },
      { files: ['t.tsv'], references: ['ref.txt'], labels: 'l.tsv', columns: { hypothesis: 'target' } },
    );
    expect(task.references).toEqual([['x'], ['y']]);
    expect(task.labels.get('target')).toEqual(['m', 'n']);
  });

  it('are asked for where names are unknown', async () => {
    expect(await faultOf({ 't.jsonl': '{"id":1,"x_en":"a","gold":"b"}\n' }, { files: ['t.jsonl'] })).toBe(
      't.jsonl, line 1: none of its keys (id, x_en, gold) is known. ' +
        'Known: source, ref (also ref:A, ref1, …), hyp (also hyp:NAME), document, domain, ' +
        'references (a list), systems (an object of names and texts). ' +
        'Choose columns, for example --columns hypothesis=x_en,reference=gold.',
    );
    expect(await faultOf({ 't.jsonl': '{"id":1,"mt":"a","gold":"b"}\n' }, { files: ['t.jsonl'] })).toBe(
      'No references given. Pass them with -r, or pass a file that has references. ' +
        'If they are in a column of t.jsonl (gold), name it: --columns reference=COLUMN.',
    );
  });

  it.each<[ColumnsByRole, string]>([
    [{ source: ['a', 'b'] }, 'Columns a and b cannot both be the source.'],
    [{ source: 'a', hypothesis: 'a' }, 'The column a is chosen twice.'],
  ])('refuse %j', async (columns, message) => {
    expect(await faultOf(files, { files: ['t.tsv'], columns })).toBe(message);
  });
});
