/** Workbooks are read back: unpacked, and their XML parsed. */
import { strFromU8, unzipSync } from 'fflate';
import sax from 'sax';
import { describe, expect, it } from 'vitest';
import type { Report } from '../table.ts';
import { dataSheet, xlsx } from './xlsx.ts';

type Found = { readonly value: string | number; readonly format?: string; readonly bold: boolean };

/** The sheets of a workbook by name, each with its cells by place. */
function read(bytes: Uint8Array): Map<string, { cells: Map<string, Found>; frozen: boolean }> {
  const files = Object.fromEntries(Object.entries(unzipSync(bytes)).map(([path, part]) => [path, strFromU8(part)]));
  const names: string[] = [];
  parse(files['xl/workbook.xml']!, ({ name, attributes }) => name === 'sheet' && names.push(attributes['name']!));
  const formats = new Map<string, string>();
  const styles: { format: string | undefined; bold: boolean }[] = [];
  let isInCells = false;
  parse(files['xl/styles.xml']!, ({ name, attributes }) => {
    if (name === 'numFmt') formats.set(attributes['numFmtId']!, attributes['formatCode']!);
    if (name === 'cellXfs') isInCells = true;
    if (name === 'cellStyles') isInCells = false;
    if (name === 'xf' && isInCells) {
      styles.push({ format: formats.get(attributes['numFmtId']!), bold: attributes['fontId'] === '1' });
    }
  });
  return new Map(
    names.map((sheet, s) => {
      const cells = new Map<string, Found>();
      let frozen = false;
      let at: Readonly<Record<string, string>> = {};
      let text = '';
      parse(
        files[`xl/worksheets/sheet${s + 1}.xml`]!,
        ({ name, attributes }) => {
          if (name === 'pane') frozen = attributes['state'] === 'frozen' && attributes['ySplit'] === '1';
          if (name === 'c') [at, text] = [attributes, ''];
        },
        (some) => (text += some),
        (name) => {
          if (name !== 'c') return;
          const { format, bold } = styles[Number(at['s'])]!;
          const isText = at['t'] === 'inlineStr';
          cells.set(at['r']!, { value: isText ? text : Number(text), bold, ...(format !== undefined && { format }) });
        },
      );
      return [sheet, { cells, frozen }];
    }),
  );
}

function parse(
  xml: string,
  open: (tag: { name: string; attributes: Readonly<Record<string, string>> }) => unknown,
  text: (some: string) => unknown = () => {},
  close: (name: string) => unknown = () => {},
): void {
  const parser = sax.parser(true);
  parser.onopentag = (tag) => open(tag as never);
  parser.ontext = text;
  parser.onclosetag = close;
  parser.onerror = (error) => {
    throw error;
  };
  parser.write(xml).close();
}

const columns = [
  { title: 'system', align: 'left' },
  { title: 'BLEU ↑', align: 'right' },
] as const;
const report = (tables: Report['tables'], more: Partial<Report> = {}): Report => ({
  title: 'Comparison',
  tables,
  notes: [],
  ...more,
});
const sheetOf = (rows: Report['tables'][number]['rows']) =>
  read(xlsx(report([{ caption: 'Scores', columns, rows }]))).get('Scores')!;

