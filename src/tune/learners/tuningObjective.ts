/** What PRO and MIRA must know of a metric besides its score: how it scores one segment, its scale, and where lengths stand. */
import { type Metric, UsageError, unitOf } from '../../core/index.ts';
import type { Objective } from '../mert/searchSpace.ts';

export interface TuningObjective extends Objective {
  /** The score of one candidate alone. */
  segmentScore(row: ArrayLike<number>): number;
  /** What counts as 1 where papers have scores from 0 to 1: 100 for scores in percent, infinite where nothing tells. */
  readonly scale: number;
  /** Where in a row the reference length stands, undefined if nowhere. */
  readonly lengthAt: number | undefined;
}

/**
 * A metric to tune to. Single segments are scored as the metric scores them, for BLEU with its smoothing and effective order.
 * Another metric of the same rows may be named for them: `bleu({ smoothing: 'chiang' })` is the BLEU+1 of Moses, which adds one to the
 * counts of all orders and leaves the brevity penalty as it is.
 */
export function tuningObjective(metric: Metric, forSegments: Metric = metric.forSegments): TuningObjective {
  const { higherIsBetter, statistics } = metric;
  if (forSegments.statistics.join('\n') !== statistics.join('\n') || forSegments.higherIsBetter !== higherIsBetter) {
    throw new UsageError(
      `${forSegments.name} cannot score the segments of ${metric.name}: it counts other things. The same metric with another smoothing can.`,
    );
  }
  return {
    higherIsBetter,
    score: (sums) => metric.score(sums),
    segmentScore: (row) => forSegments.score(row),
    scale: unitOf(metric.range),
    lengthAt: metric.lengths?.reference,
  };
}

/** By candidate: its score alone, turned so that higher is better. */
export function segmentGains(objective: TuningObjective, rows: Float64Array, width: number): Float64Array {
  const sign = objective.higherIsBetter ? 1 : -1;
  const gains = new Float64Array(rows.length / width);
  for (let c = 0; c < gains.length; c++) {
    const score = objective.segmentScore(rows.subarray(c * width, (c + 1) * width));
    if (Number.isNaN(score))
      throw new UsageError(`Candidate ${c + 1} has no score. A metric to tune to must score all.`);
    gains[c] = sign * score;
  }
  return gains;
}

/** The scale of the objective; where it has none, how far apart the best and the worst candidate of the pool are; never 0. */
export function scaleOf({ scale }: TuningObjective, gains: Float64Array): number {
  if (scale < Infinity) return scale;
  let low = Infinity;
  let high = -Infinity;
  for (const gain of gains) {
    low = Math.min(low, gain);
    high = Math.max(high, gain);
  }
  return high > low ? high - low : 1;
}
