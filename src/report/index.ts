import { html, latex, markdown } from './media/markup.ts';
import { csv, tsv } from './media/separated.ts';
import { type Style, text } from './media/text.ts';
import type { Report } from './table.ts';

export { type Style, plainStyle } from './media/text.ts';
export { type ParadoxReport, paradoxTables } from './paradoxReport.ts';
export { documentLines, segmentLines } from './scoreLines.ts';
export {
  type Score,
  type ScoreBlock,
  type ScoreReport,
  type ScoredMetric,
  scoreRows,
  scoreTables,
} from './scoreReport.ts';
export { type Cell, type Column, type Note, type Report, type Table } from './table.ts';

/** The media a report can take the form of; JSON is the data itself, not the report. */
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
