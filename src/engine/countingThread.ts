/** What each thread of the pool runs: it makes the metrics once, then counts the batches it is given. */
import { workerData } from 'piscina';
import { SegmentCounter } from '../measure/index.ts';
import { countBatch } from './countBatch.ts';
import { type MetricOrder, orderedMetrics } from './metricOrder.ts';
import type { CountOrder } from './pool.ts';

const metrics = await orderedMetrics(workerData as MetricOrder[]);
const counter = new SegmentCounter(metrics);

export default function count({ batch, rows }: CountOrder): void {
  countBatch(counter, metrics, batch, [...rows]);
}
