/** Scores of systems, with intervals and by parts of the test set where asked for. */
import { type Metric, type RunFacts, printMetric, printSignature } from '../../core/index.ts';

export interface ScoredMetric {
  /** As typed on the command line: `bleu(tok=intl)`. */
  readonly metric: string;
  /** As tables head it: `BLEU`. */
  readonly name: string;
  readonly higherIsBetter: boolean;
  readonly signature: string;
  /** Under which settings single segments are scored, where that differs. */
  readonly segmentSignature?: string;
}

/** What a report says of a metric. */
export function scoredMetric(metric: Metric, facts: RunFacts): ScoredMetric {
  const { references } = facts;
  const forSegments = printSignature(metric.forSegments, { references });
  const differs = forSegments !== printSignature(metric, { references });
  return {
    metric: printMetric(metric),
    name: metric.name,
    higherIsBetter: metric.higherIsBetter,
    signature: printSignature(metric, facts),
    ...(differs && { segmentSignature: forSegments }),
  };
}

export interface Score {
  readonly score: number;
  /** Where the score of a test set drawn anew from these segments would lie, with the level of confidence asked for. */
  readonly interval?: { readonly low: number; readonly high: number };
  /** What the score is made of, by name. */
  readonly parts?: Readonly<Record<string, number>>;
}

/** Scores of some segments: by system, then metric. */
export interface ScoreBlock {
  readonly segments: number;
  readonly scores: readonly (readonly Score[])[];
}

export interface ScoreReport {
  readonly version: string;
  readonly systems: readonly string[];
  readonly metrics: readonly ScoredMetric[];
  readonly all: ScoreBlock;
  /** Scores of parts of the test set, such as each domain. */
  readonly groups: readonly { readonly label: string; readonly value: string; readonly block: ScoreBlock }[];
  readonly confidence?: { readonly level: number; readonly samples: number; readonly seed: number };
  readonly input: { readonly references: number | 'var'; readonly sha256: string; readonly notes: readonly string[] };
}
