/** A table in memory, as read from CSV or a spreadsheet: a header, then one row per segment, or per system and segment. */
import { UsageError } from '../../core/index.ts';
import { type ChosenColumns, longForm } from './columns.ts';
import { LongTable } from './longTable.ts';
import { type Table, TablePart, type Texts } from './table.ts';
import type { FileRole } from './textFormat.ts';
import { Header, longRows } from './tsv.ts';

interface RowTable {
  readonly file: string;
  /** The first is the header. */
  readonly rows: readonly (readonly string[])[];
  /** The line or row of the file where each starts. */
  readonly numbers: readonly number[];
  readonly word: 'line' | 'row';
  /** Where else the columns could be, for the error if none of them is known. */
  elsewhere?(): string;
  readonly notes?: readonly string[];
}

export function rowsPart(given: RowTable, role: FileRole, columns?: ChosenColumns): TablePart {
  const { file, word, notes = [] } = given;
  const [names, ...rows] = given.rows;
  const [number, ...numbers] = given.numbers;
  const place = { word, number: number!, elsewhere: () => given.elsewhere?.() ?? '' };
  const header = new Header(file, names!, role, columns, place);
  if (rows.length === 0) throw new UsageError(`${file} has a header and no rows.`);
  rows.forEach((fields, i) => header.check(fields, numbers[i]!));
  const long = role === 'labels' ? undefined : longForm(header.meant);
  if (!long) return new TablePart(wideTable(header, rows, numbers, notes));
  const rowOf = longRows(header, long);
  const table = new LongTable(file, word);
  table.notes.push(...notes);
  rows.forEach((fields, i) => table.add(rowOf(fields), numbers[i]!));
  return table.part();
}

function wideTable(
  header: Header,
  rows: readonly (readonly string[])[],
  numbers: readonly number[],
  notes: readonly string[],
): Table {
  const column = (c: number): Texts => rows.map((fields) => fields[c]);
  const systems = new Map<string | undefined, Texts>();
  const references = new Map<string, Texts>();
  const labels = new Map<string, Texts>();
  let sources: Texts | undefined;
  header.columns.forEach((each, c) => {
    if (each.holds === 'hypothesis') systems.set(each.system, column(c));
    else if (each.holds === 'reference') references.set(String(c), column(c));
    else if (each.holds === 'source') sources = column(c);
    else labels.set(each.name, column(c));
  });
  return {
    file: header.file,
    size: rows.length,
    systems,
    references,
    sources,
    labels,
    nameOf: (segment) => `${header.word} ${numbers[segment]}`,
    keys: undefined,
    partialReferences: false,
    notes,
    columns: header.names,
  };
}
