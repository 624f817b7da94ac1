/** What `assay paradox` found, as data, and as a report to read. */
import { counted } from '../core/index.ts';
import type { DeletionParadox, GenreFinding, SignTestFinding, Standing } from '../paradox/index.ts';
import type { ComparisonSettings, SystemComparison } from '../stats/index.ts';
import type { DeletionSettings } from '../tune/index.ts';
import { deletionStudyTables } from './paradox/deletionStudyTables.ts';
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
    /** The sizes in which BLEU does, to follow these words. */
    readonly bleuContradictsItself: string;
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

/** What weights choose that may leave something out. */
export interface DeletionOutcome {
  readonly deletedWords: number;
  /** Words written and words left out. */
  readonly words: number;
  /** Segments of which something is left out. */
  readonly deletedSegments: number;
  /** By metric. */
  readonly standings: readonly Standing[];
  /** By metric: against the system that leaves out nothing, which has none of this itself. */
  readonly against?: readonly Pick<SystemComparison, 'difference' | 'p' | 'corrected' | 'verdict'>[];
}

/** Systems that may leave out words or sentences and are tuned to a metric. The first of the `systems` leaves out nothing. */
export interface DeletionStudyReport extends Facts {
  readonly paradox: 'deletion-study';
  /** Numbers of the metrics that were tuned to. */
  readonly objectives: readonly number[];
  readonly seed: number;
  readonly restarts: number;
  readonly startedFrom: 'weights' | 'equal weights';
  readonly deletion: DeletionSettings;
  readonly test: Pick<ComparisonSettings, 'test' | 'correction' | 'samples' | 'seed' | 'alpha'>;
  /** By system: how many candidates there are of all segments. */
  readonly candidates: readonly number[];
  /** By objective, then system: by name of the feature. */
  readonly weights: readonly (readonly (readonly { readonly feature: string; readonly weight: number }[])[])[];
  readonly parts: readonly {
    readonly set: 'tuned on' | 'held out';
    readonly segments: number;
    /** By objective, then system. */
    readonly outcomes: readonly (readonly DeletionOutcome[])[];
  }[];
}

export type ParadoxReport = SignTestReport | GenreReport | DeletionReport | DeletionStudyReport;

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

type FoundParadox = Exclude<ParadoxReport, DeletionStudyReport>;

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
