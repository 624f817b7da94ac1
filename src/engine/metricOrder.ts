/** Metrics on their way to a thread: what they are made of, and what they were taught. */
import type { Metric } from '../core/index.ts';
import { metrics as definitions } from '../metrics/index.ts';
import { createMetrics } from './createMetrics.ts';

/** What a thread needs to make a metric for itself. */
export interface MetricOrder {
  readonly id: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly learned: unknown;
}

export const orderMetric = ({ definition, options, learned }: Metric): MetricOrder => ({
  id: definition.id,
  options,
  learned,
});

export async function orderedMetrics(orders: readonly MetricOrder[]): Promise<Metric[]> {
  const untaught = await createMetrics(
    orders.map(({ id, options }) => ({ definition: definitions.find((each) => each.id === id)!, options })),
  );
  return untaught.map((metric, m) => (metric.learner ? metric.taught(orders[m]!.learned) : metric));
}
