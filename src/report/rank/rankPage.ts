/** Makes a web page of systems as people judged them: results, rank ranges, and how often each was judged better than another. */
import { counted } from '../../core/index.ts';
import type { RankRange, RankedSystems } from '../../human/index.ts';
import { countsText } from '../notes.ts';
import { charts } from '../page/charts/index.ts';
import { type ChartFigure, type Figure, type FigureMaker, type Page, type Section, figureMaker } from '../page/page.ts';
import type { Table } from '../table.ts';
import { listed, ofTask, percent } from '../wording.ts';
import { type RankReport, ruleOf } from './rankReport.ts';
import { rankTables } from './rankTables.ts';
import { rankingTable, shareOf, significanceMark } from './rankingTable.ts';
import { annotationTables, ratingTables } from './ratingTables.ts';

export function rankPage(report: RankReport, digits?: number): Page {
  const { title, answer = [], notes: facts } = rankTables(report, true, digits);
  return {
    title,
    answer,
    lead: `${countsText(report.input.counts)}.`,
    sections: [{ ...rankSection(report, figureMaker(), digits), heading: 'Results' }],
    facts,
  };
}

export function rankSection(report: RankReport, make: FigureMaker, digits?: number): Section {
  const { rankings, ratings, annotations, settings } = report;
  const rule = ruleOf(settings);
  const ranked = rankings.map((task) => ({
    heading: task.task || 'Outputs ranked',
    text: [winnersText(task)],
    figures: rankingFigures(task, report, make, digits),
  }));
  /** The table of systems and their chart, then what the other tables say about judges. */
  const figuresOf = (id: string, chart: ChartFigure, tables: readonly Table[]): Figure[] => {
    const [first, ...others] = tables.map((table) => make.table(`${id} table`, table, table.caption ?? id));
    return [first!, chart, ...others];
  };
  const rated = ratings.map(({ task, systems }, t) => ({
    heading: task === '' ? 'Outputs rated' : `${task}, rated`,
    figures: figuresOf(
      `ratings ${task}`,
      rankChart(`ranks rated ${task}`, task, systems, make, testedRanks),
      ratingTables(ratings[t]!, settings, digits),
    ),
  }));
  const annotated = annotations.map(({ task, systems }, t) => ({
    heading: task === '' ? 'Errors marked' : `${task}, errors marked`,
    figures: figuresOf(
      `errors ${task}`,
      rankChart(`ranks by errors ${task}`, task, systems, make, testedRanks),
      annotationTables(annotations[t]!, digits),
    ),
  }));
  return {
    id: make.id('systems'),
    heading: 'Systems as judged by people',
    text: [
      rule
        ? `Ranked by the rules of ${rule.title}. ${rule.does}`
        : 'A line between systems separates two clusters: no rank range crosses it. Systems above it are better than all below, in nearly all resamples or, if outputs were rated, by tests of every pair.',
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
  if (winners.length === 0) return `${counts}. Every system is significantly worse than some other.`;
  return `${counts}. ${listed(winners)} ${winners.length === 1 ? 'wins' : 'win'}: no other system is significantly better.`;
}

function rankingFigures(
  task: RankedSystems,
  { settings }: RankReport,
  make: FigureMaker,
  digits: number | undefined,
): Figure[] {
  const { task: name, pairs } = task;
  const order = task.systems.map((each, s) => [each, s] as const).filter(([{ listed: isListed }]) => isListed);
  const systems = order.map(([each]) => each);
  return [
    make.table(
      `results ${name}`,
      rankingTable(task, settings.by, digits),
      ofTask(name, 'systems by how often they were judged better'),
      `● no other system is significantly better${systems.some(({ constrained }) => constrained) ? '; * constrained, and no other constrained system is' : ''}.`,
    ),
    rankChart(
      `ranks ${name}`,
      name,
      systems,
      make,
      `The bar covers ${percent(settings.level)} of the ranks in ${counted(settings.samples, 'resample')} of ${settings.resampled === 'comparisons' ? 'comparisons' : 'whole rankings'}.`,
    ),
    charts.pairMatrix({
      id: make.id(`pairs ${name}`),
      caption: ofTask(name, 'how often the system of the column was judged better than that of the row'),
      note: '* p ≤ 0.10, † p ≤ 0.05, ‡ p ≤ 0.01 in a test of the two systems.',
      systems: systems.map(({ system }) => system),
      shares: order.map(([, r]) => order.map(([, c]) => (r === c ? NaN : shareOf(pairs, r, c)))),
      marks: order.map(([, r]) => order.map(([, c]) => (r === c ? '' : significanceMark(pairs.p[r]![c]!)))),
    }),
  ];
}

const testedRanks = 'The bar covers the ranks that are possible, given the significant differences.';

/** Systems in order, each with its rank range. */
const rankChart = (
  id: string,
  task: string,
  systems: readonly { readonly system: string; readonly ranks?: RankRange }[],
  make: FigureMaker,
  note: string,
): ChartFigure =>
  charts.dotIntervals({
    id: make.id(id),
    caption: ofTask(task, 'rank ranges'),
    note,
    value: { title: 'rank', digits: 0, from: 0.5, to: systems.length + 0.5 },
    items: systems.map(({ system, ranks }, s) => ({
      label: system,
      value: s + 1,
      ...(ranks && { interval: { low: ranks.best, high: ranks.worst } }),
    })),
  });
