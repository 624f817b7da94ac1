/** What each thread of the pool runs: it makes the metrics once, then counts the batches it is given. */
import { workerData } from 'piscina';
import { SegmentCounter } from '../measure/index.ts';
import { metrics as definitions } from '../metrics/index.ts';
import { countBatch } from './countBatch.ts';
import { createMetrics } from './createMetrics.ts';
import type { CountOrder, MetricOrder } from './pool.ts';

const orders = workerData as MetricOrder[];
const untaught = await createMetrics(
  orders.map(({ id, options }) => ({
    definition: definitions.find((definition) => definition.id === id)!,
    options,
  })),
);
const metrics = untaught.map((metric, m) => (metric.learner ? metric.taught(orders[m]!.learned) : metric));
const counter = new SegmentCounter(metrics);

export default function count({ batch, rows }: CountOrder): void {
  countBatch(counter, metrics, batch, [...rows]);
}
