/** Agreement over whole systems: a row for each metric, from the best to the worst. */
import type { MetaEvaluation, MetaSettings } from '../../meta/index.ts';
import type { Table } from '../table.ts';
import { intervalText, left, numberCell, percent, right } from '../wording.ts';
import { rankedBy, winnersOf } from './rankedBy.ts';

export function systemTable(task: MetaEvaluation, { level }: MetaSettings, digits: number): Table {
  const { systemMeasures: measures, outliers } = task;
  const winners = winnersOf(task.systemTest);
  const isFirst = (m: number) => m === 0;
  const hasInterval = task.metrics.some(({ ofSystems }) => ofSystems[0]?.interval);
  const hasOutliers = outliers.length > 0;
  // A metric that scored a few systems only has figures that cannot be compared with those of others.
  const isUneven = new Set(task.metrics.map(({ ofSystems }) => ofSystems[0]?.systems)).size > 1;
  return {
    caption: `${task.task}, systems: ${task.systems.length} scored, people by ${task.human.name}`,
    columns: [
      left('metric'),
      ...measures.flatMap(({ title }, m) => [
        right(title),
        ...(isFirst(m) && hasInterval ? [right(percent(level))] : []),
        ...(isFirst(m) && hasOutliers ? [right('without outliers')] : []),
      ]),
      ...(winners ? [left('best')] : []),
      ...(isUneven ? [right('systems')] : []),
    ],
    rows: rankedBy(task.metrics, ({ ofSystems }) => ofSystems[0]).map(({ name, ofSystems, withoutOutliers }) => [
      name,
      ...measures.flatMap((_, m) => [
        numberCell(ofSystems[m]?.value, digits),
        ...(isFirst(m) && hasInterval ? [intervalText(ofSystems[m]?.interval, digits)] : []),
        ...(isFirst(m) && hasOutliers ? [numberCell(withoutOutliers?.[m]?.value, digits)] : []),
      ]),
      ...(winners ? [winners.has(name) ? '●' : ''] : []),
      ...(isUneven ? [String(ofSystems[0]?.systems ?? '–')] : []),
    ]),
  };
}
