/** Rows of a judgment file, each with its line number, and the header. */
import Papa from 'papaparse';
import { UsageError, counted } from '../../core/index.ts';
import { readCsvRows } from '../csvRows.ts';
import type { JudgmentList } from './format.ts';

/** Every line that is not blank, with its number, counted from 1. */
export async function eachLine(into: JudgmentList, use: (text: string, line: number) => void): Promise<void> {
  let line = 0;
  for await (const lines of into.file.lines()) {
    for (const text of lines) {
      line++;
      if (text === '') continue;
      into.countRows(1);
      use(text, line);
    }
  }
}

/** Every row of comma-separated values that is not blank, with the number of the line it starts on. */
export const eachCsvRow = (into: JudgmentList, use: (fields: readonly string[], line: number) => void): Promise<void> =>
  readCsvRows(into.file.lines(), {
    file: into.file.name,
    row(fields, line) {
      if (fields.length <= 1 && fields[0] === '') return;
      into.countRows(1);
      use(fields, line);
    },
    fault(message, line, lines) {
      into.countRows(lines);
      into.refuse('rows', message, line, lines);
    },
  });

/** The columns of a table by name, ignoring case. */
export class Header {
  readonly size: number;
  readonly #into: JudgmentList;
  readonly #places = new Map<string, number>();

  constructor(into: JudgmentList, names: readonly string[]) {
    this.#into = into;
    into.countRows(-1);
    this.size = names.length;
    names.forEach((typed, c) => {
      const name = typed.trim().toLowerCase();
      if (name !== '' && this.#places.has(name)) {
        throw new UsageError(`${into.file.name}, line 1: two columns are named ${typed.trim()}.`);
      }
      this.#places.set(name, c);
    });
  }

  /** The index of the column with the first of these names that exists; -1 if there is none. */
  find(...names: readonly string[]): number {
    for (const name of names) {
      const place = this.#places.get(name.toLowerCase());
      if (place !== undefined) return place;
    }
    return -1;
  }

  /** The same for a required column. */
  need(...names: readonly string[]): number {
    const place = this.find(...names);
    if (place >= 0) return place;
    const others = names.length > 1 ? ` (or ${names.slice(1).join(', ')})` : '';
    throw new UsageError(`${this.#into.file.name}, line 1: the column ${names[0]}${others} is missing.`);
  }

  /** Whether a row has as many fields as columns; refuses it if not. */
  fits(fields: readonly string[], line: number): boolean {
    if (fields.length === this.size) return true;
    const fault = `${counted(fields.length, 'field')}, expected ${this.size}.`;
    this.#into.refuse('rows', fault, line);
    return false;
  }
}

/** The names in a header, as `Header` compares them; in CSV they can be quoted. */
export const columnNames = (firstLine: string, separator: '\t' | ','): Set<string> =>
  new Set(firstLine.split(separator).map((name) => name.replace(/^"|"$/g, '').trim().toLowerCase()));

/** How the fields of a line are separated. */
type Separator = '\t' | ',' | ';' | ' ';
const separators: readonly Separator[] = ['\t', ',', ';', ' '];

/** The fields of a line; any run of white space separates them if the separator is a space. Quotes around a field are removed. */
function fieldsOf(text: string, separator: Separator): string[] {
  if (separator === ' ') return (text.match(/"[^"]*"|[^\s"]+/g) ?? []).map(unquoted);
  if (separator === '\t' || !text.includes('"')) return text.split(separator).map(unquoted);
  return Papa.parse<string[]>(text, { delimiter: separator }).data[0] ?? [];
}

/** A field without the quotes around it, if it is quoted as in CSV. */
export function unquoted(field: string): string {
  const [, inner] = /^"((?:[^"]|"")*)"$/.exec(field) ?? [];
  return inner === undefined ? field : inner.replaceAll('""', '"');
}

/** The names in a header, however they are separated: by tabs, commas, semicolons or spaces, in this order. */
export function headerNames(line: string): { names: string[]; separator: Separator } {
  const separator = separators.find((each) => line.includes(each)) ?? '\t';
  return { names: fieldsOf(line.trimEnd(), separator).map((name) => name.trim()), separator };
}

/**
 * The fields of a row of a table without texts, where rows can be separated unlike the header, and in several ways at once. Undefined if
 * no reading, or more than one, has as many fields as the header.
 */
export function rowFields(line: string, size: number, usual: Separator): string[] | undefined {
  const text = line.trimEnd();
  const expected = fieldsOf(text, usual);
  if (expected.length === size) return expected;
  const others = separators.filter((each) => each !== usual).map((each) => fieldsOf(text, each));
  const fitting = others.filter((fields) => fields.length === size);
  return fitting.length === 1 ? fitting[0] : undefined;
}
