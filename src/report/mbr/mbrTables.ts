/** Lays out a report on minimum-Bayes-risk selection as tables to read. */
import { inputNotes, signatureNotes, segmentsText } from '../notes.ts';
import { counted } from '../../core/index.ts';
import { type Cell, type Report, notes } from '../table.ts';
import { left, listed, plainReport, right } from '../wording.ts';
import type { MbrReport } from './mbrReport.ts';
import { metricColumns, bestScores } from '../score/scoreTables.ts';

const forms: Readonly<Record<MbrReport['utility']['form'], string>> = {
  pairwise: 'pair by pair',
  expected: 'against expected n-gram counts',
  linear: 'linear gain',
  given: 'computed elsewhere',
};

export function mbrTables(report: MbrReport, digits: number): Report {
  const { metrics, rows, segments, candidates, utility, posteriors, input } = report;
  // The oracle is set apart, since it is not a competitor.
  const competing = rows.filter(({ kind }) => kind !== 'oracle');
  const best = bestScores(metrics, competing.map(({ scores }) => scores)); // prettier-ignore
  const cells = rows.map(({ name, kind, chosen, scores }): Cell[] => [
    name,
    chosen === undefined ? '' : String(chosen),
    ...scores.map((value, m) => ({ value, digits, best: kind !== 'oracle' && value === best[m] })),
  ]);
  const oracles = rows.filter(({ kind }) => kind === 'oracle').map(({ name }) => name);
  return {
    title: 'Minimum-Bayes-risk selection',
    tables: [
      {
        columns: [left('translation'), right('chosen'), ...metricColumns(metrics)],
        rows: cells,
        lines: [competing.length - 1, competing.length].filter((after) => after > 0 && after < rows.length),
        footer: rows.length - competing.length,
      },
    ],
    notes: [
      ...notes({
        segments: `${segmentsText(segments, input)}${candidates === undefined ? '' : `, ${counted(candidates, 'candidate')} in all`}`,
        chosen: 'segments in which the choice is the same text',
        [listed(oracles)]:
          oracles.length > 0 && 'the best candidate of each segment by each metric itself, chosen with the references',
        utility: `${forms[utility.form]}: ${utility.of}`,
        posteriors,
      }),
      ...signatureNotes(metrics),
      ...inputNotes(input),
    ],
  };
}

/** Lays out a report on minimum-Bayes-risk selection as rows for other programs, one for each translation and metric. */
export const mbrRows = ({ metrics, rows, segments }: MbrReport): Report =>
  plainReport(
    'Minimum-Bayes-risk selection',
    ['translation', 'kind', 'metric', 'score', 'chosen', 'segments'],
    rows.flatMap(({ name, kind, chosen, scores }) =>
      metrics.map(({ metric }, m) => [name, kind, metric, scores[m], chosen, segments]),
    ),
  );
