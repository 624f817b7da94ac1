/** Whether metrics contradict themselves. */
import { type TextInput } from '../inputNotes.ts';
import type { DeletionParadox, GenreFinding, SignTestFinding, Standing } from '../../paradox/index.ts';
import type { ComparisonSettings, SystemComparison } from '../../stats/index.ts';
import type { DeletionSettings } from '../../tune/index.ts';
import type { ScoredMetric } from '../score/scoreReport.ts';

export interface Facts {
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
  readonly input?: TextInput;
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
