/** Metrics as typed. */
import { type FoundMetric, type Metric, UsageError, printMetric } from '../core/index.ts';
import { createMetrics, parseMetric } from '../engine/index.ts';

/** The metrics as typed, each once; `complete` may fill in what belongs to all of them. */
export async function requestedMetrics(
  typed: readonly string[],
  complete: (requests: FoundMetric[]) => FoundMetric[] = (requests) => requests,
): Promise<Metric[]> {
  const metrics = await createMetrics(complete(typed.map(parseMetric)));
  const twice = metrics.find(
    (metric, m) => metrics.findIndex((other) => printMetric(other) === printMetric(metric)) !== m,
  );
  if (twice) throw new UsageError(`The metric ${printMetric(twice)} is given twice.`);
  return metrics;
}
