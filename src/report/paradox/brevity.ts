/** Columns that the reports of all paradoxes share. */
import type { Standing } from '../../paradox/index.ts';
import type { ScoredMetric } from '../score/scoreReport.ts';
import { metricTitles } from '../score/scoreTables.ts';
import type { Cell, Column } from '../table.ts';
import { fine, right } from '../wording.ts';

const fineCell = (value: number | undefined): Cell => (value === undefined ? '' : { value, digits: fine });

interface Brevity {
  readonly ratio: number;
  readonly penalty: number;
}

/** What brevity cost the score, for metrics that report it. */
export function brevityOf({ parts }: Standing): Brevity | undefined {
  const ratio = parts?.['length ratio'];
  const penalty = parts?.['brevity penalty'];
  return ratio === undefined || penalty === undefined ? undefined : { ratio, penalty };
}

/** Columns of length ratios and brevity penalties; `metrics` are those that have them, by number. */
export function brevityColumns(metrics: readonly ScoredMetric[], which: readonly number[]): Column[] {
  const titles = metricTitles(metrics);
  return which.flatMap((m) => [right(`${titles[m]!} ratio`), right('penalty')]);
}

export const brevityCells = (standing: Standing): Cell[] => {
  const brevity = brevityOf(standing);
  return [fineCell(brevity?.ratio), fineCell(brevity?.penalty)];
};
