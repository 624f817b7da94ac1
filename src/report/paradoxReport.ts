/** What `assay paradox` found, as data, and as a report to read. */
import { counted } from '../core/index.ts';
import type { DeletionParadox, GenreFinding, SignTestFinding } from '../paradox/index.ts';
import { deletionTables } from './paradox/deletionTables.ts';
import { genreTables } from './paradox/genreTables.ts';
import { signTestTables } from './paradox/signTestTables.ts';
import type { ScoreReport, ScoredMetric } from './scoreReport.ts';
import type { Note, Report } from './table.ts';

interface Facts {
  readonly version: string;
  readonly systems: readonly string[];
  readonly segments: number;
  readonly metrics: readonly (ScoredMetric & {
    /** Whether the score of a whole is a mean of those of its segments, with weights that no output can change. */
    readonly decomposable: boolean;
  })[];
  /** How the test set was made up, if it was. */
  readonly made?: {
    readonly recipe: string;
    readonly summary: string;
    readonly sizes: Readonly<Record<string, number>>;
  };
  readonly input?: ScoreReport['input'];
}

export interface SignTestReport extends Facts {
  readonly paradox: 'sign-test';
  /** By metric. */
  readonly findings: readonly SignTestFinding[];
}

export interface GenreReport extends Facts {
  readonly paradox: 'genres';
  /** What the parts are parts by, such as the domain. */
  readonly label: string;
  /** By metric. */
  readonly findings: readonly GenreFinding[];
}

export interface DeletionReport extends Facts, DeletionParadox {
  readonly paradox: 'deletion';
}

export type ParadoxReport = SignTestReport | GenreReport | DeletionReport;

export function paradoxTables(report: ParadoxReport, digits: number): Report {
  const { findings = [], ...body } = bodyOf(report, digits);
  return {
    ...body,
    findings: findings.map(({ name, text }, m) => ({ name, text: immune(report, m) ? `${text} ${immunity}` : text })),
    notes: [...body.notes, ...commonNotes(report)],
  };
}

const immunity = 'Being decomposable, it never can contradict itself.';

/** Whether a metric that contradicts nothing here could not contradict itself anywhere. */
const immune = ({ metrics, findings }: ParadoxReport, metric: number): boolean => {
  const { contradicts } = findings[metric]!;
  return metrics[metric]!.decomposable && (contradicts === 'nothing' || contradicts === false);
};

function bodyOf(report: ParadoxReport, digits: number): Report {
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
    const each = input.references === 'var' ? 'a varying number of references' : counted(input.references, 'reference');
    notes.push({ name: 'segments', text: `${segments}, ${each} each` });
  }
  notes.push(...metrics.map(({ metric, signature }) => ({ name: metric, text: signature })));
  if (input) {
    notes.push(...input.notes.map((text) => ({ name: 'note', text })));
    notes.push({ name: 'input', text: `sha256:${input.sha256.slice(0, 16)}` });
  }
  return notes;
}
