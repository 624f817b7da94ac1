/** A report as a workbook for spreadsheet programs (Office Open XML): a summary, then a sheet for each table. */
import { type Zippable, strToU8, zipSync } from 'fflate';
import { type Cell, type Report, type Table, cellText, isBest } from '../table.ts';

/**
 * A number of the report is a number of the sheet, shown with the same digits; so is a text in a right-aligned column that is a plain number,
 * such as `+1.30`. Any other text stays text, also one that a spreadsheet program would take for a formula.
 */
export function xlsx(report: Report): Uint8Array {
  const styles = new Styles();
  const name = sheetNames();
  const summaryName = name('Summary');
  const tables = report.tables.map((table) => ({ table, name: name(table.caption ?? report.title) }));
  const sheets = [
    { name: summaryName, xml: summarySheet(report, tables, styles) },
    ...tables.map((each) => ({ name: each.name, xml: tableSheet(each.table, styles) })),
  ];
  const parts: Record<string, string> = {
    '[Content_Types].xml': contentTypes(sheets.length),
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': workbook(sheets.map((sheet) => sheet.name)),
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map((_, s) => ['worksheet', `worksheets/sheet${s + 1}.xml`] as const),
      ['styles', 'styles.xml'],
    ]),
    ...Object.fromEntries(sheets.map(({ xml }, s) => [`xl/worksheets/sheet${s + 1}.xml`, xml])),
    'xl/styles.xml': styles.xml(),
  };
  const files: Zippable = Object.fromEntries(
    Object.entries(parts).map(([path, text]) => [path, strToU8(`${declaration}${text}`)]),
  );
  // Without the time, so that the same report gives the same bytes.
  return zipSync(files, { mtime: new Date(1980, 0, 1), level: 6 });
}