describe('a workbook', () => {
  it('has numbers with their digits, the best bold, and a frozen bold head', () => {
    const { cells, frozen } = sheetOf([
      ['good', { value: 41.23456789, digits: 2, best: true }],
      ['bad', { value: 7, digits: 0 }],
    ]);
    expect(frozen).toBe(true);
    expect(cells.get('A1')).toEqual({ value: 'system', bold: true });
    expect(cells.get('B1')).toEqual({ value: 'BLEU ↑', bold: true });
    expect(cells.get('B2')).toEqual({ value: 41.23456789, format: '0.00', bold: true });
    expect(cells.get('B3')).toEqual({ value: 7, format: '0', bold: false });
  });

  it.each([
    ['+1.30', 1.3, '+0.00;-0.00;0.00'],
    ['−0.5', -0.5, '0.0'],
    ['-12', -12, '0'],
    ['1e-7', 1e-7, undefined],
  ])('takes %s in a column of numbers for one', (text, value, format) => {
    expect(sheetOf([['good', text]]).cells.get('B2')).toEqual({ value, bold: false, ...(format !== undefined && { format }) });
  }); // prettier-ignore

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '007', '=HYPERLINK("http://example.org")', ' two  spaces ', '<&>"\'', '日本 😀'])(
    'leaves the text %s as it is',
    (text) => expect(sheetOf([[text, '']]).cells.get('A2')).toEqual({ value: text, bold: false }),
  ); // prettier-ignore

  it.each([
    ['a\u0000b\u000bc\u001fd\ufffe', 'abcd'],
    ['half \ud83d and \ude00', 'half  and '],
    ['_x0041_', '_x005F_x0041_'],
    ['a\tb\nc', 'a\tb\nc'],
    ['x'.repeat(40_000), `${'x'.repeat(32_766)}…`],
  ])('writes %j so that the file stays valid', (text, value) => {
    expect(sheetOf([[text, '']]).cells.get('A2')!.value).toBe(value);
  });

  it.each([
    [NaN, 'NaN'],
    [Infinity, 'Infinity'],
  ])('has %s as text', (value, text) => {
    expect(sheetOf([['good', { value, digits: 2 }]]).cells.get('B2')!.value).toBe(text);
  });

  it('names its sheets: none twice, at most 31 characters, nothing forbidden', () => {
    const captions = ['a/b: [c]?*\\', 'A B C', 'a b c', 'x'.repeat(40), 'x'.repeat(50), "'quoted'", '', 'History', 'summary', `${'y'.repeat(30)}😀`]; // prettier-ignore
    const names = [...read(xlsx(report(captions.map((caption) => ({ caption, columns, rows: [] }))))).keys()];
    expect(names).toEqual([
      'Summary', 'a b c', 'A B C (2)', 'a b c (3)', 'x'.repeat(31), `${'x'.repeat(27)} (2)`, 'quoted', 'Sheet', 'History table',
      'summary (2)', 'y'.repeat(30),
    ]); // prettier-ignore
  });

  it('begins with a summary that lists the tables', () => {
    const { cells } = read(
      xlsx(
        report([{ caption: 'Scores', columns, rows: [] }], {
          answer: [{ name: 'answer', text: 'good is better' }],
          warnings: ['odd'],
          notes: [{ name: 'seed', text: '1' }],
        }),
      ),
    ).get('Summary')!;
    expect([...cells].map(([place, { value }]) => `${place} ${value}`)).toEqual([
      'A1 Comparison', 'A2 answer', 'B2 good is better', 'A3 warning', 'B3 odd', 'A4 seed', 'B4 1', 'A6 sheet', 'B6 table',
      'A7 Scores', 'B7 Scores',
    ]); // prettier-ignore
  });

  it('has columns beyond Z', () => {
    const many = Array.from({ length: 800 }, (_, c) => ({ title: `c${c}`, align: 'left' as const }));
    const { cells } = read(xlsx(report([{ caption: 'Wide', columns: many, rows: [] }]))).get('Wide')!;
    expect([cells.get('Z1'), cells.get('AA1'), cells.get('ZZ1'), cells.get('AAA1')].map((cell) => cell!.value)).toEqual(
      ['c25', 'c26', 'c701', 'c702'],
    );
  });

  it('has the same bytes at any time', () => expect(xlsx(report([]))).toEqual(xlsx(report([]))));
});

it('rows for other programs have columns of numbers', () => {
  const table = dataSheet({
    columns: ['metric', 'p', 'name'].map((title) => ({ title, align: 'left' })),
    rows: [
      ['bleu', '0.0123', '1'],
      ['chrf', '', '007'],
    ],
  });
  expect(table.columns.map(({ align }) => align)).toEqual(['left', 'right', 'left']);
});
