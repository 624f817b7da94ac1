/** Makes a web page of how well metrics agree with people: heat maps over tasks, tables, and scatter plots of systems. */
import { counted } from '../../core/index.ts';
import { type Interval, type MetaEvaluation, isShare } from '../../meta/index.ts';
import { charts } from '../page/charts/index.ts';
import { type ChartFigure, type Figure, type FigureMaker, type Page, type Section, figureMaker } from '../page/page.ts';
import { capitalised, fine, fineText, listed, ofTask } from '../wording.ts';
import { rankedBy } from './metaAnswer.ts';
import type { MetaReport } from './metaReport.ts';
import { levelName, rankingTests } from './rankingTables.ts';
import { strawTables } from './strawTables.ts';
import { ablationTables, averageTables, metaTables, segmentTable, systemTable, testTables } from './metaTables.ts';

export function metaPage(report: MetaReport, pairwise: boolean, digits = fine): Page {
  const { title, answer = [], notes: facts } = metaTables(report, pairwise, digits);
  const { tasks, metrics, imported, combined } = report;
  const count = metrics.length + imported.length + combined.length;
  return {
    title,
    answer,
    lead: `${counted(count, 'metric')}; ${listed(tasks.map(({ task, systems }) => ofTask(task, counted(systems.length, 'system'))))}.`,
    sections: [{ ...metaSection(report, figureMaker(), pairwise, digits), heading: 'Results' }],
    facts,
  };
}

export function metaSection(report: MetaReport, make: FigureMaker, pairwise: boolean, digits = fine): Section {
  const { tasks } = report;
  return {
    id: make.id('metrics'),
    heading: 'Metrics against human judgments',
    text: [
      'Error metrics are negated: higher always means better agreement. ● marks metrics that are not significantly beaten.',
    ],
    figures: [
      ...ablationTables(report, digits).map((table) => make.table('ablation', table, table.caption!)),
      ...strawTables(report, digits).map((table) => make.table('straw men', table, table.caption!)),
      ...heatMaps(report, make),
      ...(tasks.length > 1
        ? averageTables(report, digits).map((table) => make.table('means', table, table.caption ?? 'Means over tasks'))
        : []),
      ...(pairwise ? rankingTests(report) : []).map((table) => make.table('tests over tasks', table, table.caption!)),
    ],
    sections: tasks.map((task) => ({
      id: make.id(`metrics ${task.task}`),
      heading: task.task,
      figures: taskFigures(task, report, make, pairwise, digits),
    })),
  };
}

/** One for systems and one for segments: the first measure of each, metrics from the best to the worst on the mean. */
function heatMaps(report: MetaReport, make: FigureMaker): ChartFigure[] {
  const averages = report.averages;
  return (['system', 'segment'] as const).flatMap((level) => {
    const average = averages.find((each) => each.level === level);
    if (!average) return [];
    const { measure } = average;
    const rows = rankedBy(average.metrics, ({ mean }) => ({ value: mean })).map(({ name }) => name);
    const figure = (task: MetaEvaluation, name: string): { value: number; interval?: Interval } | undefined => {
      const metric = task.metrics.find((each) => each.name === name);
      const measures = level === 'system' ? task.systemMeasures : task.segmentMeasures;
      const at = measures.findIndex(({ id }) => id === measure.id);
      return level === 'system' ? metric?.ofSystems[at] : metric?.ofSegments?.[at];
    };
    return [
      charts.heatMap({
        id: make.id(`agreement ${level}s`),
        caption: `${capitalised(levelName(level, report.settings))}: ${measure.title} of each metric with people`,
        rows,
        columns: report.tasks.map(({ task }) => task),
        row: 'metric',
        column: 'task',
        value: measure.title,
        values: rows.map((name) => report.tasks.map((task) => figure(task, name)?.value ?? NaN)),
        intervals: rows.map((name) => report.tasks.map((task) => figure(task, name)?.interval)),
        ...(isShare(measure.id) && { from: 0, to: 1 }),
      }),
    ];
  });
}

function taskFigures(
  task: MetaEvaluation,
  { settings }: MetaReport,
  make: FigureMaker,
  pairwise: boolean,
  digits: number,
): Figure[] {
  const segments = segmentTable(task, settings, digits);
  return [
    ...(task.systemMeasures.length === 0
      ? []
      : [
          make.table(
            `systems ${task.task}`,
            systemTable(task, settings, digits),
            `${task.task}: agreement over ${task.systems.length} systems`,
          ),
        ]),
    ...segments.map((table) =>
      make.table(`segments ${task.task}`, table, table.caption ?? `${task.task}: agreement over segments`),
    ),
    ...scatterPlots(task, make),
    ...(pairwise ? testTables(task) : []).map((table) =>
      make.table(`tests ${task.task}`, table, table.caption ?? 'Tests between metrics'),
    ),
  ];
}

function scatterPlots({ task, systems, metrics, human, outliers }: MetaEvaluation, make: FigureMaker): ChartFigure[] {
  const places = new Map(metrics.map((metric, m) => [metric, m]));
  return rankedBy(metrics, ({ ofSystems }) => ofSystems[0]).map((metric) => {
    const { name, higherIsBetter, ofSystems } = metric;
    const value = ofSystems[0]?.value ?? NaN;
    return charts.scatter({
      id: make.id(`scatter ${task} ${name}`),
      caption: `${task}: ${name} and people`,
      finding: Number.isNaN(value) ? 'Agreement is not defined.' : `Agreement over systems is ${fineText(value)}.`,
      x: { title: `${name} ${higherIsBetter ? '(higher is better)' : '(lower is better)'}`, digits: 2 },
      y: { title: human.name, digits: 2 },
      points: systems.map(({ system, human: judged, scores }) => ({
        label: system,
        x: scores[places.get(metric)!]!,
        y: judged,
        ...(outliers.length > 0 && { group: outliers.includes(system) ? 'outlier' : 'system' }),
      })),
    });
  });
}
