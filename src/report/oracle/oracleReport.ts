/** The best that lattices, forests or n-best lists could give. */
import type { ScoredMetric } from '../score/scoreReport.ts';

interface OracleText {
  readonly text: string;
  readonly words: number;
  readonly score: number;
}

export interface OracleScores {
  /** Of what the model likes best. */
  readonly first: number;
  readonly oracle: number;
  /** Whether nothing is better, or with `worst` nothing is worse. */
  readonly exact: boolean;
  /** What nothing exceeds, or undercuts; absent where none is known. */
  readonly bound?: number;
}

interface PrunedOracle extends OracleScores {
  readonly posterior: number;
  readonly edges: number;
}

export interface OracleReport {
  readonly version: string;
  readonly from: 'lattices' | 'lists';
  readonly looksFor: 'best' | 'worst';
  readonly metric: ScoredMetric;
  readonly segments: number;
  /** Edges of lattices, or candidates of lists. */
  readonly size: number;
  readonly scores: OracleScores;
  /** Within what is left of lattices after pruning by posterior. */
  readonly pruned: readonly PrunedOracle[];
  /** Of the posteriors by which was pruned. */
  readonly scale?: number;
  readonly bySegment: readonly { readonly id: string; readonly first: OracleText; readonly oracle: OracleText }[];
  readonly input: { readonly references: number | 'var'; readonly sha256: string; readonly notes: readonly string[] };
}
