/** A comparison of systems, to read. */
import type { ComparedRuns } from '../../stats/index.ts';
import type { CompareReport } from './compareReport.ts';
import { comparisonNotes } from './comparisonNotes.ts';
import { answerNotes, contradictions } from './comparisonSentences.ts';
import { comparisonTable, corrections, digitsOf, scoreTables, shownPairs, signTestTable } from './comparisonTables.ts';
import { explanationTables } from './explanationTables.ts';
import { inputWarnings } from '../notes.ts';
import type { Report, Table } from '../table.ts';
import { intervalText, knownP, left, numberCell, percent, right, signed } from '../wording.ts';

/** Lays out a comparison of systems as tables to read; `top` is the number of n-grams and segments listed for each pair. */
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
    answer: answerNotes(report, digits),
    warnings: inputWarnings(report.input),
    tables: [...tables, ...(explanation ? explanationTables(report, explanation, digits, top) : [])],
    findings: contradictions(report),
    notes: comparisonNotes(report),
  };
}

export function runTables(report: CompareReport, runs: readonly ComparedRuns[], usual: number): Table[] {
  const { systems, metrics, answer } = report;
  return runs.flatMap((compared, m) => {
    const { systems: scored, settings, family } = compared;
    const comparisons = shownPairs(report, compared);
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
        rows: answer.order.map((s) => {
          const { score, scores, selection, optimizer } = scored[s]!;
          return [
            systems[s]!,
            { value: score, digits },
            String(scores.length),
            { value: Math.min(...scores), digits },
            { value: Math.max(...scores), digits },
            numberCell(selection, digits),
            numberCell(optimizer, digits),
          ];
        }),
      },
      {
        caption: `${name}: differences`,
        columns: [
          left('system'),
          left(settings.baseline === undefined ? 'other' : 'baseline'),
          right('difference'),
          right(percent(settings.level)),
          right('p'),
          ...(isCorrected ? [right(corrections.get(settings.correction)!)] : []),
          left('better'),
        ],
        rows: comparisons.map(({ first, second, difference, interval, p, isBound, corrected, verdict }) => [
          systems[first]!,
          systems[second]!,
          signed(difference, digits),
          intervalText(interval, digits),
          knownP(p, isBound),
          ...(isCorrected ? [knownP(corrected, isBound)] : []),
          verdict === 0 ? '' : systems[verdict > 0 ? first : second]!,
        ]),
      },
    ];
  });
}
