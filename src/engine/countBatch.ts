/** Counts the rows of one batch; the same code runs in the main thread and in the others. */
import type { Metric } from '../core/index.ts';
import type { Batch } from '../data/index.ts';
import type { SegmentCounter } from '../measure/index.ts';

/** By metric: the row of system s and segment i of the batch at [(s * size + i) * width …). */
export function countBatch(
  counter: SegmentCounter,
  metrics: readonly Metric[],
  batch: Pick<Batch, 'size' | 'hypotheses' | 'references' | 'sources'>,
  rows: Float64Array[] = emptyRows(metrics, batch.hypotheses.length * batch.size),
): Float64Array[] {
  const { size, hypotheses, references, sources } = batch;
  const texts = new Array<string>(hypotheses.length);
  for (let i = 0; i < size; i++) {
    for (let s = 0; s < texts.length; s++) texts[s] = hypotheses[s]![i]!;
    counter.count(texts, references[i]!, sources?.[i], rows, i, size);
  }
  return rows;
}

/** Room for so many rows of each metric; `shared` memory can be written by another thread. */
export function emptyRows(metrics: readonly Metric[], count: number, shared = false): Float64Array[] {
  return metrics.map(({ statistics }) => {
    const bytes = count * statistics.length * Float64Array.BYTES_PER_ELEMENT;
    return new Float64Array(shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes));
  });
}
