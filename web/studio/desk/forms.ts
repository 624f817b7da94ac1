/** Comparisons and scores in the formats of the command line. */
import { comparePage } from '../../../src/report/compare/comparePage.ts';
import type { ReportedComparison } from '../../../src/report/compare/compareReport.ts';
import { compareTables } from '../../../src/report/compare/compareTables.ts';
import { compareRows } from '../../../src/report/compare/comparisonRows.ts';
import { media } from '../../../src/report/media/media.ts';
import { pageHtml } from '../../../src/report/page/html.ts';
import type { Page } from '../../../src/report/page/page.ts';
import { scorePage } from '../../../src/report/score/scorePage.ts';
import type { ScoreReport } from '../../../src/report/score/scoreReport.ts';
import { scoreRows, scoreTables } from '../../../src/report/score/scoreTables.ts';
import type { Report } from '../../../src/report/table.ts';
import { type NotedSegment, pageWithNotes, reportWithNotes } from './segmentNotes.ts';

/** Segments and n-grams listed, as on the command line. */
const listed = 5;

/** What is exported: a text, or the bytes of a workbook. */
export type Exported = string | Uint8Array<ArrayBuffer>;

export const comparisonForm = (
  { report, texts }: ReportedComparison,
  format: string,
  digits: number,
  noted: readonly NotedSegment[],
): Promise<Exported> =>
  form(format, noted, {
    data: report,
    page: () => comparePage(report, texts),
    tables: () => compareTables(report, digits, listed),
    rows: () => compareRows(report),
  });

export const scoreForm = (
  report: ScoreReport,
  format: string,
  digits: number,
  noted: readonly NotedSegment[],
): Promise<Exported> =>
  form(format, noted, {
    data: report,
    page: () => scorePage(report, digits),
    tables: () => scoreTables(report, digits),
    rows: () => scoreRows(report),
  });

interface Forms {
  readonly data: object;
  page(): Page;
  tables(): Report;
  rows(): Report;
}

async function form(
  format: string,
  noted: readonly NotedSegment[],
  { data, page, tables, rows }: Forms,
): Promise<Exported> {
  if (format === 'json') return `${JSON.stringify(noted.length === 0 ? data : { ...data, notes: noted }, null, 2)}\n`;
  if (format === 'html') return pageHtml(pageWithNotes(page(), noted));
  if (format === 'csv' || format === 'tsv') return media[format](rows());
  const report = reportWithNotes(tables(), noted);
  if (format !== 'xlsx') return media[format as keyof typeof media](report);
  const { dataSheet, xlsx } = await import('../../../src/report/media/xlsx.ts');
  return xlsx({ ...report, tables: [...report.tables, ...rows().tables.map(dataSheet)] }) as Uint8Array<ArrayBuffer>;
}
