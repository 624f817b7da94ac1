/** What PRO and MIRA must know about a metric besides its score: how it scores one segment, its scale, and where lengths are in a row. */
import { type Metric, UsageError, unitOf } from '../../core/index.ts';
import type { Objective } from '../mert/searchSpace.ts';

export interface TuningObjective extends Objective {
  /** The score of a single candidate. */
  segmentScore(row: ArrayLike<number>): number;
  /** What corresponds to 1 where papers have scores from 0 to 1: 100 for scores in percent, infinite if unknown. */
  readonly scale: number;
  /** Where in a row the reference length is; undefined if it has none. */
  readonly lengthAt: number | undefined;
}

/**
 * A metric to tune to. Single segments are scored as the metric scores them; BLEU uses smoothing and effective order.
 * Another metric with the same rows can score them: `bleu({ smoothing: 'chiang' })` is the BLEU+1 of Moses, which adds one to the
 * counts of all orders and leaves the brevity penalty unchanged.
 */
export function tuningObjective(metric: Metric, forSegments: Metric = metric.forSegments): TuningObjective {
  const { higherIsBetter, statistics } = metric;
  if (forSegments.statistics.join('\n') !== statistics.join('\n') || forSegments.higherIsBetter !== higherIsBetter) {
    throw new UsageError(
      `${forSegments.name} cannot score the segments of ${metric.name}: it has different statistics. Use the same metric, with a different smoothing if you like.`,
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

/** By candidate: its score alone, negated if lower is better. */
export function segmentGains(objective: TuningObjective, rows: Float64Array, width: number): Float64Array {
  const sign = objective.higherIsBetter ? 1 : -1;
  const gains = new Float64Array(rows.length / width);
  for (let c = 0; c < gains.length; c++) {
    const score = objective.segmentScore(rows.subarray(c * width, (c + 1) * width));
    if (Number.isNaN(score))
      throw new UsageError(`Candidate ${c + 1} has no score. Tune to a metric that scores every candidate.`);
    gains[c] = sign * score;
  }
  return gains;
}

/** The scale of the objective; if it has none, the difference between the best and the worst candidate of the pool; never 0. */
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
