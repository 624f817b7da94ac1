/** Declares a format of judgments that is a table with a header: names of columns, and what a row means. */
import type { FirstLines } from '../fileFormat.ts';
import type { JudgmentFormat, JudgmentList } from './format.ts';
import { Header, eachLine, headerNames, rowFields } from './rows.ts';

interface TableDeclaration<Column extends string> {
  readonly id: string;
  readonly summary: string;
  /** The names of each column, of which the file has the first that exists. */
  readonly columns: Readonly<Record<Column, readonly string[]>>;
  /** Columns that may be missing. */
  readonly optional?: readonly NoInfer<Column>[];
  /** Columns that no other format has together. */
  readonly marks: readonly string[];
  /** A table with texts is separated by tabs alone; others can be separated in any way that fits the header. */
  readonly texts?: boolean;
  /** Reads the rows of one file. */
  rows(into: JudgmentList): TableRows<Column>;
}

interface TableRows<Column extends string> {
  /** Takes a row, whose missing fields are empty, or returns what is wrong with it. */
  take(field: (column: Column) => string, line: number): string | undefined;
  /** Called after the last row. */
  finish?(): void;
}

export function tableFormat<Column extends string>(declared: TableDeclaration<Column>): JudgmentFormat {
  const { id, summary, columns, optional = [], marks, texts = false } = declared;
  const names = Object.keys(columns) as Column[];
  return {
    id,
    summary,
    recognises([firstLine]: FirstLines) {
      const found = new Set(headerNames(firstLine).names.map((name) => name.toLowerCase()));
      return marks.every((mark) => found.has(mark.toLowerCase()));
    },
    async read(into) {
      const rows = declared.rows(into);
      let table: ReturnType<typeof tableOf> | undefined;
      await eachLine(into, (text, line) => {
        if (!table) {
          table = tableOf(text, into);
          return;
        }
        const { header, separator, places } = table;
        const fields = texts ? text.split('\t') : rowFields(text, header.size, separator);
        if (!header.fits(fields ?? text.trim().split(/\s+/), line) || !fields) return;
        const fault = rows.take((column) => (fields[places.get(column)!] ?? '').trim(), line);
        if (fault !== undefined) into.refuse('rows', fault, line);
      });
      rows.finish?.();
    },
  };

  function tableOf(firstLine: string, into: JudgmentList) {
    const { names: found, separator } = headerNames(firstLine);
    const header = new Header(into, found);
    const places = new Map(
      names.map((column) => [
        column,
        optional.includes(column) ? header.find(...columns[column]) : header.need(...columns[column]),
      ]),
    );
    return { header, separator, places };
  }
}
