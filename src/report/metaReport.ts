/** How well metrics agree with people, as data, and as a report to read. */
import type { Dropped, ErrorWeight, Identical } from '../human/index.ts';
import type { Combination, MetaEvaluation, MetaSettings } from '../meta/index.ts';
import { averageTables } from './meta/averageTables.ts';
import type { MetaAverage } from './meta/metaAverages.ts';
import { metaNotes } from './meta/metaNotes.ts';
import { segmentTable } from './meta/segmentTable.ts';
import { systemTable } from './meta/systemTable.ts';
import { testTables } from './meta/testTables.ts';
import { type ScoredMetric, typedNames } from './scoreReport.ts';
import type { Cell, Report, Table } from './table.ts';
import { left, plain } from './wording.ts';

export interface MetaReport {
  readonly version: string;
  /** Of the shared task. */
  readonly name: string;
  readonly settings: MetaSettings & { readonly identical: Identical; readonly weights?: readonly ErrorWeight[] };
  /** Metrics that were computed, with their signatures. */
  readonly metrics: readonly ScoredMetric[];
  /** Names of metrics whose scores came from files. */
  readonly imported: readonly string[];
  /** Means of metrics among those evaluated. */
  readonly combined: readonly Combination[];
  readonly tasks: readonly MetaEvaluation[];
  /** Over all tasks. */
  readonly averages: readonly MetaAverage[];
  readonly input: {
    readonly formats: readonly string[];
    /** Judgments that were left out. */
    readonly dropped: readonly Dropped[];
    readonly notes: readonly string[];
    readonly sha256: string;
  };
}

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
