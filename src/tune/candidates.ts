/** N-best lists: for each segment some candidates with their features. */
import type { FeatureRows } from '../lattice/index.ts';

export interface Candidates {
  readonly segments: number;
  /** The candidates of segment i are starts[i] … starts[i + 1]; a segment may have none. */
  readonly starts: Int32Array;
  readonly texts: readonly string[];
  /** By feature number. */
  readonly featureNames: readonly string[];
  /** By candidate. */
  readonly features: FeatureRows;
  /** By candidate: the total that the decoder gave, NaN if it gave none. */
  readonly totals: Float64Array;
}
