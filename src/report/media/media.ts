import { html, latex, markdown } from './markup.ts';
import { csv, tsv } from './separated.ts';
import { type Style, text } from './text.ts';
import type { Report } from '../table.ts';

/** The formats that a report can be printed in: text, Markdown, LaTeX, HTML, CSV and TSV. JSON is the data itself, not the report. */
export const media: Readonly<
  Record<'text' | 'markdown' | 'latex' | 'html' | 'csv' | 'tsv', (report: Report, style?: Style) => string>
> = {
  text,
  markdown,
  latex,
  html,
  csv,
  tsv,
};
