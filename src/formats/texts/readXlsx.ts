/** Excel workbooks (ECMA-376, part 1): a zip archive of XML parts. A sheet is a table with a header, as in CSV. */
import { UsageError, counted } from '../../core/index.ts';
import { oldWorkbook } from '../utf8.ts';
import { readBytes } from '../wholeFile.ts';
import { Archive } from './archive.ts';
import type { ChosenColumns } from './columns.ts';
import { type XmlReader, parseXml, withoutPrefix } from './parseXml.ts';
import { rowsPart } from './rowsPart.ts';
import type { Texts } from './table.ts';
import type { FileRole, Part, TextFormat } from './textFormat.ts';

export const openXlsx: TextFormat['open'] = async (source, role, columns) => {
  const { name } = source;
  const bytes = await readBytes({ name, chunks: () => source.chunks() });
  const workbook = openWorkbook(name, bytes);
  return sheetPart(workbook, chooseSheet(workbook, columns), role, columns);
};

interface Sheet {
  readonly name: string;
  readonly path: string;
  readonly isHidden: boolean;
}

interface Workbook {
  readonly file: string;
  readonly archive: Archive;
  readonly sheets: readonly Sheet[];
  readonly strings: readonly string[];
}

function openWorkbook(file: string, bytes: Uint8Array): Workbook {
  const starts = (...head: number[]): boolean => head.every((byte, i) => bytes[i] === byte);
  if (starts(0xd0, 0xcf, 0x11, 0xe0)) throw new UsageError(`${oldWorkbook(file)}.`);
  if (!starts(0x50, 0x4b)) {
    throw new UsageError(
      `${file} is not an Excel workbook: it does not start like a zip file. ` +
        'Save it as .xlsx, or rename it if it is text (.txt, .tsv, .csv).',
    );
  }
  const archive = new Archive(file, bytes);
  const path = rootPath(file, archive);
  if (!archive.has(path) || !path.toLowerCase().endsWith('.xml')) {
    throw new UsageError(
      `${file} is a zip file, but not an Excel workbook: it has no xl/workbook.xml. In Excel or LibreOffice, save it as .xlsx.`,
    );
  }
  const related = relations(file, archive, path);
  const sheets: Sheet[] = [];
  eachElement(file, archive, path, (name, attributes) => {
    if (name !== 'sheet') return;
    const target = related.find(({ id }) => id === idOf(attributes));
    // Sheets that are charts or old macros have no cells.
    if (target?.type !== 'worksheet') return;
    const isHidden = attributes['state'] !== undefined && attributes['state'] !== 'visible';
    sheets.push({ name: attributes['name'] ?? '', path: target.path, isHidden });
  });
  if (sheets.length === 0) throw new UsageError(`${file} has no worksheets.`);
  const strings = related.find(({ type }) => type === 'sharedStrings');
  return { file, archive, sheets, strings: strings ? readStrings(file, archive, strings.path) : [] };
}

/** The prefix of the attribute `r:id` is free. */
const idOf = (attributes: Readonly<Partial<Record<string, string>>>): string | undefined =>
  attributes['r:id'] ?? Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1];

interface Relation {
  readonly id: string;
  /** The last word of its type, which is a URL. */
  readonly type: string;
  readonly path: string;
}

/** What a part refers to. */
function relations(file: string, archive: Archive, path: string): Relation[] {
  const [, folder = '', name = ''] = /^(.*\/)?([^/]*)$/.exec(path)!;
  const found: Relation[] = [];
  eachElement(file, archive, `${folder}_rels/${name}.rels`, (element, { Id, Type, Target }) => {
    if (element !== 'Relationship' || Id === undefined || Type === undefined || Target === undefined) return;
    found.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), path: resolved(Target, folder) });
  });
  return found;
}