/** Rows for other programs, as a table with its caption: columns that hold only numbers are columns of numbers. */
export function dataSheet({ columns, rows, caption = 'Data' }: Table): Table {
  const isNumber = (cell: Cell): boolean => cellText(cell) === '' || String(Number(cellText(cell))) === cellText(cell);
  return {
    caption,
    columns: columns.map((column, c) => ({ ...column, align: rows.every((row) => isNumber(row[c]!)) ? 'right' : 'left' })), // prettier-ignore
    rows,
  };
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const ofDocuments = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Limits of the format. */
const longestName = 31;
const longestText = 32_767;

/** Widths of columns, in characters. */
const narrowest = 8;
const widest = 60;

/** Makes names of sheets: none twice, whatever the case, and without the characters that the format forbids. */
function sheetNames(): (wanted: string) => string {
  const taken = new Set<string>();
  return (wanted) => {
    const plain =
      withoutControls(wanted)
        .replace(/[\\/?*[\]:]+/g, ' ')
        .replace(/\s+/g, ' ')
        .replace(/^[\s']+|[\s']+$/g, '') || 'Sheet';
    // Excel keeps “History” to itself.
    const base = plain.toLowerCase() === 'history' ? `${plain} table` : plain;
    let name = cut(base, longestName);
    for (let count = 2; taken.has(name.toLowerCase()); count++) {
      const number = ` (${count})`;
      name = cut(base, longestName - number.length) + number;
    }
    taken.add(name.toLowerCase());
    return name;
  };
}

/** The beginning of a text, without half a character or a space or apostrophe at its end. */
const cut = (text: string, length: number): string =>
  text.length <= length
    ? text
    : text
        .slice(0, length)
        .replace(/[\ud800-\udbff]$/, '')
        .replace(/[\s']+$/, '');

type NamedTable = { readonly table: Table; readonly name: string };

/** What a reader should know first, and which sheet holds which table. */
function summarySheet(report: Report, tables: readonly NamedTable[], styles: Styles): string {
  const { title, answer = [], warnings = [], findings = [], notes } = report;
  const bold = styles.id({ bold: true });
  const wrapped = styles.id({ wraps: true });
  const plain = styles.id({});
  const line = (name: string, text: string): Placed[] => [
    { text: name, style: bold },
    { text, style: text.length > widest ? wrapped : plain },
  ];
  const rows: Placed[][] = [
    [{ text: title, style: bold }],
    ...answer.map(({ name, text }) => line(name, text)),
    ...warnings.map((text) => line('warning', text)),
    ...findings.map(({ name, text }) => line(name, text)),
    ...notes.map(({ name, text }) => line(name, text)),
    ...(tables.length > 0
      ? [
          [],
          [
            { text: 'sheet', style: bold },
            { text: 'table', style: bold },
          ],
        ]
      : []),
    ...tables.map(({ table, name }): Placed[] => [
      { text: name, style: plain },
      { text: table.caption ?? title, style: plain },
    ]),
  ];
  return sheet(rows, [24, 100], false);
}

function tableSheet({ columns, rows }: Table, styles: Styles): string {
  const head = columns.map(({ title }): Placed => ({ text: title, style: styles.id({ bold: true }) }));
  const body = rows.map((row) => row.map((cell, c) => placed(cell, columns[c]?.align ?? 'left', styles)));
  const widths = columns.map(({ title }, c) =>
    rows.reduce(
      (width, row) => Math.max(width, Math.min(widest, cellText(row[c] ?? '').length + 2)),
      Math.max(narrowest, Math.min(widest, title.length + 2)),
    ),
  );
  return sheet([head, ...body], widths, true);
}

/** A cell of a sheet. */
type Placed = ({ readonly text: string } | { readonly value: number }) & { readonly style: number };

function placed(cell: Cell, align: 'left' | 'right', styles: Styles): Placed {
  const bold = isBest(cell);
  if (typeof cell === 'object' && 'value' in cell && Number.isFinite(cell.value)) {
    return { value: cell.value, style: styles.id({ bold, digits: cell.digits }) };
  }
  const text = cellText(cell);
  const [, sign, decimals = ''] = (align === 'right' && /^([+−-]?)\d+(?:\.(\d+))?(?:e[+-]?\d+)?$/.exec(text)) || [];
  if (sign !== undefined) {
    const style = { bold, ...(text.includes('e') || decimals.length > mostDecimals ? {} : { digits: decimals.length }), signed: sign === '+' }; // prettier-ignore
    return { value: Number(text.replace('−', '-')), style: styles.id(style) };
  }
  return { text, style: styles.id({ bold, ...(text.length > widest && { wraps: true }) }) };
}

/** With more decimals than this a number is shown as the program likes. */
const mostDecimals = 8;

function sheet(rows: readonly (readonly Placed[])[], widths: readonly number[], hasHead: boolean): string {
  const cells = rows.map(
    (row, r) => `<row r="${r + 1}">${row.map((cell, c) => cellXml(cell, `${letters(c)}${r + 1}`)).join('')}</row>`,
  );
  const columns = widths.map((width, c) => `<col min="${c + 1}" max="${c + 1}" width="${width}" customWidth="1"/>`);
  const frozen = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  return `<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${hasHead ? frozen : ''}</sheetView></sheetViews>${columns.length > 0 ? `<cols>${columns.join('')}</cols>` : ''}<sheetData>${cells.join('')}</sheetData></worksheet>`;
}

function cellXml(cell: Placed, place: string): string {
  if ('value' in cell) return `<c r="${place}" s="${cell.style}"><v>${cell.value}</v></c>`;
  if (cell.text === '') return '';
  return `<c r="${place}" s="${cell.style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(cell.text)}</t></is></c>`;
}

/** Columns are A to Z, AA to ZZ and so on. */
function letters(column: number): string {
  const before = Math.floor(column / 26);
  return (before > 0 ? letters(before - 1) : '') + String.fromCharCode(65 + (column % 26));
}

/** Characters that XML cannot hold, also as references. */
const withoutControls = (text: string): string =>
  text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, ''); // prettier-ignore

/** `_x0041_` is an escaped character in this format, so a text that happens to have it is escaped itself. */
function xmlText(text: string): string {
  const whole = withoutControls(text);
  const fits = whole.length <= longestText ? whole : `${cut(whole, longestText - 1)}…`;
  return escaped(fits.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_'));
}

const escaped = (text: string): string => text.replace(/[&<>"\r]/g, (character) => `&#${character.charCodeAt(0)};`);

interface Style {
  readonly bold?: boolean;
  /** Decimals of a number. */
  readonly digits?: number;
  /** A plus in front of what is above zero. */
  readonly signed?: boolean;
  readonly wraps?: boolean;
}

/** The styles in use, by number; 0 is that of an unstyled cell. */
class Styles {
  readonly #styles: string[] = [];
  readonly #formats: string[] = [];

  constructor() {
    this.id({});
  }

  id({ bold = false, digits, signed = false, wraps = false }: Style): number {
    const number = digits === undefined ? 0 : this.#format(digits, signed);
    const alignment = wraps ? '<alignment vertical="top" wrapText="1"/>' : '';
    const xml = `<xf numFmtId="${number}" fontId="${Number(bold)}" fillId="0" borderId="0" xfId="0"${number > 0 ? ' applyNumberFormat="1"' : ''}${bold ? ' applyFont="1"' : ''}${wraps ? ` applyAlignment="1">${alignment}</xf>` : '/>'}`;
    const found = this.#styles.indexOf(xml);
    return found >= 0 ? found : this.#styles.push(xml) - 1;
  }

  /** Formats of one’s own begin at 164. */
  #format(digits: number, signed: boolean): number {
    const plain = digits > 0 ? `0.${'0'.repeat(digits)}` : '0';
    const code = signed ? `+${plain};-${plain};${plain}` : plain;
    const found = this.#formats.indexOf(code);
    return 164 + (found >= 0 ? found : this.#formats.push(code) - 1);
  }

  xml(): string {
    const formats = this.#formats.map((code, f) => `<numFmt numFmtId="${164 + f}" formatCode="${escaped(code)}"/>`);
    const font = (look: string): string => `<font>${look}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`;
    return `<styleSheet xmlns="${main}">${formats.length > 0 ? `<numFmts count="${formats.length}">${formats.join('')}</numFmts>` : ''}<fonts count="2">${font('')}${font('<b/>')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${this.#styles.length}">${this.#styles.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
  }
}

const workbook = (names: readonly string[]): string =>
  `<workbook xmlns="${main}" xmlns:r="${ofDocuments}"><sheets>${names
    .map((name, s) => `<sheet name="${escaped(name)}" sheetId="${s + 1}" r:id="rId${s + 1}"/>`)
    .join('')}</sheets></workbook>`;

const relations = (targets: readonly (readonly [type: string, target: string])[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
    .map(([type, target], t) => `<Relationship Id="rId${t + 1}" Type="${ofDocuments}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

function contentTypes(sheets: number): string {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const part = (path: string, kind: string): string =>
    `<Override PartName="/xl/${path}" ContentType="${type}.${kind}+xml"/>`;
  const ofSheets = Array.from({ length: sheets }, (_, s) => part(`worksheets/sheet${s + 1}.xml`, 'worksheet'));
  return `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('workbook.xml', 'sheet.main')}${ofSheets.join('')}${part('styles.xml', 'styles')}</Types>`;
}
