/** All about a shared task: systems as people see them, judges, edits, and metrics against people; as data and as a report to read. */
import { type AcceptReport, acceptTables } from './acceptReport.ts';
import { type AgreeReport, agreeTables } from './agreeReport.ts';
import type { JudgmentInput } from './judgmentNotes.ts';
import { type MetaReport, metaTables } from './metaReport.ts';
import { type RankReport, rankTables } from './rankReport.ts';
import type { Note, Report } from './table.ts';

/** Each part is there if the task has what it takes. */
export interface TaskReport {
  readonly version: string;
  readonly name: string;
  readonly rank?: RankReport;
  readonly agree?: AgreeReport;
  readonly accept?: AcceptReport;
  readonly meta?: MetaReport;
  readonly input: JudgmentInput & { readonly notes: readonly string[] };
}

export function taskTables(report: TaskReport, digits?: number): Report {
  const parts = taskParts(report, digits);
  return {
    title: `Findings: ${report.name}`,
    tables: parts.flatMap(({ tables }) => tables),
    findings: parts.flatMap(({ findings = [] }) => findings),
    notes: taskNotes(report),
  };
}

const taskParts = ({ rank, agree, accept, meta }: TaskReport, digits?: number): Report[] => [
  ...(rank ? [rankTables(rank, true, digits)] : []),
  ...(agree ? [agreeTables(agree, digits ?? 3)] : []),
  ...(accept ? [acceptTables(accept, digits ?? 1)] : []),
  ...(meta ? [metaTables(meta, true, digits ?? 3)] : []),
];

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
