/** How reranked n-best lists score against references. */
import type { ScoredMetric } from '../score/scoreReport.ts';

export interface RerankReport {
  readonly version: string;
  readonly segments: number;
  readonly candidates: number;
  /** Segments that have candidates: only these are scored. */
  readonly scored: number;
  /** Segments for which the weights choose another text than the decoder. */
  readonly changed: number;
  readonly metrics: readonly ScoredMetric[];
  /** What is chosen of each list, and how it scores by metric. */
  readonly choices: readonly { readonly choice: Choice; readonly scores: readonly number[] }[];
  readonly weights: readonly { readonly feature: string; readonly weight: number }[];
  readonly input: { readonly references: number | 'var'; readonly sha256: string; readonly notes: readonly string[] };
}

export type Choice = 'first' | 'reranked';
