/** A comparison of systems, to read. */
import type { ComparedRuns } from '../../stats/index.ts';
import type { CompareReport } from './compareReport.ts';
import { comparisonNotes } from './comparisonNotes.ts';
import { comparisonFindings, partsWarnings, runFindings } from './comparisonSentences.ts';
import { comparisonTable, corrections, digitsOf, scoreTables, signTestTable } from './comparisonTables.ts';
import { explanationTables } from './explanationTables.ts';
import type { Report, Table } from '../table.ts';
import { intervalText, knownP, left, numberCell, percent, right, signed } from '../wording.ts';

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

export function runTables({ systems, metrics }: CompareReport, runs: readonly ComparedRuns[], usual: number): Table[] {
  return runs.flatMap((compared, m) => {
    const { systems: scored, comparisons, settings, family } = compared;
    const digits = digitsOf(compared, usual);
    const { name, higherIsBetter } = metrics[m]!;
    const isCorrected = settings.correction !== 'none' && family > 1;
    return [
      {
        caption: `${name}: runs`,
        columns: [
          left('system'),
          ...[`mean ${higherIsBetter ? '↑' : '↓'}`, 'runs', 'least', 'most', 's of test sets', 's of runs'].map(right),
        ],
        rows: scored.map(({ score, scores, selection, optimizer }, s) => [
          systems[s]!,
          { value: score, digits },
          String(scores.length),
          { value: Math.min(...scores), digits },
          { value: Math.max(...scores), digits },
          numberCell(selection, digits),
          numberCell(optimizer, digits),
        ]),
      },
      {
        caption: `${name}: differences`,
        columns: [
          left('system'),
          left('than'),
          right('difference'),
          right(percent(settings.level)),
          right('p'),
          ...(isCorrected ? [right(corrections.get(settings.correction)!)] : []),
          left('better'),
        ],
        rows: comparisons.map(({ first, second, difference, interval, p, corrected, verdict }) => [
          systems[first]!,
          systems[second]!,
          signed(difference, digits),
          intervalText(interval, digits),
          knownP(p),
          ...(isCorrected ? [knownP(corrected)] : []),
          verdict === 0 ? '' : systems[verdict > 0 ? first : second]!,
        ]),
      },
    ];
  });
}
