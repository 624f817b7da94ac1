/** Threads that count batches: texts go in, rows are written into memory shared with the main thread. */
import { Piscina } from 'piscina';
import type { Metric } from '../core/index.ts';
import type { Batch } from '../data/index.ts';
import { emptyRows } from './countBatch.ts';
import { orderMetric } from './metricOrder.ts';

export interface Pool {
  count(batch: Batch): Promise<Float64Array[]>;
  close(): Promise<void>;
}

export interface CountOrder {
  readonly batch: Pick<Batch, 'size' | 'hypotheses' | 'references' | 'sources'>;
  readonly rows: readonly Float64Array[];
}

export function startPool(metrics: readonly Metric[], threads: number): Pool {
  const pool = new Piscina<CountOrder, void>({
    filename: new URL('./countingThread.js', import.meta.url).href,
    workerData: metrics.map(orderMetric),
    minThreads: threads,
    maxThreads: threads,
    // Texts come and go; a small nursery keeps the memory of many threads low and costs nothing here.
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  });
  return {
    async count({ size, hypotheses, references, sources }) {
      const rows = emptyRows(metrics, hypotheses.length * size, true);
      await pool.run({ batch: { size, hypotheses, references, ...(sources && { sources }) }, rows });
      return rows;
    },
    close: () => pool.destroy(),
  };
}
