/** What each thread of a tuning runs: it makes the metric and the space once, then searches from the starts it is given. */
import { workerData } from 'piscina';
import type { MertStart } from '../tune/index.ts';
import { orderedMetrics } from './metricOrder.ts';
import { trainingsOf } from './tuneWeights.ts';
import type { TuningOrder, TuningPiece } from './tuningPool.ts';

const { space, metric: order, weights, settings } = workerData as TuningOrder;

const [metric] = await orderedMetrics([order]);
const trainings = trainingsOf(space, metric!, weights, settings);

export default function search({ run, start }: TuningPiece): MertStart {
  return trainings[run]!.run(start);
}
