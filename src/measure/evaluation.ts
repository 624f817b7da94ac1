/** What was counted of the outputs of some systems, as sums or row by row. */
import type { Metric } from '../core/index.ts';
import { type Measured, measuredRows } from './measure.ts';

export interface Evaluation {
  readonly systems: readonly string[];
  readonly segments: number;
  /** By metric: the summed rows of system s at [s * width …). */
  readonly sums: readonly Float64Array[];
  /** By metric, if kept: row of system s and segment i at [(s * segments + i) * width …). */
  readonly rows: readonly Float64Array[] | undefined;
  /** Facts about the segments, if rows were kept: by name, then segment. */
  readonly labels: ReadonlyMap<string, readonly string[]>;
  /** References per segment, or `var`. */
  readonly references: number | 'var';
}

/** What was measured by each metric; empty if the evaluation kept no rows. */
export function measurements(metrics: readonly Metric[], { rows, systems, segments }: Evaluation): Measured[] {
  return rows?.map((ofMetric, m) => measuredRows(metrics[m]!, systems, segments, ofMetric)) ?? [];
}
