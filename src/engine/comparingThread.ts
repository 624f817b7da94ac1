/** What each thread of a comparison runs: it makes the metrics once, then draws the samples it is given. */
import { workerData } from 'piscina';
import { rowMeasurement } from '../core/index.ts';
import { sampler, scoreMean } from '../stats/index.ts';
import type { ComparingOrder, Piece } from './comparingPool.ts';
import { type MetricOrder, orderedMetrics } from './metricOrder.ts';

const orders = workerData as ComparingOrder[];

const plans = await Promise.all(
  orders.map(async ({ metric: order, shape, rows, plan }) => ({
    ...plan,
    measured: rowMeasurement(shape, rows, order ? await scorer(order) : scoreMean),
  })),
);
const { resample, exchange } = sampler(plans);

async function scorer(order: MetricOrder) {
  const [metric] = await orderedMetrics([order]);
  return (sums: ArrayLike<number>): number => metric!.score(sums);
}

/** The counts of exchanges by metric and pair, none for resamples. */
export default function draw({ kind, from, to }: Piece): Uint32Array[] {
  if (kind === 'resample') {
    resample(
      from,
      to,
      orders.map(({ into }) => into),
    );
    return [];
  }
  const counts = plans.map(({ pairs }) => new Uint32Array(pairs.length));
  exchange(from, to, counts);
  return counts;
}
