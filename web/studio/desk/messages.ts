/** What the page and its worker tell each other. */
import type { metricFacts } from '../../../src/cli/commands/metrics.ts';
import type { PageParts } from '../../../src/report/page/parts.ts';

/** The part that a file plays. */
export type Role = 'system' | 'reference' | 'source' | 'labels' | 'scores' | 'judgments' | 'model' | 'unused';

/** What was found out about a file. */
export interface FileFacts {
  readonly path: string;
  readonly bytes: number;
  /** Its format by id; undefined if it cannot be read. */
  readonly format?: string;
  /** What it seems to be. */
  readonly role: Role;
  /** Segments, or rows of judgments and scores. */
  readonly segments?: number;
  readonly encoding?: string;
  /** Names of systems in a file that names them. */
  readonly systems?: readonly string[];
  /** What else a file of outputs holds. */
  readonly holds?: readonly ('reference' | 'source' | 'labels')[];
  /** Metrics in a file of scores of which nothing tells whether higher or lower is better. */
  readonly undirected?: readonly string[];
  /** Columns that can be given a role by hand. */
  readonly columns?: readonly string[];
  /** Why it cannot be read, and what to do. */
  readonly problem?: string;
  /** Why it is not used, though it could be. */
  readonly setAside?: string;
  /** What may be wrong. */
  readonly warnings: readonly string[];
}

/** What to compare: the same as `assay compare` takes. */
export interface TextsRequest {
  readonly files: readonly string[];
  readonly references: readonly string[];
  readonly sources?: string;
  readonly labels?: string;
  readonly names?: readonly string[];
  readonly columns?: Readonly<Record<string, readonly string[]>>;
  readonly emptyReferences?: 'error' | 'missing' | 'keep';
}

export interface LoadedFacts {
  readonly systems: readonly string[];
  readonly segments: number;
  readonly references: number | 'var';
  readonly hasSources: boolean;
  /** Labels by name, with their values. */
  readonly labels: readonly { readonly name: string; readonly values: readonly string[] }[];
  readonly notes: readonly string[];
}

/** How to compare: the options of `assay compare`, by their names. */
export interface Settings {
  /** As typed: `bleu(tok=13a)`. */
  readonly metrics: readonly string[];
  readonly primary?: string;
  readonly test: string;
  readonly correct: string;
  readonly unit: 'auto' | 'segment' | 'document';
  readonly samples: number;
  readonly seed: number;
  readonly level: number;
  readonly alpha: number;
  readonly interval: string;
  readonly baseline?: string;
  /** Metrics in files of scores, where someone had to say which is better. */
  readonly lowerIsBetter?: readonly string[];
  readonly higherIsBetter?: readonly string[];
}

/** Notes by segment, from 0 on. */
export type SegmentNotes = readonly (readonly [segment: number, text: string])[];

/** What a project file holds and the browser keeps, but for the contents of files. */
export interface SessionFacts {
  readonly settings: Settings;
  readonly columns: Readonly<Record<string, readonly string[]>>;
  readonly notes: SegmentNotes;
}

/** A file of a session. */
export interface SessionFile {
  readonly path: string;
  readonly contents: Blob;
  /** Undefined if it was not looked at yet. */
  readonly role?: Role;
  readonly name?: string;
}

export interface Session extends SessionFacts {
  readonly files: readonly SessionFile[];
}

/** A table of scores, the first thing to arrive. */
export interface FirstScores {
  readonly systems: readonly string[];
  readonly metrics: readonly { readonly name: string; readonly higherIsBetter: boolean }[];
  /** By system, then metric. */
  readonly scores: readonly (readonly number[])[];
}

/** A metric to choose, with the options that it declares. */
export type MetricChoice = ReturnType<typeof metricFacts>;

/** What arrives while something is computed. */
export type Stage =
  | { readonly kind: 'progress'; readonly share?: number; readonly text: string }
  | { readonly kind: 'scores'; readonly scores: FirstScores }
  | { readonly kind: 'compared' | 'explained'; readonly page: PageParts };

/** What the segment browser needs besides texts, which follow in pieces. */
export interface SegmentsHead {
  readonly count: number;
  readonly systems: readonly string[];
  readonly metrics: readonly { readonly name: string; readonly higherIsBetter: boolean; readonly digits: number }[];
  readonly labels: readonly { readonly name: string; readonly values: readonly string[]; readonly of: Int32Array }[];
  readonly pair: readonly [number, number];
  readonly tokens: 'words' | 'spaces';
  readonly ignoreCase: boolean;
  readonly mostReferences: number;
  readonly withSources: boolean;
  /** By metric, then system. */
  readonly scores: readonly (readonly Float64Array[])[];
}

/** Texts of some segments. */
export interface SegmentTexts {
  readonly sources?: readonly string[];
  readonly references: readonly (readonly string[])[];
  /** By system, then segment. */
  readonly outputs: readonly (readonly string[])[];
}

export type { PageParts };
