/** The metrics that a metric is made of, from a list as typed. */
import type { FoundMetric, Metric, SignedResource } from '../../core/index.ts';
import { parseMetricList } from '../parseMetric.ts';

/** Makes metrics with all that they need, which may be further metrics. */
export type MetricMaker = (requests: readonly FoundMetric[]) => Promise<Metric[]>;

export async function loadMetricList(
  list: string,
  createMetrics: MetricMaker,
): Promise<readonly Metric[] & Partial<SignedResource>> {
  const metrics = await createMetrics(parseMetricList(list));
  return Object.assign(metrics, signatureOf(metrics));
}

/** What a metric made of others was made with: all that those were made with. */
export function signatureOf(parts: readonly Metric[]): Partial<SignedResource> {
  const madeWith = [...new Set(parts.flatMap((metric) => metric.madeWith))];
  return madeWith.length === 0 ? {} : { signature: madeWith.join(';') };
}
