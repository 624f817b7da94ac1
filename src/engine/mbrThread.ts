/** What each thread of a selection runs: it makes the utility once, then chooses for the segments it is given. */
import { workerData } from 'piscina';
import { type Choice, type Evidence, choose } from '../tune/index.ts';
import type { MbrOrder } from './mbrPool.ts';
import { orderedMetrics } from './metricOrder.ts';
import { type MbrUtility, expectationOf } from './selectMbr.ts';

const expectation = expectationOf(await utilityOf(workerData as MbrOrder));

async function utilityOf(order: MbrOrder): Promise<MbrUtility> {
  if (order.form === 'linear') return order;
  const [metric] = await orderedMetrics([order.metric]);
  return { form: order.form, metric: metric! };
}

export default function chooseAll(evidence: readonly Evidence[]): Choice[] {
  return evidence.map((each) => choose(expectation, each));
}
