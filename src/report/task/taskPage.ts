/** The findings of a shared task as one page: results, agreement, edits, metrics, each with its charts. */
import { counted } from '../../core/index.ts';
import type { KindAgreement, RankedSystems } from '../../human/index.ts';
import type { Interval, MetaEvaluation } from '../../meta/index.ts';
import type { AcceptReport } from '../accept/acceptReport.ts';
import type { AgreeReport } from '../agree/agreeReport.ts';
import { agreeTables } from '../agree/agreeTables.ts';
import { kindNames } from '../agree/kindNames.ts';
import { coefficientTable, kappaTable } from '../agree/kappaTables.ts';
import type { MetaReport } from '../meta/metaReport.ts';
import { averageTables, rankedBy, segmentTable, systemTable, testTables } from '../meta/metaTables.ts';
import { countsText } from '../notes.ts';
import { charts } from '../page/charts/index.ts';
import { type ChartFigure, type Figure, type FigureMaker, type Page, type Section, figureMaker } from '../page/page.ts';
import type { RankReport } from '../rank/rankReport.ts';
import { rankingTable, shareOf, significanceMark } from '../rank/rankingTable.ts';
import { annotationTables, ratingTables } from '../rank/ratingTables.ts';
import type { TaskReport } from './taskReport.ts';
import { taskNotes } from './taskTables.ts';
import { fineText, listed, percent } from '../wording.ts';

export function taskPage(report: TaskReport): Page {
  const { name, rank, agree, accept, meta, input } = report;
  const make = figureMaker();
  const sections: Section[] = [
    ...(rank ? [rankSection(rank, make)] : []),
    ...(accept ? [acceptSection(accept, make)] : []),
    ...(agree ? [agreeSection(agree, make)] : []),
    ...(meta ? [metaSection(meta, make)] : []),
  ];
  const judged = countsText(input.counts);
  const metrics = meta ? meta.metrics.length + meta.imported.length + meta.combined.length : 0;
  const about = [
    ...(judged === '' ? [] : [`It rests on ${judged}`]),
    ...(meta ? [`${counted(metrics, 'metric')} against people`] : []),
  ];
  return {
    title: `Findings: ${name}`,
    lead: `How people judged the systems, how far judges agree, and which metrics agree with people. ${about.join('; ')}.`,
    sections,
    facts: taskNotes(report),
  };
}

function rankSection(report: RankReport, make: FigureMaker): Section {
  const { rankings, ratings, annotations, settings } = report;
  const ranked = rankings.map((task) => ({
    heading: task.task,
    text: [winnersText(task)],
    figures: rankingFigures(task, report, make),
  }));
  const rated = ratings.map((task) => ({
    heading: `${task.task}, rated`,
    figures: ratingTables(task, settings.scale).map((table) =>
      make.table(`ratings ${task.task}`, table, table.caption ?? task.task),
    ),
  }));
  const annotated = annotations.map((task) => ({
    heading: `${task.task}, errors marked`,
    figures: annotationTables(task).map((table) =>
      make.table(`errors ${task.task}`, table, table.caption ?? task.task),
    ),
  }));
  return {
    id: make.id('systems'),
    heading: 'Systems as people see them',
    text: [
      'A line between systems means that no rank range reaches across: systems above it are better than all below, in nearly all resamples or, where outputs were rated, by tests of every two.',
    ],
    figures: [],
    sections: [...ranked, ...rated, ...annotated].map((section) => ({
      id: make.id(`systems ${section.heading}`),
      ...section,
    })),
  };
}

function winnersText({ systems, rankings, judges }: RankedSystems): string {
  const winners = systems.filter(({ win }) => win).map(({ system }) => system);
  const counts = `${counted(rankings, 'ranking')} by ${counted(judges, 'judge')}`;
  if (winners.length === 0) return `${counts}. Every system is beaten by some other.`;
  return `${counts}. No system is significantly better than ${listed(winners)}.`;
}

function rankingFigures(task: RankedSystems, { settings }: RankReport, make: FigureMaker): Figure[] {
  const { task: name, pairs } = task;
  const listedSystems = task.systems.filter(({ listed: isListed }) => isListed);
  const order = task.systems.map((each, s) => [each, s] as const).filter(([{ listed: isListed }]) => isListed);
  const table = rankingTable(task, settings.by);
  return [
    make.table(
      `results ${name}`,
      table,
      `${name}: systems by how often they were judged better`,
      '● no other system is significantly better; * constrained, and no other constrained system is.',
    ),
    charts.dotIntervals({
      id: make.id(`ranks ${name}`),
      caption: `${name}: ranges of ranks`,
      note: `The bar holds ${percent(settings.level)} of the ranks on ${counted(settings.samples, 'resample')} of whole rankings.`,
      value: { title: 'rank', digits: 0, from: 0.5, to: listedSystems.length + 0.5 },
      items: listedSystems.map(({ system, ranks }, s) => ({
        label: system,
        value: s + 1,
        ...(ranks && { interval: { low: ranks.best, high: ranks.worst } }),
      })),
    }),
    charts.pairMatrix({
      id: make.id(`pairs ${name}`),
      caption: `${name}: how often the system of the column was judged better than that of the row`,
      note: '* p ≤ 0.10, † p ≤ 0.05, ‡ p ≤ 0.01 in a test of the two systems.',
      systems: listedSystems.map(({ system }) => system),
      shares: order.map(([, r]) => order.map(([, c]) => (r === c ? NaN : shareOf(pairs, r, c)))),
      marks: order.map(([, r]) => order.map(([, c]) => (r === c ? '' : significanceMark(pairs.p[r]![c]!)))),
    }),
  ];
}

