/** Lays out a paradox report as tables that show where metrics contradict themselves. */
import { inputNotes, segmentsText, signatureNotes } from '../notes.ts';
import { stepsTable } from '../explain/explainTables.ts';
import { metricTitles } from '../score/scoreTables.ts';
import type { Note, Report, Table } from '../table.ts';
import { deletionStudyTables } from './deletionStudyTables.ts';
import { deletionTables } from './deletionTables.ts';
import { genreTables } from './genreTables.ts';
import type { DeletionStudyReport } from './deletionStudyReport.ts';
import type { Facts, FoundParadox } from './paradoxReport.ts';
import { signTestTables } from './signTestTables.ts';

export type ParadoxReport = FoundParadox | DeletionStudyReport;

/** With `steps`, also how the scores are computed before and after. */
export function paradoxTables(report: ParadoxReport, digits: number, steps = false): Report {
  if (report.paradox === 'deletion-study') {
    const body = deletionStudyTables(report, digits);
    return { ...body, notes: [...body.notes, ...commonNotes(report)] };
  }
  const { findings = [], ...body } = bodyOf(report, digits);
  return {
    ...body,
    ...(steps && { tables: [...body.tables, ...workedTables(report, digits)] }),
    findings: findings.map(({ name, text }, m) => ({ name, text: immune(report, m) ? `${text} ${immunity}` : text })),
    notes: [...sizesThatWould(report), ...body.notes, ...commonNotes(report)],
  };
}

const workedTables = ({ metrics, worked }: FoundParadox, digits: number): Table[] =>
  metricTitles(metrics).map((title, m) =>
    stepsTable(`${title}, step by step`, worked.versions, worked.explained[m]!, digits),
  );

const immunity = 'It is decomposable and can never contradict itself.';

/** Whether a metric that does not contradict itself here never can. */
const immune = ({ metrics, findings }: FoundParadox, metric: number): boolean =>
  metrics[metric]!.decomposable && !hasFault(findings[metric]!);

/** Whether a metric contradicts itself, or its sign test contradicts its scores. */
const hasFault = (finding: FoundParadox['findings'][number]): boolean =>
  finding.contradicts || ('againstScores' in finding && finding.againstScores);

/** If the chosen sizes show no paradox, those that do. */
function sizesThatWould({ made, findings }: FoundParadox): Note[] {
  if (!made || findings.some(hasFault)) return [];
  const text = `In these sizes no metric shown contradicts itself. BLEU with default settings contradicts itself ${made.bleuContradictsItself}; this includes the default sizes.`;
  return [{ name: 'no paradox', text }];
}

function bodyOf(report: FoundParadox, digits: number): Report {
  switch (report.paradox) {
    case 'sign-test':
      return signTestTables(report, digits);
    case 'genres':
      return genreTables(report, digits);
    case 'deletion':
      return deletionTables(report, digits);
  }
}

function commonNotes({ metrics, segments, made, input }: Facts): Note[] {
  const notes: Note[] = [];
  if (made) {
    const sizes = Object.entries(made.sizes).map(([name, size]) => `${name} ${size}`);
    notes.push({ name: 'made up', text: `${made.recipe}: ${made.summary} Sizes: ${sizes.join(', ')}.` });
  } else if (input) {
    notes.push({ name: 'segments', text: segmentsText(segments, input) });
  }
  return [...notes, ...signatureNotes(metrics), ...(input ? inputNotes(input) : [])];
}
