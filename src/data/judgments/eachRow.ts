/** Rows of a file of judgments, each with the number of its line. */
import Papa from 'papaparse';
import { UsageError } from '../../core/index.ts';
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
