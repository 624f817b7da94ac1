/** Agreement over all tasks, as data. */
import { type MeasureName, type MetaEvaluation, type OverTasks, overTasks } from '../../meta/index.ts';

/** Agreement of each metric over all tasks it has a figure for, by measure. */
export interface MetaAverage {
  readonly level: 'system' | 'segment';
  readonly measure: MeasureName;
  readonly metrics: readonly ({ readonly name: string } & OverTasks)[];
}

export function metaAverages(tasks: readonly MetaEvaluation[]): MetaAverage[] {
  const names = [...new Set(tasks.flatMap(({ metrics }) => metrics.map(({ name }) => name)))];
  const levels = [
    { level: 'system', measuresOf: (task: MetaEvaluation) => task.systemMeasures, figures: 'ofSystems' },
    { level: 'segment', measuresOf: (task: MetaEvaluation) => task.segmentMeasures, figures: 'ofSegments' },
  ] as const;
  return levels.flatMap(({ level, measuresOf, figures }) => {
    const measures = new Map(tasks.flatMap(measuresOf).map((measure) => [measure.id, measure]));
    return [...measures.values()].map((measure) => ({
      level,
      measure,
      metrics: names.map((name) => ({
        name,
        ...overTasks(
          tasks.flatMap((task) => {
            const at = measuresOf(task).findIndex(({ id }) => id === measure.id);
            const agreement = task.metrics.find((metric) => metric.name === name)?.[figures]?.[at];
            return agreement ? [agreement] : [];
          }),
        ),
      })),
    }));
  });
}
