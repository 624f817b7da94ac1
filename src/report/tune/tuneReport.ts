/** What `assay tune` found, as data. */
import type { Instability } from '../../tune/index.ts';
import type { ScoredMetric } from '../score/scoreReport.ts';

export const tuningMethods = ['mert', 'pro', 'mira'] as const;
export type TuningMethod = (typeof tuningMethods)[number];

/** A way to choose a translation for each segment. */
export interface TunedSystem {
  readonly name: string;
  /** `decoded`: as the lists or lattices come; `start`: by the weights the tuner starts from; `parts`: each part by weights of its own. */
  readonly kind: 'decoded' | 'start' | 'tuned' | 'parts';
  /** The number of the metric it was tuned to. */
  readonly objective?: number;
  /** Counted from 0, where there are several. */
  readonly run?: number;
  /** By feature; absent where there are none, or several. */
  readonly weights?: readonly number[];
  /** By part, where each has its own. */
  readonly partWeights?: readonly { readonly value: string; readonly weights: readonly number[] }[];
}

/** How the systems do on some of the segments. */
export interface TunedScores {
  readonly set: 'tuned on' | 'held out';
  /** A value of the label that divides the segments; absent for all of them. */
  readonly value?: string;
  readonly segments: number;
  /** By system, then metric. */
  readonly scores: readonly (readonly number[])[];
  /** By system: words of the translations by words of the nearest references, as BLEU counts them. */
  readonly lengthRatios: readonly number[];
}

export interface TuneReport {
  readonly version: string;
  readonly method: TuningMethod;
  readonly seed: number;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly metrics: readonly (ScoredMetric & { readonly decomposable: boolean })[];
  /** Numbers of the metrics that were tuned to. */
  readonly objectives: readonly number[];
  readonly featureNames: readonly string[];
  readonly startedFrom: 'weights' | 'equal weights';
  readonly systems: readonly TunedSystem[];
  readonly label?: string;
  readonly parts: readonly TunedScores[];
  /** Lines of the references, from 1 on, whose segments were drawn to be held out; their translations are written in this order. */
  readonly heldOut?: readonly number[];
  /** By objective, if there were several runs. */
  readonly instability?: readonly { readonly objective: number; readonly runs: Instability }[];
  readonly input: {
    readonly kind: 'lists' | 'lattices';
    /** In all. */
    readonly candidates: number;
    readonly references: number | 'var';
    readonly sha256: string;
    readonly notes: readonly string[];
  };
}
