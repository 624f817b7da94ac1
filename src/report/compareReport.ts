/** Which of some systems is better, how sure that is and why, as data, and as a report to read. */
import type { Explanation } from '../compare/index.ts';
import type { ComparedRuns, ComparedSystems } from '../stats/index.ts';
import { comparisonNotes } from './compare/comparisonNotes.ts';
import { comparisonFindings, partsWarnings, runFindings } from './compare/comparisonSentences.ts';
import { comparisonTable, scoreTables, signTestTable } from './compare/comparisonTables.ts';
import { explanationTables } from './compare/explanationTables.ts';
import { runTables } from './compare/runTables.ts';
import type { Report, Table } from './table.ts';

/** A metric, or scores from elsewhere. */
export interface ComparedMetric {
  /** As tables head it. */
  readonly name: string;
  readonly higherIsBetter: boolean;
  /** As typed, and under which settings, of a metric that was computed. */
  readonly metric?: string;
  readonly signature?: string;
}

export interface CompareReport {
  readonly version: string;
  readonly systems: readonly string[];
  readonly metrics: readonly ComparedMetric[];
  readonly segments: number;
  /** What is drawn and exchanged as a whole. */
  readonly unit: 'segment' | 'document';
  /** By metric; of systems with several runs there is `runs` instead. */
  readonly compared: readonly ComparedSystems[];
  readonly runs?: {
    /** By system: its files. */
    readonly files: readonly (readonly string[])[];
    readonly compared: readonly ComparedRuns[];
  };
  readonly explanation?: Explanation;
  readonly input: { readonly references: number | 'var'; readonly sha256: string; readonly notes: readonly string[] };
}

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
