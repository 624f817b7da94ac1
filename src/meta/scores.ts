/** Scores of systems and of their segments, from a metric computed here, from a file, or from people: what meta-evaluation compares. */

/** What is missing is NaN. */
export interface Scores {
  readonly name: string;
  /** As typed on the command line, of a metric that was computed here. */
  readonly metric?: string;
  readonly higherIsBetter: boolean;
  readonly systems: readonly string[];
  /** Keys of segments, as judgments name them; empty if only whole systems were scored. */
  readonly segments: readonly string[];
  /** By system. */
  readonly ofSystems: Float64Array;
  /** Segment g of system s at s * segments.length + g. */
  readonly ofSegments: Float64Array;
}

/** Scores such that more is better: those of an error metric are turned round. */
export function upward(scores: Scores): Scores {
  if (scores.higherIsBetter) return scores;
  return {
    ...scores,
    higherIsBetter: true,
    ofSystems: scores.ofSystems.map((score) => -score),
    ofSegments: scores.ofSegments.map((score) => -score),
  };
}
