/** Excel workbooks. The parser takes longer to load than most files take to read, so it is loaded only when needed. */
import type { TextFormat } from './textFormat.ts';

export const xlsx = {
  id: 'xlsx',
  summary:
    'Excel workbook; its first visible sheet, or the one chosen with `--columns sheet=NAME`, is a table like TSV',
  extensions: ['.xlsx'],
  systems: 'as for TSV',
  readsLabels: true,
  open: async (source, role, columns) => (await import('./readXlsx.ts')).openXlsx(source, role, columns),
} as const satisfies TextFormat;