function acceptSection({ tasks }: AcceptReport, make: FigureMaker): Section {
  return {
    id: make.id('edited'),
    heading: 'Edited outputs',
    text: [
      'Judges edited an output without seeing source or reference; others said whether the result is acceptable. The reference was edited like the outputs, to see how much can be reached.',
    ],
    figures: [],
    sections: tasks.map(({ task, systems }) => ({
      id: make.id(`edited ${task}`),
      heading: task,
      figures: [
        charts.dotIntervals({
          id: make.id(`acceptable ${task}`),
          caption: `${task}: share of edited outputs that were acceptable`,
          note: 'Bars are one binomial standard deviation to each side.',
          value: { title: 'share acceptable', digits: 2, from: 0, to: 1 },
          items: systems.map(({ system, share, deviation, isReference }) => ({
            label: system,
            value: share,
            interval: { low: share - deviation, high: share + deviation },
            ...(systems.some((each) => each.isReference) && { group: isReference ? 'reference' : 'system' }),
          })),
        }),
      ],
    })),
  };
}

const digits = 3;

function agreeSection(report: AgreeReport, make: FigureMaker): Section {
  const { kinds, settings } = report;
  const level = percent(settings.level);
  const { findings = [] } = agreeTables(report, digits);
  return {
    id: make.id('agreement'),
    heading: 'Agreement of judges',
    text: findings.map(({ text }) => text),
    figures: [
      make.table('kappa', kappaTable(kinds, digits, level), 'Agreement between judges and of judges with themselves'),
      make.table('coefficients', coefficientTable(kinds, digits, level), 'Other coefficients of agreement'),
      ...kinds.flatMap((kind) => curveFigures(kind, make)),
    ],
  };
}

function curveFigures({ kind, curves }: KindAgreement, make: FigureMaker): Figure[] {
  if (!curves) return [];
  const of = kindNames[kind];
  const kept = (points: readonly { readonly dropped: number; readonly kept: number }[]) => ({
    y: { title: 'share kept', digits: 2, from: 0, to: 1 },
    series: [{ name: 'share kept', points: points.map((point) => ({ x: point.dropped, y: point.kept })) }],
  });
  const { first, worst } = curves;
  return [
    charts.lines({
      id: make.id(`first ${kind}`),
      caption: `${of}: κ without the first judgments of each judge`,
      x: { title: 'judgments left out of each judge', digits: 0 },
      panels: [
        {
          y: { title: 'κ', digits },
          series: [
            { name: 'different judges', points: first.map(({ dropped, inter }) => ({ x: dropped, y: inter.kappa })) },
            { name: 'the same judge', points: first.map(({ dropped, intra }) => ({ x: dropped, y: intra.kappa })) },
          ],
        },
        kept(first),
      ],
    }),
    charts.lines({
      id: make.id(`worst ${kind}`),
      caption: `${of}: κ without the judges who agree least with others`,
      note: 'Choosing judges by their agreement makes agreement look better; held out: measured on segments that had no part in the choice.',
      x: { title: 'judges left out', digits: 0 },
      panels: [
        {
          y: { title: 'κ', digits },
          series: [
            { name: 'different judges', points: worst.map(({ dropped, inter }) => ({ x: dropped, y: inter.kappa })) },
            { name: 'held out', points: worst.map(({ dropped, heldOut }) => ({ x: dropped, y: heldOut.kappa })) },
          ],
        },
        kept(worst),
      ],
    }),
  ];
}

function metaSection(report: MetaReport, make: FigureMaker): Section {
  const { tasks } = report;
  return {
    id: make.id('metrics'),
    heading: 'Metrics against people',
    text: [
      'Metrics that count errors are turned round, so that more agreement is always more. ● marks metrics that no other beats significantly.',
    ],
    figures: [
      ...heatMaps(report, make),
      ...(tasks.length > 1
        ? averageTables(report, digits).map((table) => make.table('means', table, table.caption ?? 'Means over tasks'))
        : []),
    ],
    sections: tasks.map((task) => ({
      id: make.id(`metrics ${task.task}`),
      heading: task.task,
      figures: taskFigures(task, report, make),
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
    const isShare = ['accuracy', 'soft-accuracy', 'consistency', 'acc-eq'].includes(measure.id);
    return [
      charts.heatMap({
        id: make.id(`agreement ${level}s`),
        caption: `${level === 'system' ? 'Systems' : 'Segments'}: ${measure.title} of each metric with people`,
        rows,
        columns: report.tasks.map(({ task }) => task),
        row: 'metric',
        column: 'task',
        value: measure.title,
        values: rows.map((name) => report.tasks.map((task) => figure(task, name)?.value ?? NaN)),
        intervals: rows.map((name) => report.tasks.map((task) => figure(task, name)?.interval)),
        ...(isShare && { from: 0, to: 1 }),
      }),
    ];
  });
}

function taskFigures(task: MetaEvaluation, { settings }: MetaReport, make: FigureMaker): Figure[] {
  const segments = segmentTable(task, settings, digits);
  return [
    make.table(
      `systems ${task.task}`,
      systemTable(task, settings, digits),
      `${task.task}: agreement over ${task.systems.length} systems`,
    ),
    ...segments.map((table) =>
      make.table(`segments ${task.task}`, table, table.caption ?? `${task.task}: agreement over segments`),
    ),
    ...scatterPlots(task, make),
    ...testTables(task).map((table) =>
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
      x: { title: `${name} ${higherIsBetter ? '(more is better)' : '(less is better)'}`, digits: 2 },
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
