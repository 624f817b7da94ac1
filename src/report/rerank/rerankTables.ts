/** Lays out the scores of reranked n-best lists as tables to read. */
import { inputNotes, signatureNotes, segmentsText } from '../notes.ts';
import { counted } from '../../core/index.ts';
import { type Cell, type Report, notes } from '../table.ts';
import { left, plainReport } from '../wording.ts';
import type { Choice, RerankReport } from './rerankReport.ts';
import { metricColumns, bestScores } from '../score/scoreTables.ts';

const wordingOf = (choice: Choice, by: RerankReport['by']): string =>
  choice === 'first' ? 'first of the list' : `best by ${by?.name ?? 'the weights'}`;

export function rerankTables(report: RerankReport, digits: number): Report {
  const { metrics, choices, segments, candidates, scored, changed, weights, by, input } = report;
  const best = bestScores(metrics, choices.map(({ scores }) => scores)); // prettier-ignore
  const rows = choices.map(({ choice, scores }): Cell[] => [
    wordingOf(choice, by),
    ...scores.map((value, m) => ({ value, digits, best: value === best[m] })),
  ]);
  return {
    title: 'Reranked n-best lists',
    tables: [{ columns: [left('choice'), ...metricColumns(metrics)], rows }],
    notes: [
      ...notes({
        segments: `${segmentsText(segments, input)}${scored < segments ? `; the ${scored} that have candidates are scored` : ''}`,
        candidates: by ? String(candidates) : `${candidates}, with ${counted(weights.length, 'feature')}`,
        changed: `a different translation is chosen for ${counted(changed, 'segment')}`,
      }),
      ...signatureNotes(by ? [by, ...metrics.filter(({ metric }) => metric !== by.metric)] : metrics),
      ...inputNotes(input),
    ],
  };
}

/** Lays out a reranking report as rows for other programs, one for each choice and metric. */
export const rerankRows = ({ metrics, choices, scored }: RerankReport): Report =>
  plainReport(
    'Reranked n-best lists',
    ['choice', 'metric', 'score', 'segments'],
    choices.flatMap(({ choice, scores }) => metrics.map(({ metric }, m) => [choice, metric, scores[m], scored])),
  );
