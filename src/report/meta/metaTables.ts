/** Metrics against people, to read. */
import { typedNames } from '../score/scoreTables.ts';
import type { Cell, Report, Table } from '../table.ts';
import { left, plain } from '../wording.ts';
import { averageTables } from './averageTables.ts';
import { metaNotes } from './metaNotes.ts';
import type { MetaReport } from './metaReport.ts';
import { systemTable } from './systemTable.ts';
import { testTables } from './testTables.ts';
import { segmentTable } from './segmentTable.ts';

export function metaTables(report: MetaReport, pairwise: boolean, digits: number): Report {
  const { tasks, settings } = report;
  const tables: Table[] = tasks.flatMap((task) => [
    ...(task.systemMeasures.length > 0 ? [systemTable(task, settings, digits)] : []),
    ...segmentTable(task, settings, digits),
    ...(pairwise ? testTables(task) : []),
  ]);
  return {
    title: 'Metrics against people',
    tables: [...tables, ...(tasks.length > 1 ? averageTables(report, digits) : [])],
    notes: metaNotes(report),
  };
}

/** One row for each task, metric and measure, for other programs to read. */
export function metaRows({ tasks }: MetaReport): Report {
  const rows: Cell[][] = tasks.flatMap((task) => {
    const names = typedNames(task.metrics);
    return task.metrics.flatMap(({ ofSystems, ofSegments = [], prior }, place) => {
      const row = (level: string, measure: string, figure: Figure | undefined): Cell[][] =>
        figure
          ? [[task.task, names[place]!, level, measure, plain(figure.value), plain(figure.interval?.low), plain(figure.interval?.high), plain(figure.counted ?? figure.systems), plain(figure.chance), plain(figure.epsilon)]] // prettier-ignore
          : [];
      return [
        ...task.systemMeasures.flatMap(({ id }, m) => row('system', id, ofSystems[m])),
        ...task.segmentMeasures.flatMap(({ id }, m) => row('segment', id, ofSegments[m])),
        ...row('segment', 'system-prior', prior?.system),
        ...row(
          'segment',
          'mixed-prior',
          prior?.mixture && { value: prior.mixture.consistency, counted: prior.mixture.counted },
        ),
      ];
    });
  });
  const titles = ['task', 'metric', 'level', 'measure', 'value', 'low', 'high', 'count', 'chance', 'epsilon'];
  return { title: 'Metrics against people', tables: [{ columns: titles.map(left), rows }], notes: [] };
}

interface Figure {
  readonly value: number;
  readonly interval?: { readonly low: number; readonly high: number };
  readonly counted?: number;
  readonly systems?: number;
  readonly chance?: number;
  readonly epsilon?: number;
}
