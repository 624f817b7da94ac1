/** Scores a task: reads it batch by batch, spreads the batches over threads, and adds their rows up in order. */
import { type Metric, teach } from '../core/index.ts';
import type { Task } from '../data/index.ts';
import type { Batch } from '../formats/index.ts';
import { type Evaluation, SegmentCounter } from '../measure/index.ts';
import { type MetricOrder, orderMetric, orderedMetrics } from './createMetrics.ts';
import { type Job, spread } from './threads.ts';

/** How an evaluation runs: threads, rows kept, progress. */
export interface EvaluateOptions {
  /** How many threads count; `auto` starts more than one only when the work lasts. The result is the same for any number. */
  readonly threads?: number | 'auto';
  /** Keep the row of every segment, for segment and document scores and for resampling; else memory stays flat. */
  readonly keepRows?: boolean;
  /**
   * Takes the rows of each batch, in order, for what needs them but not all at once. By metric: the row of system s and segment i of
   * the batch at [(s * size + i) * width …). They are written over afterwards.
   */
  readonly onRows?: (batch: Pick<Batch, 'start' | 'size'>, rows: readonly Float64Array[]) => void;
  readonly onProgress?: (done: Progress) => void;
}

/** How far an evaluation has come. */
export interface Progress {
  readonly segments: number;
  /** Between 0 and 1, where the size of the input is known. */
  readonly share: number | undefined;
}

export async function evaluate(
  task: Task,
  requested: readonly Metric[],
  options: EvaluateOptions = {},
): Promise<Evaluation> {
  const { threads = 'auto', keepRows = false, onRows, onProgress } = options;
  const { metrics, batches, share } = await learnFrom(task, requested);
  const total = new Totals(task.systems, metrics, keepRows);
  const counter = new SegmentCounter(metrics);
  await spread(
    counting,
    {
      data: () => metrics.map(orderMetric),
      pieces: batches,
      here: (batch) => countBatch(counter, metrics, batch, total.spareRows(batch)),
      finish: (batch, rows) => {
        total.add(batch, rows);
        onRows?.(batch, rows);
        onProgress?.({ segments: total.segments, share: share(total.segments) });
      },
      share: () => share(total.segments),
    },
    threads,
  );
  return total.finish();
}

type CountedTexts = Pick<Batch, 'size' | 'hypotheses' | 'references' | 'sources'>;

export const counting: Job<readonly MetricOrder[], CountedTexts, Float64Array[]> = {
  name: 'count',
  async prepare(orders) {
    const metrics = await orderedMetrics(orders);
    const counter = new SegmentCounter(metrics);
    return (batch) => countBatch(counter, metrics, batch);
  },
};

/** By metric: the row of system s and segment i of the batch at [(s * size + i) * width …). */
function countBatch(
  counter: SegmentCounter,
  metrics: readonly Metric[],
  { size, hypotheses, references, sources }: CountedTexts,
  rows: Float64Array[] = metrics.map(
    ({ statistics }) => new Float64Array(hypotheses.length * size * statistics.length),
  ),
): Float64Array[] {
  const texts = new Array<string>(hypotheses.length);
  for (let i = 0; i < size; i++) {
    for (let s = 0; s < texts.length; s++) texts[s] = hypotheses[s]![i]!;
    counter.count(texts, references[i]!, sources?.[i], rows, i, size);
  }
  return rows;
}

interface Work {
  readonly metrics: readonly Metric[];
  readonly batches: AsyncIterable<Batch> | readonly Batch[];
  /** How much is done after so many segments, where that is known. */
  share(segments: number): number | undefined;
}

/** Metrics that learn from all references need the whole task in memory; without them it is read batch by batch. */
async function learnFrom(task: Task, requested: readonly Metric[]): Promise<Work> {
  if (requested.every(({ learner }) => learner === undefined)) {
    return { metrics: requested, batches: task.batches(), share: () => shareRead(task) };
  }
  const batches: Batch[] = [];
  for await (const batch of task.batches()) batches.push(batch);
  const references = batches.flatMap((batch) => batch.references);
  return {
    metrics: requested.map((metric) => teach(metric, references)),
    batches,
    share: (segments) => segments / references.length,
  };
}

const shareRead = ({ bytes, bytesRead }: Task): number | undefined =>
  bytes === undefined || bytes === 0 ? undefined : Math.min(1, bytesRead / bytes);

/** Sums, and rows if kept, of the batches so far. */
class Totals {
  segments = 0;
  readonly #systems: readonly string[];
  readonly #metrics: readonly Metric[];
  readonly #keepRows: boolean;
  readonly #sums: Float64Array[];
  readonly #kept: { batch: Batch; rows: readonly Float64Array[] }[] = [];
  #spare: Float64Array[] | undefined;
  #references: number | 'var' | undefined;

  constructor(systems: readonly string[], metrics: readonly Metric[], keepRows: boolean) {
    this.#systems = systems;
    this.#metrics = metrics;
    this.#keepRows = keepRows;
    this.#sums = metrics.map((metric) => new Float64Array(systems.length * metric.statistics.length));
  }

  /** Rows of an earlier batch to write over, when rows are not kept. */
  spareRows({ size }: Batch): Float64Array[] | undefined {
    const enough = this.#spare?.every(
      (rows, m) => rows.length >= this.#systems.length * size * this.#metrics[m]!.statistics.length,
    );
    return enough ? this.#spare : undefined;
  }

  /** Adds segment by segment, so that sums do not depend on threads or batches even where statistics are no integers. */
  add(batch: Batch, rows: Float64Array[]): void {
    const { size } = batch;
    this.#metrics.forEach((metric, m) => {
      const width = metric.statistics.length;
      const sums = this.#sums[m]!;
      const from = rows[m]!;
      for (let s = 0; s < this.#systems.length; s++) {
        let at = s * size * width;
        const to = s * width;
        for (let i = 0; i < size; i++) {
          for (let k = 0; k < width; k++) sums[to + k]! += from[at++]!;
        }
      }
    });
    for (const references of batch.references) {
      this.#references ??= references.length;
      if (references.length !== this.#references) this.#references = 'var';
    }
    this.segments += size;
    if (this.#keepRows) this.#kept.push({ batch: { ...batch, hypotheses: [], references: [] }, rows });
    else this.#spare = rows;
  }

  finish(): Evaluation {
    return {
      systems: this.#systems,
      segments: this.segments,
      sums: this.#sums,
      rows: this.#keepRows ? this.#metrics.map((metric, m) => this.#joinRows(metric.statistics.length, m)) : undefined,
      labels: this.#joinLabels(),
      references: this.#references ?? 0,
    };
  }

  #joinRows(width: number, m: number): Float64Array {
    const joined = new Float64Array(this.#systems.length * this.segments * width);
    for (const { batch, rows } of this.#kept) {
      for (let s = 0; s < this.#systems.length; s++) {
        const from = s * batch.size * width;
        joined.set(rows[m]!.subarray(from, from + batch.size * width), (s * this.segments + batch.start) * width);
      }
    }
    return joined;
  }

  #joinLabels(): Map<string, string[]> {
    const joined = new Map<string, string[]>();
    for (const { batch } of this.#kept) {
      for (const [name, values] of batch.labels) {
        const list = joined.get(name) ?? [];
        for (const value of values) list.push(value);
        joined.set(name, list);
      }
    }
    return joined;
  }
}
