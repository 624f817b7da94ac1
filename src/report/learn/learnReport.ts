/** What `assay learn` found, as data. */
import type { Dropped } from '../../human/index.ts';
import type { MetaEvaluation } from '../../meta/index.ts';
import type { ScoredMetric } from '../score/scoreReport.ts';

export interface LearnReport {
  readonly version: string;
  /** Of the judgments. */
  readonly name: string;
  readonly kind: 'pairwise' | 'absolute';
  readonly settings: {
    readonly folds: number;
    readonly innerFolds: number;
    readonly penalties: readonly number[];
    readonly seed: number;
    readonly level: number;
    readonly samples: number;
    readonly alpha: number;
  };
  /** Tasks that it was learned from. */
  readonly tasks: readonly string[];
  /** What it was learned from: decided comparisons or ratings, and of how many sentences. */
  readonly examples: {
    readonly sentences: number;
    readonly count: number;
    readonly ties: number;
    readonly missing: number;
  };
  readonly features: readonly LearnedFeature[];
  readonly intercept: number;
  /** Chosen for all examples, and by fold. */
  readonly penalty: number;
  readonly foldPenalties: readonly number[];
  /** Options of AMBER that stand for the weights, if those were learned. */
  readonly amber?: string;
  readonly evaluations: readonly LearnEvaluation[];
  /** Metrics that features and others to compare with are made of. */
  readonly metrics: readonly ScoredMetric[];
  readonly input: {
    readonly formats: readonly string[];
    readonly dropped: readonly Dropped[];
    readonly notes: readonly string[];
    readonly sha256: string;
  };
}

export interface LearnedFeature {
  readonly feature: string;
  readonly weight: number;
  readonly interval: { readonly low: number; readonly high: number };
  readonly mean: number;
  readonly scale: number;
}

/** What was learned against people, beside single features and other metrics, on one task. */
export interface LearnEvaluation {
  readonly task: string;
  /** Scored by models learned from other sentences of the same tasks, or by the final one on a task of its own. */
  readonly set: 'cross-validated' | 'tested';
  /** Sentences of a test that it also was learned from, in other languages or by other systems. */
  readonly known?: { readonly sentences: number; readonly of: number };
  readonly all: MetaEvaluation;
  /** The learned metric, those asked for, and the best single feature, tested against each other. */
  readonly contest: MetaEvaluation;
  /** By name, mean −ln probability of what people said, or the mean squared error. */
  readonly losses: Readonly<Record<string, number>>;
}

/** As tables call what was learned. */
export const learnedName = 'learned';
