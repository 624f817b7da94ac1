/** Reads comma-separated values whole, since quoted texts can contain line breaks. */
import { UsageError } from '../../core/index.ts';
import { readCsvRows } from '../csvRows.ts';
import { rowsPart } from './rowsPart.ts';
import { type TextFormat, openLines } from './textFormat.ts';

export const openCsv: TextFormat['open'] = async (source, role, columns) => {
  const { name } = source;
  const reader = await openLines(source);
  const first = reader.peek();
  const rows: (readonly string[])[] = [];
  const lines: number[] = [];
  await readCsvRows(reader.rest(), {
    file: name,
    // Spreadsheets write semicolons in locales with a decimal comma.
    delimiter: first.includes(';') && !first.includes(',') ? ';' : ',',
    row(fields, line) {
      rows.push(fields);
      lines.push(line);
    },
    fault(message, line) {
      throw new UsageError(`${name}, line ${line}: ${message}`);
    },
  });
  return rowsPart({ file: name, rows, numbers: lines, word: 'line' }, role, columns);
};
