/** What minimum-Bayes-risk selection chose, against references. */
import type { ScoredMetric } from '../score/scoreReport.ts';

export interface MbrReport {
  readonly version: string;
  readonly from: 'lists' | 'systems' | 'lattices';
  readonly segments: number;
  /** In all segments; unknown where all paths of lattices were. */
  readonly candidates?: number;
  /** What a translation is worth, and how that is computed. */
  readonly utility: {
    readonly form: 'pairwise' | 'expected' | 'linear';
    /** Signature of the metric, or θ of the linear gain. */
    readonly of: string;
  };
  /** How probable candidates are taken to be, in words. */
  readonly posteriors: string;
  readonly metrics: readonly ScoredMetric[];
  /** What there was before, then the choice, then what would be best if the references were known. */
  readonly rows: readonly {
    readonly name: string;
    readonly kind: 'rival' | 'choice' | 'oracle';
    /** In how many segments the choice says the same. */
    readonly chosen?: number;
    readonly scores: readonly number[];
  }[];
  readonly input: { readonly references: number | 'var'; readonly sha256: string; readonly notes: readonly string[] };
}
