/** Makes a web page of the findings of a shared task: results, agreement, edits and metrics, each with its charts. */
import { counted } from '../../core/index.ts';
import type { AcceptReport } from '../accept/acceptReport.ts';
import { agreeSection } from '../agree/agreePage.ts';
import type { MetaReport } from '../meta/metaReport.ts';
import { metaSection } from '../meta/metaPage.ts';
import { countsText } from '../notes.ts';
import { charts } from '../page/charts/index.ts';
import { type FigureMaker, type Page, type Section, figureMaker } from '../page/page.ts';
import { rankSection } from '../rank/rankPage.ts';
import { metricScoreTables } from './metricScoreTables.ts';
import type { TaskReport } from './taskReport.ts';
import { taskAnswer, taskNotes } from './taskTables.ts';

export function taskPage(report: TaskReport): Page {
  const { name, rank, agree, accept, meta, input } = report;
  const make = figureMaker();
  const sections: Section[] = [
    ...(rank ? [rankSection(rank, make)] : []),
    ...(accept ? [acceptSection(accept, make)] : []),
    ...(agree ? [agreeSection(agree, make)] : []),
    ...(meta ? [scoresSection(meta, make), metaSection(meta, make, true)] : []),
  ];
  const judged = countsText(input.counts);
  const metrics = meta ? meta.metrics.length + meta.imported.length + meta.combined.length : 0;
  const about = [
    ...(judged === '' ? [] : [`Based on ${judged}`]),
    ...(meta ? [`${counted(metrics, 'metric')} against human judgments`] : []),
  ];
  return {
    title: `Findings: ${name}`,
    answer: taskAnswer(report),
    lead: `How people judged the systems, how well judges agree, and which metrics agree with people. ${about.join('; ')}.`,
    sections,
    facts: taskNotes(report),
  };
}

function scoresSection({ tasks }: MetaReport, make: FigureMaker): Section {
  return {
    id: make.id('scores'),
    heading: 'Scores of systems',
    text: ['What people and each metric say about each system, from the best by people to the worst.'],
    figures: tasks.flatMap((task) =>
      metricScoreTables(task).map((table) => make.table(`scores ${task.task}`, table, table.caption!)),
    ),
  };
}

function acceptSection({ tasks }: AcceptReport, make: FigureMaker): Section {
  return {
    id: make.id('edited'),
    heading: 'Edited outputs',
    text: [
      'Judges edited an output without seeing source or reference; others said whether the result is acceptable. The reference was edited in the same way, as an upper bound.',
    ],
    figures: [],
    sections: tasks.map(({ task, systems }) => ({
      id: make.id(`edited ${task}`),
      heading: task,
      figures: [
        charts.dotIntervals({
          id: make.id(`acceptable ${task}`),
          caption: `${task}: share of edited outputs that were acceptable`,
          note: 'Bars show one binomial standard deviation on each side.',
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
