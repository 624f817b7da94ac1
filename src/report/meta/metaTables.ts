/** Lays out an evaluation of metrics against people as tables to read. */
import { counted } from '../../core/index.ts';
import type { MetaEvaluation, MetaSettings, MetricTest } from '../../meta/index.ts';
import { ablationFigures, metaAnswer, rankedBy, winnersOf } from './metaAnswer.ts';
import { metaNotes } from './metaNotes.ts';
import { type MetaReport, unitsOf } from './metaReport.ts';
import {
  levelName,
  pTable,
  rankCells,
  rankColumns,
  rankingLatex,
  rankingTable,
  rankingTests,
} from './rankingTables.ts';
import { strawTables } from './strawTables.ts';
import { latex } from '../media/markup.ts';
import { typedNames } from '../score/scoreTables.ts';
import type { Cell, Report, Table } from '../table.ts';
import { intervalText, left, numberCell, percent, plainReport, right, signed } from '../wording.ts';

export function metaTables(report: MetaReport, pairwise: boolean, digits: number): Report {
  const { tasks, settings } = report;
  const tables: Table[] = tasks.flatMap((task) => [
    ...(task.systemMeasures.length > 0 ? [systemTable(task, settings, digits)] : []),
    ...segmentTable(task, settings, digits),
    ...(pairwise ? testTables(task) : []),
  ]);
  return {
    title: 'Metrics against human judgments',
    answer: metaAnswer(report),
    tables: [
      ...ablationTables(report, digits),
      ...strawTables(report, digits),
      ...tables,
      ...(tasks.length > 1 ? averageTables(report, digits) : []),
      ...(pairwise ? rankingTests(report) : []),
    ],
    notes: metaNotes(report),
  };
}

/** The table of a metrics-task paper, if there are several tasks, and all tables in LaTeX. */
export const metaLatex = (report: MetaReport, pairwise: boolean, digits: number): string =>
  rankingLatex(report, digits) + latex(metaTables(report, pairwise, digits));