/** A target is relative to the folder of its part, unless it starts with a slash. */
function resolved(target: string, folder: string): string {
  const steps: string[] = [];
  for (const step of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}

const rootPath = (file: string, archive: Archive): string =>
  relations(file, archive, '').find(({ type }) => type === 'officeDocument')?.path ?? 'xl/workbook.xml';

type Visit = (name: string, attributes: Readonly<Partial<Record<string, string>>>) => void;

function eachElement(file: string, archive: Archive, path: string, visit: Visit): void {
  readPart(file, archive, path, {
    open: (name, attributes) => visit(withoutPrefix(name), attributes),
    text: () => undefined,
    close: () => undefined,
  });
}

/** Nothing happens if the part is missing. */
function readPart(file: string, archive: Archive, path: string, reader: XmlReader): void {
  if (archive.has(path)) parseXml(`${file}, part ${path}`, archive.text(path), () => reader);
}

/** Texts that cells refer to by number. Runs of rich text are joined; phonetic guides (rPh) are not part of the text. */
function readStrings(file: string, archive: Archive, path: string): string[] {
  const strings: string[] = [];
  const content = new Content();
  readPart(file, archive, path, {
    open(name) {
      const element = withoutPrefix(name);
      if (element === 'si') content.clear();
      content.open(element);
    },
    text: (piece) => content.text(piece),
    close(name) {
      const element = withoutPrefix(name);
      content.close(element);
      if (element === 'si') strings.push(unescaped(content.value));
    },
  });
  return strings;
}

/** The text of `t` and `v` elements outside phonetic guides. */
class Content {
  value = '';
  #isOpen = false;
  #isPhonetic = false;

  clear(): void {
    this.value = '';
  }

  open(element: string): void {
    if (element === 't' || element === 'v') this.#isOpen = !this.#isPhonetic;
    else if (element === 'rPh') this.#isPhonetic = true;
  }

  text(piece: string): void {
    if (this.#isOpen) this.value += piece;
  }

  close(element: string): void {
    if (element === 't' || element === 'v') this.#isOpen = false;
    else if (element === 'rPh') this.#isPhonetic = false;
  }
}

/** Characters that XML cannot hold are written as `_x000D_`, and an underscore before such a text as `_x005F_` (22.9.2.19). */
function unescaped(text: string): string {
  const all = text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
  return all.includes('\r') ? all.replace(/\r\n?/g, '\n') : all;
}

interface Cells {
  /** Cells by column, with gaps, of rows that have any. */
  readonly rows: Texts[];
  /** The number of each row, counted from 1. */
  readonly numbers: number[];
  /** Rows with an error such as #N/A, and with a formula whose result was not saved, one entry per cell. */
  readonly errors: { readonly row: number; readonly value: string }[];
  readonly unsaved: number[];
}

const isUsed = (row: Texts): boolean => row.some(isFilled);
const isFilled = (value: string | undefined): value is string => value !== undefined && value.trim() !== '';

/** Excel allows no more rows and columns. */
const mostRows = 1 << 20;
const mostColumns = 1 << 14;

class FirstRowRead extends Error {}

/** Reads the cells of a sheet; with `firstOnly`, only its first row that is not empty. */
function readCells({ file, archive, strings }: Workbook, { path, name: sheet }: Sheet, firstOnly = false): Cells {
  const cells: Cells = { rows: [], numbers: [], errors: [], unsaved: [] };
  const content = new Content();
  let row: Texts = [];
  let number = 0;
  let column = -1;
  let type = '';
  let hasFormula = false;
  let isDone = false;
  const valueOf = (): string => {
    const { value } = content;
    if (type === 's') return strings[Number(value)] ?? '';
    if (type === 'b') return value === '' ? '' : value === '0' ? 'FALSE' : 'TRUE';
    if (type === 'e') {
      cells.errors.push({ row: number, value });
      return '';
    }
    if (hasFormula && value === '') cells.unsaved.push(number);
    if (type === 'str' || type === 'inlineStr') return unescaped(value);
    return type === 'd' ? value : shortest(value);
  };
  const reader: XmlReader = {
    open(name, attributes) {
      const element = withoutPrefix(name);
      if (element === 'row') {
        number = placeOf(Number(attributes['r'] ?? number + 1), mostRows, `row ${attributes['r']}`);
        row = [];
        column = -1;
      } else if (element === 'c') {
        const at = attributes['r'];
        column = at === undefined ? column + 1 : columnOf(at);
        placeOf(column + 1, mostColumns, `cell ${at}`);
        type = attributes['t'] ?? 'n';
        hasFormula = false;
        content.clear();
      } else if (element === 'f') hasFormula = true;
      else content.open(element);
    },
    text: (piece) => content.text(piece),
    close(name) {
      const element = withoutPrefix(name);
      if (isDone) return;
      if (element === 'c') {
        const value = valueOf();
        if (value !== '') row[column] = value;
      } else if (element === 'row' && row.length > 0) {
        cells.rows.push(row);
        cells.numbers.push(number);
        if (firstOnly && isUsed(row)) throw new FirstRowRead();
      } else if (element === 'sheetData') isDone = true;
      else content.close(element);
    },
  };
  const placeOf = (value: number, most: number, what: string): number => {
    if (Number.isInteger(value) && value >= 1 && value <= most) return value;
    throw new UsageError(`${file}, sheet ${JSON.stringify(sheet)}: ${what} is not a place in a sheet. Save it again.`);
  };
  try {
    readPart(file, archive, path, reader);
  } catch (error) {
    if (!(error instanceof FirstRowRead)) throw error;
  }
  return cells;
}

/** The column of a cell such as `AB12`, counted from 0; -1 if it has none. */
function columnOf(place: string): number {
  let column = 0;
  for (let i = 0; i < place.length; i++) {
    const letter = (place.charCodeAt(i) | 0x20) - 0x61;
    if (letter < 0 || letter > 25) break;
    column = column * 26 + letter + 1;
  }
  return column - 1;
}

/** `AB` for 27. */
const letters = (column: number): string =>
  (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(0x41 + (column % 26));

/** Excel writes 0.1 as 0.10000000000000001. */
const shortest = (value: string): string =>
  value === '' || /^-?\d+$/.test(value) || !Number.isFinite(Number(value)) ? value : String(Number(value));

function chooseSheet({ sheets }: Workbook, columns: ChosenColumns | undefined): Sheet {
  const name = columns?.sheetOf(sheets.map((sheet) => sheet.name));
  return sheets.find((sheet) => sheet.name === name) ?? sheets.find(({ isHidden }) => !isHidden) ?? sheets[0]!;
}

function sheetPart(workbook: Workbook, sheet: Sheet, role: FileRole, columns: ChosenColumns | undefined): Part {
  const { file } = workbook;
  const cells = readCells(workbook, sheet);
  const first = cells.rows.findIndex(isUsed);
  if (first < 0) {
    throw new UsageError(
      `${file}: sheet ${JSON.stringify(sheet.name)} is empty.${otherSheets(workbook, sheet) || ' Expected a header and rows.'}`,
    );
  }
  const last = cells.rows.findLastIndex(isUsed);
  const header = cells.rows[first]!;
  const named = [...header.keys()].filter((c) => isFilled(header[c]));
  const rows: (readonly string[])[] = [];
  const numbers: number[] = [];
  const gap = named.map(() => '');
  for (let i = first; i <= last; i++) {
    const row = cells.rows[i]!;
    // Rows without cells are not written, but an empty row is a segment, as in CSV.
    for (let n = (numbers.at(-1) ?? cells.numbers[i]! - 1) + 1; n < cells.numbers[i]!; n++) {
      rows.push(gap);
      numbers.push(n);
    }
    rows.push(named.map((c) => row[c] ?? ''));
    numbers.push(cells.numbers[i]!);
    const stray = row.findIndex((value, c) => isFilled(value) && !isFilled(header[c]));
    if (stray >= 0) {
      throw new UsageError(
        `${file}, row ${cells.numbers[i]}: column ${letters(stray)} has a text but no name in row ${cells.numbers[first]}. ` +
          `Name the column or clear it.${otherSheets(workbook, sheet)}`,
      );
    }
  }
  const elsewhere = (): string => otherSheets(workbook, sheet);
  return rowsPart({ file, rows, numbers, word: 'row', elsewhere, notes: notesOn(file, cells) }, role, columns);
}

/** The other sheets of a workbook with their headers, and how to choose one; '' if there is only one. */
function otherSheets(workbook: Workbook, { name: used }: Sheet): string {
  const others = workbook.sheets.filter(({ name }) => name !== used);
  if (others.length === 0) return '';
  const shown = others.slice(0, 10).map((sheet) => {
    const header = (readCells(workbook, sheet, true).rows.at(-1) ?? []).filter(isFilled);
    const names = header.slice(0, 10).map((value) => (value.length > 30 ? `${value.slice(0, 30)}…` : value));
    return `${JSON.stringify(sheet.name)} (${names.join(', ') || 'empty'}${header.length > 10 ? ', …' : ''})`;
  });
  return (
    ` This is sheet ${JSON.stringify(used)}; other sheets: ${shown.join(', ')}${others.length > 10 ? ', …' : ''}. ` +
    'Choose another with --columns sheet=NAME.'
  );
}

function notesOn(file: string, { errors, unsaved }: Cells): string[] {
  const notes: string[] = [];
  if (errors.length > 0) {
    const { row, value } = errors[0]!;
    notes.push(
      `${file}: ${counted(errors.length, 'cell')} with an error such as ${value} (first in row ${row}); they count as empty.`,
    );
  }
  if (unsaved.length > 0) {
    notes.push(
      `${file}: ${counted(unsaved.length, 'formula')} without a saved result (first in row ${unsaved[0]}); they count as empty. Save the file in Excel or LibreOffice to compute them.`,
    );
  }
  return notes;
}
