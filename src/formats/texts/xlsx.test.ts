import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { faultOf, readFiles } from '../../data/testing/files.ts';
import type { TaskRequest } from '../../data/index.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** A row of cells that are written inline. */
const row = (number: number, ...texts: string[]): string =>
  `<row r="${number}">${texts
    .map((text, c) => (text === '' ? '' : `<c r="${'ABCDEFGH'[c]}${number}" t="inlineStr"><is><t>${text}</t></is></c>`))
    .join('')}</row>`;
const rows = (...all: string[][]): string => all.map((texts, i) => row(i + 1, ...texts)).join('');

interface Sheet {
  readonly name?: string;
  readonly rows: string;
  readonly state?: string;
}

/** The smallest workbook that Excel opens. */
function workbook(
  sheets: readonly (Sheet | string)[],
  strings?: string,
  more: Record<string, string> = {},
): Uint8Array {
  const all = sheets.map((sheet, i) => ({
    name: `Sheet${i + 1}`,
    ...(typeof sheet === 'string' ? { rows: sheet } : sheet),
  }));
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
  const relations = (...list: string[]): string => `${declaration}<Relationships>${list.join('')}</Relationships>`;
  const parts: Record<string, string> = {
    '_rels/.rels': relations(relation('r', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${all
      .map(
        ({ name, state }, i) =>
          `<sheet name="${name}" sheetId="${i + 1}"${state ? ` state="${state}"` : ''} r:id="rId${i + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ...all.map((_, i) =>
        relation(`rId${i + 1}`, 'worksheet', i === 0 ? 'worksheets/sheet1.xml' : `/xl/worksheets/sheet${i + 1}.xml`),
      ),
      relation('s', 'sharedStrings', 'sharedStrings.xml'),
    ),
    ...(strings === undefined ? {} : { 'xl/sharedStrings.xml': `${declaration}<sst xmlns="${main}">${strings}</sst>` }),
    ...more,
  };
  all.forEach((sheet, i) => {
    parts[`xl/worksheets/sheet${i + 1}.xml`] ??=
      `${declaration}<worksheet xmlns="${main}"><sheetData>${sheet.rows}</sheetData></worksheet>`;
  });
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
}

const plain: TaskRequest = { files: ['t.xlsx'] };
const read = (bytes: Uint8Array, request: Partial<TaskRequest> = {}) =>
  readFiles({ 't.xlsx': bytes }, { ...plain, ...request });

/** The text of the cell B2. */
const valueOf = async (cell: string, strings?: string): Promise<string> => {
  const sheet = `${row(1, 'ref', 'hyp')}<row r="2"><c r="A2" t="str"><v>r</v></c>${cell}</row>`;
  return (await read(workbook([sheet], strings))).hypotheses[0]![0]!;
};

/** Sections of ECMA-376 part 1 (5th edition) that say so. */
const cells: [name: string, from: string, cell: string, text: string][] = [
  ['a shared string', '18.4.8', '<c r="B2" t="s"><v>1</v></c>', 'shared'],
  ['rich text', '18.4.4', '<c r="B2" t="s"><v>2</v></c>', 'bold and plain'],
  ['a text with a phonetic guide', '18.4.6', '<c r="B2" t="s"><v>3</v></c>', '東京'],
  ['a text written inline', '18.3.1.53', '<c r="B2" t="inlineStr"><is><r><t>a </t></r><r><t xml:space="preserve">b </t></r></is></c>', 'a b '],
  ['the result of a formula', '18.3.1.40', '<c r="B2" t="str"><f>A2&amp;"x"</f><v>rx</v></c>', 'rx'],
  ['an integer', '18.3.1.96', '<c r="B2"><v>12345678901234567</v></c>', '12345678901234567'],
  ['a decimal', '18.3.1.96; Excel shows 0.1', '<c r="B2" t="n"><v>0.10000000000000001</v></c>', '0.1'],
  ['a power', '18.3.1.96', '<c r="B2"><v>1.5E-3</v></c>', '0.0015'],
  ['true', '18.18.11', '<c r="B2" t="b"><v>1</v></c>', 'TRUE'],
  ['false', '18.18.11', '<c r="B2" t="b"><v>0</v></c>', 'FALSE'],
  ['a date of ISO 8601', '18.18.11', '<c r="B2" t="d"><v>2024-02-29</v></c>', '2024-02-29'],
  ['an empty cell', '18.3.1.4', '<c r="B2" s="1"/>', ''],
  ['no cell', '18.3.1.4', '', ''],
  ['a cell without a place', '18.3.1.4: r is optional', '<c t="str"><v>next</v></c>', 'next'],
  ['escaped characters', '22.9.2.19', '<c r="B2" t="str"><v>a_x000D_\nb _x005F_x0041_ &amp; c</v></c>', 'a\nb _x0041_ & c'],
]; // prettier-ignore

const strings =
  '<si><t>zero</t></si><si><t>shared</t></si><si><r><rPr><b/></rPr><t>bold</t></r><r><t xml:space="preserve"> and plain</t></r></si>' +
  '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si>';

describe('XLSX', () => {
  it.each(cells)('%s (%s)', async (_, from, cell, text) => {
    expect(from).not.toBe('');
    expect(await valueOf(cell, strings)).toBe(text);
  });

  it('holds the same as CSV', async () => {
    const table = [
      ['Source', 'ref:A', 'ref1', 'mt', 'hyp:B', 'doc'],
      ['s', 'r, q', 'q', 'a', 'b b', 'd'],
      ['s2', 'r2', 'q2', '', 'b2', 'd'],
    ];
    const csv = table.map((fields) => `${fields.map((field) => `"${field}"`).join(',')}\n`).join('');
    const { checksum: _, bytes: __, bytesRead: ___, ...same } = await readFiles({ 't.csv': csv }, { files: ['t.csv'] });
    expect(await read(workbook([rows(...table)]))).toMatchObject(same);
  });

  it('in long form holds the same as CSV', async () => {
    const task = await read(
      workbook([rows(['system', 'seg', 'hyp', 'ref'], ['A', '1', 'a', 'r'], ['B', '1', 'b', 'r'])]),
    );
    expect(task).toMatchObject({ systems: ['A', 'B'], hypotheses: [['a'], ['b']], references: [['r']] });
  });

  it('may start further down and right, and have empty rows and columns', async () => {
    const sheet = `${row(3, '', 'ref', '', 'hyp')}${row(4, '', 'r', '', 'a')}${row(6, '', 's', '', 'b')}<row r="9"><c r="B9" s="2"/></row>`;
    const task = await read(workbook([sheet]), { emptyReferences: 'keep' });
    expect(task).toMatchObject({ hypotheses: [['a', '', 'b']], references: [['r'], [''], ['s']] });
  });

  const two = workbook([
    { name: 'About', rows: rows(['title', 'date'], ['x', 'y']) },
    { name: 'Texts', rows: rows(['ref', 'hyp'], ['r', 'a']) },
    { name: 'Empty', rows: '' },
  ]);

  it('is read from the sheet that was chosen, or else from the first that is visible', async () => {
    expect(await read(two, { columns: { sheet: 'texts' } })).toMatchObject({ hypotheses: [['a']] });
    const hidden = workbook([
      { rows: rows(['ref', 'hyp'], ['r', 'no']), state: 'hidden' },
      { rows: rows(['ref', 'hyp'], ['r', 'a']), state: 'visible' },
    ]);
    expect(await read(hidden)).toMatchObject({ hypotheses: [['a']] });
  });

  it('holds labels', async () => {
    const files = { 'a.txt': 'a\n', 'r.txt': 'r\n', 'l.xlsx': workbook([rows(['domain', 'hyp'], ['news', 'x'])]) };
    const { labels } = await readFiles(files, { files: ['a.txt'], references: ['r.txt'], labels: 'l.xlsx' });
    expect([...labels]).toEqual([
      ['domain', ['news']],
      ['hyp', ['x']],
    ]);
  });

  it('may have a namespace prefix, as the Open XML SDK writes it', async () => {
    const sheet = `<x:worksheet xmlns:x="${main}"><x:sheetData><x:row><x:c t="str"><x:v>ref</x:v></x:c><x:c t="str"><x:v>hyp</x:v></x:c></x:row><x:row><x:c t="str"><x:v>r</x:v></x:c><x:c t="str"><x:v>a</x:v></x:c></x:row></x:sheetData></x:worksheet>`;
    expect(await read(workbook([''], undefined, { 'xl/worksheets/sheet1.xml': sheet }))).toMatchObject({
      hypotheses: [['a']],
    });
  });

  it('counts errors and formulas without a result', async () => {
    const sheet = `${row(1, 'ref', 'hyp')}<row r="2"><c r="A2" t="str"><v>r</v></c><c r="B2" t="e"><v>#N/A</v></c></row><row r="3"><c r="A3" t="str"><v>s</v></c><c r="B3"><f>A1</f></c></row>`;
    const task = await read(workbook([sheet]));
    expect(task.hypotheses).toEqual([['', '']]);
    expect(task.notes.map((note) => note.replace(/^.*\//, ''))).toEqual([
      expect.stringMatching(/A \(first in row 2\); they count as empty\.$/),
      't.xlsx: 1 formula without a saved result (first in row 3); they count as empty. Save the file in Excel or LibreOffice to compute them.',
    ]);
  });

  const pair = rows(['ref', 'hyp'], ['r', 'a']);
  const elsewhere =
    'This is sheet "About"; other sheets: "Texts" (ref, hyp), "Empty" (empty). Choose another with --columns sheet=NAME.';
  /** A workbook whose parts claim to have another size. */
  const claiming = (size: number): Uint8Array => {
    const bytes = workbook([pair]);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // The size of each part in the directory, 24 bytes after its mark.
    for (let at = 0; at < bytes.length - 28; at++) {
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, size, true);
    }
    return bytes;
  };
  const faults: [name: string, bytes: Uint8Array | string, message: string | RegExp][] = [
    ['an empty file', '', 't.xlsx is empty.'],
    ['text', 'ref,hyp\nr,a\n', 't.xlsx is not an Excel workbook: it does not start like a zip file. Save it as .xlsx, or rename it if it is text (.txt, .tsv, .csv).'],
    ['an old workbook, or one with a password', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1), 't.xlsx is an old workbook (.xls) or has a password. In Excel or LibreOffice, save it as .xlsx without a password.'],
    ['another zip file', zipSync({ 'content.xml': strToU8('<x/>') }), 't.xlsx is a zip file, but not an Excel workbook: it has no xl/workbook.xml. In Excel or LibreOffice, save it as .xlsx.'],
    ['a zip file cut off', workbook([pair]).subarray(0, 400), 't.xlsx is damaged: its zip data cannot be unpacked. Copy it or save it again.'],
    ['a zip bomb', claiming(600 * 2 ** 20), /^t\.xlsx: its part _rels\/\.rels unpacks to 600 MiB; at most 512 MiB are read\. Save the sheet as TSV or CSV\.$/],
    ['parts that are larger than they claim', claiming(90), /^t\.xlsx, part _rels\/\.rels, line 2: not well-formed XML: /],
    ['broken XML', workbook([''], undefined, { 'xl/worksheets/sheet1.xml': '<worksheet>\n<sheetData>\n</worksheet>' }), 't.xlsx, part xl/worksheets/sheet1.xml, line 3: not well-formed XML: Unexpected close tag.'],
    ['no sheets', workbook([]), 't.xlsx has no worksheets.'],
    ['an empty sheet', workbook(['']), 't.xlsx: sheet "Sheet1" is empty. Expected a header and rows.'],
    ['no known column', two, `t.xlsx, row 1: none of its columns (title, date) is known. Known: source, ref (also ref:A, ref1, …), hyp (also hyp:NAME), document, domain. Choose columns, for example --columns hypothesis=title,reference=date. ${elsewhere}`],
    ['a header alone', workbook([row(2, 'ref', 'hyp')]), 't.xlsx has a header and no rows.'],
    ['an empty reference', workbook([rows(['ref', 'hyp'], ['r', 'a'], ['', 'b'])]), 't.xlsx, row 3: the reference is empty. Fill it in, or use --empty-references missing or keep.'],
    ['a text in a column without a name', workbook([rows(['ref', 'hyp'], ['r', 'a'], ['r', 'b', '', 'note'])]), 't.xlsx, row 3: column D has a text but no name in row 1. Name the column or clear it.'],
    ['a segment twice', workbook([rows(['system', 'id', 'hyp', 'ref'], ['A', '1', 'a', 'r'], ['A', '1', 'b', 'r'])]), 't.xlsx, row 3: segment 1 of system "A" appears twice. If numbers start again with each document, add a document column.'],
    ['a row that no sheet has', workbook(['<row r="99999999"/>']), 't.xlsx, sheet "Sheet1": row 99999999 is not a place in a sheet. Save it again.'],
  ]; // prettier-ignore
  it.each(faults)('refused: %s', async (_, bytes, message) => {
    const fault = await faultOf({ 't.xlsx': bytes }, plain);
    expect(fault).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  });

  it('refused: a sheet that no file has', async () => {
    const request = { ...plain, columns: { sheet: 'Data' } };
    expect(await faultOf({ 't.xlsx': workbook([pair]) }, request)).toBe(
      'There is no sheet Data (--columns sheet=NAME) in any XLSX file.',
    );
  });

  it('from standard input, if the format is named', async () => {
    const stdin = (async function* () { yield workbook([pair]); })(); // prettier-ignore
    const task = await readFiles({ 'x.txt': '' }, { files: ['-'], format: 'xlsx', stdin });
    expect(task.hypotheses).toEqual([['a']]);
  });
});