/** Lays out an evaluation of metrics as rows for other programs, one for each task, metric and measure. */
export function metaRows({ tasks, rankings, strawMen = [] }: MetaReport): Report {
  const rows = tasks.flatMap((task) => {
    const names = typedNames(task.metrics);
    return task.metrics.flatMap(({ ofSystems, ofSegments = [], prior }, place) => {
      const row = (level: string, measure: string, figure: Figure | undefined) =>
        figure
          ? [[task.task, names[place]!, level, measure, figure.value, figure.interval?.low, figure.interval?.high, figure.counted ?? figure.systems, figure.chance, figure.epsilon]] // prettier-ignore
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
  const empty = [undefined, undefined];
  const overAll = rankings.flatMap(({ level, ranked }) =>
    ranked.flatMap(({ name, mean, meanRank, cluster }) =>
      Object.entries({ mean, 'mean-rank': meanRank, cluster })
        .filter(([, value]) => value !== undefined)
        .map(([measure, value]) => ['(all tasks)', name, level, measure, value, ...empty, tasks.length, ...empty]),
    ),
  );
  const straw = strawMen.flatMap(({ task, strawMen: made, metrics }) =>
    metrics.flatMap(
      ({ metric, standings }) =>
      standings.map(({ score, beats }, at) => [task, metric, 'straw-man', made[at]!.id, score, ...empty, beats, ...empty]), // prettier-ignore
    ),
  );
  const titles = ['task', 'metric', 'level', 'measure', 'value', 'low', 'high', 'count', 'chance', 'epsilon'];
  return plainReport('Metrics against human judgments', titles, [...rows, ...overAll, ...straw]);
}

interface Figure {
  readonly value: number;
  readonly interval?: { readonly low: number; readonly high: number };
  readonly counted?: number;
  readonly systems?: number;
  readonly chance?: number;
  readonly epsilon?: number;
}

export function systemTable(task: MetaEvaluation, { level }: MetaSettings, digits: number): Table {
  const { systemMeasures: measures, outliers } = task;
  const winners = winnersOf(task.systemTest);
  const isFirst = (m: number) => m === 0;
  const hasInterval = task.metrics.some(({ ofSystems }) => ofSystems[0]?.interval);
  const hasOutliers = outliers.length > 0;
  // A metric that scored a few systems only has figures that cannot be compared with those of others.
  const isUneven = new Set(task.metrics.map(({ ofSystems }) => ofSystems[0]?.systems)).size > 1;
  return {
    caption: `${task.task}, systems: ${judgedText(task)}, people by ${task.human.name}`,
    columns: [
      left('metric'),
      ...measures.flatMap(({ title }, m) => [
        right(title),
        ...(isFirst(m) && hasInterval ? [right(percent(level))] : []),
        ...(isFirst(m) && hasOutliers ? [right('without outliers')] : []),
      ]),
      ...(winners ? [unbeaten] : []),
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

/** Of the systems that metrics scored, only those that people judged count. */
function judgedText({ systems, unjudged }: MetaEvaluation): string {
  const scored = new Set([...systems.map(({ system }) => system), ...unjudged]).size;
  return unjudged.length === 0
    ? `${scored} scored and judged`
    : `${scored - unjudged.length} judged of ${scored} scored`;
}

/** None if no metric has scores of segments, or if nothing of what was asked for can be measured. */
export function segmentTable(task: MetaEvaluation, settings: MetaReport['settings'], digits: number): Table[] {
  const { level } = settings;
  const { segmentMeasures: measures, comparisons } = task;
  const metrics = task.metrics.filter(({ ofSegments, prior }) => ofSegments || prior);
  if (metrics.length === 0 || measures.length === 0) return [];
  const winners = winnersOf(task.segmentTest);
  const hasChance = measures.map((_, m) => metrics.some(({ ofSegments }) => ofSegments?.[m]?.chance !== undefined));
  const ranked = rankedBy(metrics, ({ ofSegments, prior }) => ofSegments?.[0] ?? prior?.system);
  const table: Table = {
    caption: `${task.task}, ${unitsOf(settings)}: ${comparisons ? `${counted(comparisons.decided, 'decided comparison')} of ${comparisons.all}` : `people by ${task.human.name}`}`,
    columns: [
      left('metric'),
      ...measures.flatMap(({ title }, m) => [
        right(title),
        ...(m === 0 ? [right(percent(level))] : []),
        ...(hasChance[m] ? [right('by chance'), right('ties up to')] : []),
      ]),
      ...(winners ? [unbeaten] : []),
      right(comparisons ? 'compared' : 'counted'),
      ...(comparisons ? [right('system alone'), right('mixed'), right('weight')] : []),
    ],
    rows: ranked.map(({ name, ofSegments, prior }) => [
      name,
      ...measures.flatMap((_, m) => [
        numberCell(ofSegments?.[m]?.value, digits),
        ...(m === 0 ? [intervalText(ofSegments?.[m]?.interval, digits)] : []),
        ...(hasChance[m]
          ? [numberCell(ofSegments?.[m]?.chance, digits), numberCell(ofSegments?.[m]?.epsilon, digits)]
          : []),
      ]),
      ...(winners ? [winners.has(name) ? '●' : ''] : []),
      String(ofSegments?.[0]?.counted ?? prior?.system.counted ?? '–'),
      ...(comparisons
        ? [
            numberCell(prior?.system.value, digits),
            numberCell(prior?.mixture?.consistency, digits),
            numberCell(meanOf(prior?.mixture?.weights ?? []), 2),
          ]
        : []),
    ]),
  };
  if (!comparisons) return [table];
  const told = new Map<string, Cell>([
    ['metric', '(people)'],
    ['compared', String(comparisons.oracle.counted)],
    ['system alone', numberCell(comparisons.oracle.value, digits)],
  ]);
  const oracle = table.columns.map(({ title }) => told.get(title) ?? '');
  return [{ ...table, rows: [...table.rows, oracle], lines: [table.rows.length], footer: 1 }];
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

export function averageTables(report: MetaReport, digits: number): Table[] {
  const both = report.rankings.find(({ level }) => level === 'both');
  return [...(both ? [rankingTable(both, report, digits)] : []), ...averageLevels(report, digits)];
}

function averageLevels(report: MetaReport, digits: number): Table[] {
  const averages = report.averages;
  return (['system', 'segment'] as const).flatMap((level): Table[] => {
    const measures = averages.filter((each) => each.level === level);
    const [first] = measures;
    if (!first) return [];
    const ranked = rankedBy(first.metrics, ({ mean }) => ({ value: mean }));
    const overAll = report.rankings.find((each) => each.level === level);
    return [
      {
        caption: `means over ${report.tasks.length} tasks, ${levelName(level, report.settings)}`,
        columns: [
          left('metric'),
          ...measures.flatMap(({ measure, metrics }, m) => [
            right(measure.title),
            ...(m === 0 ? rankColumns(overAll) : []),
            ...(metrics.some(({ pooled }) => pooled !== undefined) ? [right('pooled')] : []),
          ]),
          right('tasks'),
        ],
        rows: ranked.map(({ name, tasks }) => [
          name,
          ...measures.flatMap(({ metrics }, m) => {
            const figure = metrics.find((metric) => metric.name === name);
            return [
              numberCell(figure?.mean, digits),
              ...(m === 0 ? rankCells(overAll, name) : []),
              ...(metrics.some(({ pooled }) => pooled !== undefined) ? [numberCell(figure?.pooled, digits)] : []),
            ];
          }),
          String(tasks),
        ]),
      },
    ];
  });
}

/** A table for each study: agreement of every variant, and how far it is from that of the baseline, which comes first. */
export function ablationTables(report: MetaReport, digits: number): Table[] {
  const over = report.tasks.length > 1 ? `, means over ${report.tasks.length} tasks` : '';
  return ablationFigures(report).map(({ metric, title, variants, levels }) => ({
    caption: `${metric}: ${title}${over}`,
    columns: [
      left('variant'),
      ...levels.flatMap(({ level, measure }) => [right(`${level}s: ${measure.title}`), right('Δ')]),
    ],
    rows: variants.map(({ name }, v) => [
      name,
      ...levels.flatMap(({ values }): Cell[] => {
        const value = values[v]!;
        if (Number.isNaN(value)) return ['–', '–'];
        const isBest = values.every((other) => !(other > value));
        return [{ value, digits, best: isBest }, v === 0 ? '' : signed(value - values[0]!, digits)];
      }),
    ]),
    lines: [1],
  }));
}

export function testTables({ task, systemTest, segmentTest }: MetaEvaluation): Table[] {
  return [
    ...(systemTest ? [testTable(`${task}, systems`, systemTest)] : []),
    ...(segmentTest ? [testTable(`${task}, segments`, segmentTest)] : []),
  ];
}

const testTable = (caption: string, { test, measure, p, names, ranked }: MetricTest): Table =>
  pTable(
    `${caption}: p, one-sided; small if the metric of the row agrees better than that of the column (${test}, ${measure})`,
    names,
    p,
    ranked.map(({ name, rank }) => ({ name, cluster: rank })),
  );

/** Above ●. */
export const unbeaten = left('not sig. beaten');
