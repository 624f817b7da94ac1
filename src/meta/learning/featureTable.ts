/** Features of the outputs of one task, to learn from and to score by what was learned. */

export interface FeatureTable {
  readonly task: string;
  readonly systems: readonly string[];
  /** Keys of segments, as judgments name them. */
  readonly segments: readonly string[];
  /** Numbers of features. */
  readonly width: number;
  /** Feature k of segment g of system s at (s * segments.length + g) * width + k. */
  readonly values: Float64Array;
  /** By segment, the sentence that it is; segments of other tasks may have the same. */
  readonly sentences: Int32Array;
}
