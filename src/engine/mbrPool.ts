/** Threads that choose translations. */
import { Piscina } from 'piscina';
import type { Choice, Evidence, LinearGain } from '../tune/index.ts';
import { type MetricOrder, orderMetric } from './metricOrder.ts';
import type { MbrUtility } from './selectMbr.ts';

export interface MbrPool {
  choose(evidence: readonly Evidence[]): Promise<Choice[]>;
  close(): Promise<void>;
}

/** What a thread needs to make the utility for itself. */
export type MbrOrder =
  | { readonly form: 'pairwise' | 'expected'; readonly metric: MetricOrder }
  | { readonly form: 'linear'; readonly gain: LinearGain };

export function startMbrPool(utility: MbrUtility, threads: number): MbrPool {
  const pool = new Piscina<readonly Evidence[], Choice[]>({
    filename: new URL('./mbrThread.js', import.meta.url).href,
    workerData: orderOf(utility),
    minThreads: threads,
    maxThreads: threads,
  });
  return { choose: (evidence) => pool.run(evidence), close: () => pool.destroy() };
}

function orderOf(utility: MbrUtility): MbrOrder {
  return utility.form === 'linear' ? utility : { form: utility.form, metric: orderMetric(utility.metric) };
}
