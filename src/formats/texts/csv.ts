/** Comma-separated values with a header. The parser takes longer to load than most files take to read, so it is loaded only when needed. */
import { isHeader } from './columns.ts';
import type { TextFormat } from './textFormat.ts';

export const csv = {
  id: 'csv',
  summary: 'comma-separated values with a header, like TSV; fields can be quoted, and semicolons can replace commas',
  extensions: ['.csv'],
  recognises: ([line]) => isHeader(line, ',') || isHeader(line, ';'),
  systems: 'as for TSV',
  readsLabels: true,
  open: async (source, role, columns) => (await import('./readCsv.ts')).openCsv(source, role, columns),
} as const satisfies TextFormat;
