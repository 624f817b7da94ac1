/** Where metrics contradict themselves, to read. */
import { inputNotes, segmentsText, signatureNotes } from '../notes.ts';
import type { Note, Report } from '../table.ts';
import { deletionStudyTables } from './deletionStudyTables.ts';
import { deletionTables } from './deletionTables.ts';
import { genreTables } from './genreTables.ts';
import type { DeletionStudyReport } from './deletionStudyReport.ts';
import type { Facts, FoundParadox } from './paradoxReport.ts';
import { signTestTables } from './signTestTables.ts';

export type ParadoxReport = FoundParadox | DeletionStudyReport;

export function paradoxTables(report: ParadoxReport, digits: number): Report {
  if (report.paradox === 'deletion-study') {
    const body = deletionStudyTables(report, digits);
    return { ...body, notes: [...body.notes, ...commonNotes(report)] };
  }
  const { findings = [], ...body } = bodyOf(report, digits);
  return {
    ...body,
    findings: findings.map(({ name, text }, m) => ({ name, text: immune(report, m) ? `${text} ${immunity}` : text })),
    notes: [...sizesThatWould(report), ...body.notes, ...commonNotes(report)],
  };
}

const immunity = 'Being decomposable, it never can contradict itself.';

/** Whether a metric that contradicts nothing here could not contradict itself anywhere. */
const immune = ({ metrics, findings }: FoundParadox, metric: number): boolean =>
  metrics[metric]!.decomposable && !hasFault(findings[metric]!);

/** Whether a metric contradicts itself, or what it says of segments its own scores. */
const hasFault = (finding: FoundParadox['findings'][number]): boolean =>
  finding.contradicts || ('againstScores' in finding && finding.againstScores);

/** Where sizes were chosen that show nothing, those that do. */
function sizesThatWould({ made, findings }: FoundParadox): Note[] {
  if (!made || findings.some(hasFault)) return [];
  const text = `In these sizes no metric shown contradicts itself. BLEU with its usual settings contradicts itself ${made.bleuContradictsItself}, and so in the usual sizes.`;
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
