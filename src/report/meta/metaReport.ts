/** How well metrics agree with people. */
import type { Dropped, ErrorWeight, Identical } from '../../human/index.ts';
import type { Combination, MetaEvaluation, MetaSettings } from '../../meta/index.ts';
import type { ScoredMetric } from '../score/scoreReport.ts';
import type { MetaAverage } from './metaAverages.ts';

export interface MetaReport {
  readonly version: string;
  /** Of the shared task. */
  readonly name: string;
  readonly settings: MetaSettings & { readonly identical: Identical; readonly weights?: readonly ErrorWeight[] };
  /** Metrics that were computed, with their signatures. */
  readonly metrics: readonly ScoredMetric[];
  /** Names of metrics whose scores came from files. */
  readonly imported: readonly string[];
  /** Means of metrics among those evaluated. */
  readonly combined: readonly Combination[];
  readonly tasks: readonly MetaEvaluation[];
  /** Over all tasks. */
  readonly averages: readonly MetaAverage[];
  readonly input: {
    readonly formats: readonly string[];
    /** Judgments that were left out. */
    readonly dropped: readonly Dropped[];
    readonly notes: readonly string[];
    readonly sha256: string;
  };
}
