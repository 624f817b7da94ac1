/** Agreement over all tasks: plain means, and all comparisons as one where figures are shares. */
import type { MetaReport } from './metaReport.ts';
import type { Table } from '../table.ts';
import { left, numberCell, right } from '../wording.ts';
import { rankedBy } from './rankedBy.ts';

export function averageTables(report: MetaReport, digits: number): Table[] {
  const averages = report.averages;
  return (['system', 'segment'] as const).flatMap((level) => {
    const measures = averages.filter((each) => each.level === level);
    const [first] = measures;
    if (!first) return [];
    const ranked = rankedBy(first.metrics, ({ mean }) => ({ value: mean }));
    return [
      {
        caption: `means over ${report.tasks.length} tasks, ${level}s`,
        columns: [
          left('metric'),
          ...measures.flatMap(({ measure, metrics }) => [
            right(measure.title),
            ...(metrics.some(({ pooled }) => pooled !== undefined) ? [right('pooled')] : []),
          ]),
          right('tasks'),
        ],
        rows: ranked.map(({ name, tasks }) => [
          name,
          ...measures.flatMap(({ metrics }) => {
            const figure = metrics.find((metric) => metric.name === name);
            return [
              numberCell(figure?.mean, digits),
              ...(metrics.some(({ pooled }) => pooled !== undefined) ? [numberCell(figure?.pooled, digits)] : []),
            ];
          }),
          String(tasks),
        ]),
      },
    ];
  });
}
