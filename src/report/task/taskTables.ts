/** All about a shared task, to read. */
import { acceptTables } from '../accept/acceptTables.ts';
import { agreeTables } from '../agree/agreeTables.ts';
import { metaTables } from '../meta/metaTables.ts';
import { rankTables } from '../rank/rankTables.ts';
import type { Note, Report } from '../table.ts';
import type { TaskReport } from './taskReport.ts';

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
