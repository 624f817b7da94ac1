/** Scores of reranked n-best lists, to read. */
import { inputNotes, signatureNotes, segmentsText } from '../notes.ts';
import { counted } from '../../core/index.ts';
import { type Cell, type Report, notes } from '../table.ts';
import { left, plainReport } from '../wording.ts';
import type { Choice, RerankReport } from './rerankReport.ts';
import { metricColumns, bestScores } from '../score/scoreTables.ts';

const wordings: Readonly<Record<Choice, string>> = { first: 'first of the list', reranked: 'best by the weights' };

export function rerankTables(report: RerankReport, digits: number): Report {
  const { metrics, choices, segments, candidates, scored, changed, weights, input } = report;
  const best = bestScores(metrics, choices.map(({ scores }) => scores)); // prettier-ignore
  const rows = choices.map(({ choice, scores }): Cell[] => [
    wordings[choice],
    ...scores.map((value, m) => ({ value, digits, best: value === best[m] })),
  ]);
  return {
    title: 'Reranked n-best lists',
    tables: [{ columns: [left('choice'), ...metricColumns(metrics)], rows }],
    notes: [
      ...notes({
        segments: `${segmentsText(segments, input)}${scored < segments ? `; scored are the ${scored} that have candidates` : ''}`,
        candidates: `${candidates}, with ${counted(weights.length, 'feature')}`,
        changed: `another translation is chosen for ${counted(changed, 'segment')}`,
      }),
      ...signatureNotes(metrics),
      ...inputNotes(input),
    ],
  };
}

/** One row for each choice and metric, for other programs to read. */
export const rerankRows = ({ metrics, choices, scored }: RerankReport): Report =>
  plainReport(
    'Reranked n-best lists',
    ['choice', 'metric', 'score', 'segments'],
    choices.flatMap(({ choice, scores }) => metrics.map(({ metric }, m) => [choice, metric, scores[m], scored])),
  );
