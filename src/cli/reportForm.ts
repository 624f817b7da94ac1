/** The forms that a report can be printed in, shared by commands. */
import { type Report, type Style, media } from '../report/index.ts';

export const reportFormats = ['text', 'markdown', 'latex', 'html', 'json', 'csv', 'tsv'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** JSON is the data itself; `rows` are for other programs to read, `tables` for people. */
export function showReport(
  data: unknown,
  format: ReportFormat,
  { tables, rows }: { readonly tables: () => Report; readonly rows: () => Report },
  style: Style,
): string {
  if (format === 'json') return `${JSON.stringify(data, null, 2)}\n`;
  return format === 'csv' || format === 'tsv' ? media[format](rows()) : media[format](tables(), style);
}
