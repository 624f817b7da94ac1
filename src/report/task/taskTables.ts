/** Lays out the findings of a shared task as tables to read. */
import { acceptTables } from '../accept/acceptTables.ts';
import { agreeTables } from '../agree/agreeTables.ts';
import type { MetaReport } from '../meta/metaReport.ts';
import { metaTables } from '../meta/metaTables.ts';
import { rankAnswer } from '../rank/rankAnswer.ts';
import { rankTables } from '../rank/rankTables.ts';
import { type Note, type Report, notes } from '../table.ts';
import { metricScoreTables } from './metricScoreTables.ts';
import type { TaskReport } from './taskReport.ts';

export function taskTables(report: TaskReport, digits?: number): Report {
  const parts = taskParts(report, digits);
  return {
    title: `Findings: ${report.name}`,
    answer: taskAnswer(report),
    tables: parts.flatMap(({ tables }) => tables),
    findings: parts.flatMap(({ findings = [] }) => findings),
    notes: taskNotes(report),
  };
}

const taskParts = ({ rank, agree, accept, meta }: TaskReport, digits?: number): Report[] => [
  ...(rank ? [rankTables(rank, true, digits)] : []),
  ...(agree ? [agreeTables(agree, digits ?? 3)] : []),
  ...(accept ? [acceptTables(accept, digits ?? 1)] : []),
  ...(meta ? [scoresOfSystems(meta, digits), metaTables(meta, true, digits ?? 3)] : []),
];

const scoresOfSystems = ({ tasks }: MetaReport, digits?: number): Report => ({
  title: 'Scores of systems',
  tables: tasks.flatMap((task) => metricScoreTables(task, digits)),
  notes: [],
});

/** The first lines of each part: which system is best, how well judges agree, which metric agrees with them. */
export function taskAnswer(report: TaskReport): Note[] {
  const { rank, agree, meta } = report;
  const first = (part: Report | undefined): string | undefined => part?.answer?.[0]?.text;
  const [answer, ...ofSystems] = rank ? rankAnswer(rank) : [];
  return [
    ...(answer ? [answer] : []),
    ...ofSystems.filter(({ name }) => name === 'order'),
    ...notes({
      judges: agree && first(agreeTables(agree)),
      metrics: meta && first(metaTables(meta, true, 3)),
    }),
    ...ofSystems.filter(({ name }) => name === 'beware'),
  ];
}

/** The notes of all parts, each once, the input last. */
export function taskNotes(report: TaskReport): Note[] {
  const all = [
    ...taskParts(report).flatMap(({ notes }) => notes),
    ...report.input.notes.map((text) => ({ name: 'note', text })),
    { name: 'version', text: `assay ${report.version}` },
  ];
  const seen = new Set<string>();
  const once = all.filter(({ name, text }) => {
    const key = JSON.stringify([name, text]);
    return !seen.has(key) && seen.add(key);
  });
  const isInput = ({ name }: Note) => name === 'input';
  return [...once.filter((note) => !isInput(note)), ...once.filter(isInput)];
}
