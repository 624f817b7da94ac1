/** Rows of comma-separated values (RFC 4180), read from lines, since a quoted field can span several. */
import Papa from 'papaparse';
import { UsageError } from '../core/index.ts';

interface CsvReading {
  /** Its name in messages. */
  readonly file: string;
  readonly delimiter?: ',' | ';';
  /** Takes each row with the number of the line it starts on; a blank line is a row with one empty field. */
  row(fields: readonly string[], line: number): void;
  /** Reports a malformed row, which takes a number of lines. */
  fault(message: string, line: number, lines: number): void;
}

export async function readCsvRows(lines: AsyncIterable<readonly string[]>, reading: CsvReading): Promise<void> {
  const { file, delimiter = ',' } = reading;
  let line = 0;
  /** The lines read so far of a row whose quoted field is still open. */
  let open: string[] = [];
  let quotes = 0;
  for await (const some of lines) {
    for (const text of some) {
      line++;
      if (open.length === 0 && !text.includes('"')) {
        reading.row(text.split(delimiter), line);
        continue;
      }
      open.push(text);
      quotes += text.split('"').length - 1;
      // A quote within a quoted field is doubled, so a row is complete when the number of quotes is even.
      if (quotes % 2 === 1) continue;
      const row = open.join('\n');
      const lines = open.length;
      const first = line - lines + 1;
      open = [];
      quotes = 0;
      const { data, errors } = Papa.parse<string[]>(row, { delimiter, newline: '\n' });
      if (data.length === 1 && errors.length === 0) reading.row(data[0]!, first);
      else reading.fault('a quote is out of place. Quote fields that contain quotes, "like ""this""".', first, lines);
    }
  }
  // Everything after the open quote would be lost, so this is an error even if malformed rows are skipped.
  if (open.length > 0) {
    throw new UsageError(`${file}, line ${line - open.length + 1}: a quoted field is not closed.`);
  }
}
