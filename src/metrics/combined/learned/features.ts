/** Features of a segment: scores of metrics, and the parts that these are made of. */
import { type Metric, UsageError, suggest } from '../../../core/index.ts';

/** One value of one metric: a part of its score by name, or the score itself. */
export interface MetricFeature {
  /** The place of the metric among those at hand. */
  readonly metric: number;
  readonly part?: string;
}

/** The names of what the score of a segment is made of; none for a metric that does not tell. */
export function partNames({ forSegments, statistics }: Metric): string[] {
  return Object.keys(forSegments.parts?.(new Float64Array(statistics.length)) ?? {});
}

/** Throws if the metric has no part of that name. */
export function checkPart(metric: Metric, part: string, typed: string): void {
  const names = partNames(metric);
  if (names.length === 0) throw new UsageError(`${typed}: ${metric.name} does not tell what its score is made of.`);
  if (!names.includes(part))
    throw new UsageError(`${typed}: ${metric.name} has no part ${part}. ${suggest(part, names)}`);
}

/** Writes the features of one segment to out[at …]; `row(m)` is the row of metric m. */
export type ReadFeatures = (row: (metric: number) => ArrayLike<number>, out: Float64Array, at: number) => void;

export function featureReader(metrics: readonly Metric[], features: readonly MetricFeature[]): ReadFeatures {
  const byMetric = metrics.map((metric, m) => ({
    metric: metric.forSegments,
    scores: placesWhere(features, (each) => each.metric === m && each.part === undefined),
    parts: placesWhere(features, (each) => each.metric === m && each.part !== undefined),
  }));
  return (row, out, at) => {
    byMetric.forEach(({ metric, scores, parts }, m) => {
      const sums = row(m);
      if (scores.length > 0) {
        const score = metric.score(sums);
        for (const k of scores) out[at + k] = score;
      }
      if (parts.length > 0) {
        const values = metric.parts!(sums);
        for (const k of parts) out[at + k] = values[features[k]!.part!]!;
      }
    });
  };
}

const placesWhere = <T>(list: readonly T[], is: (item: T) => boolean): number[] =>
  list.flatMap((item, at) => (is(item) ? [at] : []));
