/** Systems as people see them: results with clusters, rank ranges, and every pair. */
import { counted } from '../../core/index.ts';
import type { RankedSystems } from '../../human/index.ts';
import { charts } from '../page/charts/index.ts';
import type { FigureMaker } from '../page/figureMaker.ts';
import type { Figure, Section } from '../page/page.ts';
import { annotationTables } from '../rank/annotationTables.ts';
import { shareOf, significanceMark } from '../rank/pairwiseTable.ts';
import { rankingTable } from '../rank/rankingTable.ts';
import { ratingTables } from '../rank/ratingTables.ts';
import type { RankReport } from '../rank/rankReport.ts';
import { listed, percent } from '../wording.ts';

export function rankSection(report: RankReport, make: FigureMaker): Section {
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
