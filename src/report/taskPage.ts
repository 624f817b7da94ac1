/** The findings of a shared task as one page: results, agreement, edits, metrics, each with its charts. */
import { counted } from '../core/index.ts';
import { countsText } from './judgmentNotes.ts';
import { figureMaker } from './page/figureMaker.ts';
import type { Page, Section } from './page/page.ts';
import { acceptSection } from './task/acceptSection.ts';
import { agreeSection } from './task/agreeSection.ts';
import { metaSection } from './task/metaSection.ts';
import { rankSection } from './task/rankSection.ts';
import type { TaskReport } from './task/taskReport.ts';
import { taskNotes } from './task/taskTables.ts';

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
