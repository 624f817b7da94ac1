/** A comparison of systems, to read. */
import type { Report, Table } from '../table.ts';
import type { CompareReport } from './compareReport.ts';
import { comparisonNotes } from './comparisonNotes.ts';
import { comparisonFindings, partsWarnings, runFindings } from './comparisonSentences.ts';
import { comparisonTable, scoreTables, signTestTable } from './comparisonTables.ts';
import { explanationTables } from './explanationTables.ts';
import { runTables } from './runTables.ts';

/** `top`: n-grams and segments listed of each pair. */
export function compareTables(report: CompareReport, digits: number, top: number): Report {
  const { compared, runs, explanation } = report;
  const tables: Table[] = runs
    ? runTables(report, runs.compared, digits)
    : [
        ...scoreTables(report, digits),
        ...compared.flatMap((each, m) => [comparisonTable(report, each, m, digits), ...signTestTable(report, each, m)]),
      ];
  return {
    title: 'Comparison',
    tables: [...tables, ...(explanation ? explanationTables(report, explanation, digits, top) : [])],
    findings: [
      ...(runs ? runFindings(report, runs.compared, digits) : comparisonFindings(report, digits)),
      ...(explanation ? partsWarnings(report, explanation).map((text) => ({ name: 'parts', text })) : []),
    ],
    notes: comparisonNotes(report),
  };
}
