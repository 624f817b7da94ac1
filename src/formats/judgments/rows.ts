/** Rows of a file of judgments, each with the number of its line, and the first one, which names the columns. */
import Papa from 'papaparse';
import { UsageError, counted } from '../../core/index.ts';
import type { JudgmentList } from './format.ts';

/** Every line that is not blank, with its number from 1 on. */
export async function eachLine(into: JudgmentList, use: (text: string, line: number) => void): Promise<void> {
  let line = 0;
  for await (const lines of into.file.lines()) {
    for (const text of lines) {
      line++;
      if (text !== '') use(text, line);
    }
  }
}

/** Every row of comma-separated values that is not blank, with the number of the line it starts on. */
export async function eachCsvRow(
  into: JudgmentList,
  use: (fields: readonly string[], line: number) => void,
): Promise<void> {
  let line = 0;
  /** The lines so far of a row with a quoted field that goes on. */
  let open: string[] = [];
  let quotes = 0;
  for await (const lines of into.file.lines()) {
    for (const text of lines) {
      line++;
      if (open.length === 0 && text === '') continue;
      if (open.length === 0 && !text.includes('"')) {
        use(text.split(','), line);
        continue;
      }
      open.push(text);
      quotes += text.split('"').length - 1;
      // A quote within a quoted field is doubled, so a row is complete when their number is even.
      if (quotes % 2 === 1) continue;
      const row = open.join('\n');
      const first = line - open.length + 1;
      open = [];
      quotes = 0;
      const { data, errors } = Papa.parse<string[]>(row, { delimiter: ',', newline: '\n' });
      if (data.length === 1 && errors.length === 0) use(data[0]!, first);
      else into.refuse('rows', 'a quote stands where none may: fields with quotes are quoted, "like ""this""".', first);
    }
  }
  // Whatever follows the open quote would be lost with its row, so this is an error even where malformed rows are not.
  if (open.length > 0) {
    throw new UsageError(`${into.file.name}, line ${line - open.length + 1}: a quoted field is not closed.`);
  }
}

/** The columns of a table by name, whatever the case of their letters. */
export class Header {
  readonly size: number;
  readonly #into: JudgmentList;
  readonly #places = new Map<string, number>();

  constructor(into: JudgmentList, names: readonly string[]) {
    this.#into = into;
    this.size = names.length;
    names.forEach((typed, c) => {
      const name = typed.trim().toLowerCase();
      if (name !== '' && this.#places.has(name)) {
        throw new UsageError(`${into.file.name}, line 1: two columns are called ${typed.trim()}.`);
      }
      this.#places.set(name, c);
    });
  }

  /** Where a column stands, under the first of these names that there is; -1 if there is none. */
  find(...names: readonly string[]): number {
    for (const name of names) {
      const place = this.#places.get(name.toLowerCase());
      if (place !== undefined) return place;
    }
    return -1;
  }

  /** The same for a column that must be there. */
  need(...names: readonly string[]): number {
    const place = this.find(...names);
    if (place >= 0) return place;
    const others = names.length > 1 ? ` (or ${names.slice(1).join(', ')})` : '';
    throw new UsageError(`${this.#into.file.name}, line 1: the column ${names[0]}${others} is missing.`);
  }

  /** Whether a row has as many fields as there are columns; refuses it if not. */
  fits(fields: readonly string[], line: number): boolean {
    if (fields.length === this.size) return true;
    const fault = `${counted(fields.length, 'field')}, where ${this.size} belong.`;
    this.#into.refuse('rows', fault, line);
    return false;
  }
}

/** The names in a first line, as `Header` compares them; in CSV they may be quoted. */
export const columnNames = (firstLine: string, separator: '\t' | ','): Set<string> =>
  new Set(firstLine.split(separator).map((name) => name.replace(/^"|"$/g, '').trim().toLowerCase()));
