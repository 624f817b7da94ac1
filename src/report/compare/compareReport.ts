/** Which of some systems is better, how sure that is and why. */
import type { Explanation } from '../../compare/index.ts';
import type { ComparedRuns, ComparedSystems } from '../../stats/index.ts';

/** A metric, or scores from elsewhere. */
export interface ComparedMetric {
  /** As tables head it. */
  readonly name: string;
  readonly higherIsBetter: boolean;
  /** As typed, and under which settings, of a metric that was computed. */
  readonly metric?: string;
  readonly signature?: string;
}

export interface CompareReport {
  readonly version: string;
  readonly systems: readonly string[];
  readonly metrics: readonly ComparedMetric[];
  readonly segments: number;
  /** What is drawn and exchanged as a whole. */
  readonly unit: 'segment' | 'document';
  /** By metric; of systems with several runs there is `runs` instead. */
  readonly compared: readonly ComparedSystems[];
  readonly runs?: {
    /** By system: its files. */
    readonly files: readonly (readonly string[])[];
    readonly compared: readonly ComparedRuns[];
  };
  readonly explanation?: Explanation;
  readonly input: { readonly references: number | 'var'; readonly sha256: string; readonly notes: readonly string[] };
}

/** What was compared, to be shown. */
export interface ComparedTexts {
  /** Outputs by name; with several runs of a system, each run. */
  readonly systems: readonly string[];
  readonly hypotheses: readonly (readonly string[])[];
  readonly references: readonly (readonly string[])[];
  readonly sources?: readonly string[];
  readonly labels: ReadonlyMap<string, readonly string[]>;
  /** Of single segments: by metric, then system. */
  readonly scores: readonly (readonly Float64Array[])[];
}
