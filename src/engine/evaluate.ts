/** Scores a task: reads it batch by batch, spreads the batches over threads, and adds up their rows. */
import {
  ExactSums,
  type Metric,
  type TextsAhead,
  alignedRoom,
  copyAligned,
  pick,
  present,
  readAhead,
  teach,
} from '../core/index.ts';
import { type Task, decodeUtf8 } from '../data/index.ts';
import { type Batch, ColumnTexts, type TextColumns } from '../formats/index.ts';
import { type Evaluation, SegmentCounter, type SegmentTexts, TextCounter } from '../measure/index.ts';
import { BlockEncoder } from '../text/index.ts';
import { type MetricOrder, orderMetric, orderedMetrics } from './createMetrics.ts';
import { type Job, spread } from './threads.ts';

/** The options of an evaluation: threads, whether rows are kept, progress. */
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

/** The progress of an evaluation. */
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
  const finish = (batch: Batch, rows: Float64Array[]): void => {
    total.add(batch, rows);
    onRows?.(batch, rows);
    onProgress?.({ segments: total.segments, share: share(total.segments) });
  };
  const ahead = metrics.filter(({ readAhead }) => readAhead);
  const others = metrics.filter(({ readAhead }) => !readAhead);
  const counter = counterFor(metrics, others);
  const shared = new SharedBatches(others, keepRows);
  let shareBefore = 0;
  const scorer = new AheadScorer(ahead, (part, size) => {
    const segments = total.segments + Math.floor(part * size);
    const shareAfter = share(segments); // the texts of the batch are read already
    onProgress?.({ segments, share: shareAfter && shareBefore + part * (shareAfter - shareBefore) });
    if (part === 1) shareBefore = shareAfter ?? 0;
  });
  await spread(
    counting,
    {
      data: () => others.map(orderMetric),
      pieces: ahead.length === 0 ? batches : scorer.scored(batches),
      here: (batch) =>
        counter.count(batch.columnTexts ?? batch, ahead.length === 0 ? total.spareRows(batch) : undefined),
      send: (batch) =>
        batch.columnTexts ? shared.send(batch, batch.columnTexts.columns) : { texts: plainTexts(batch) },
      finish: (batch, counted) => {
        const rows = counted ?? shared.rowsOf(batch);
        const scored = scorer.takeRows(batch);
        let a = 0;
        let o = 0;
        finish(batch, scored ? metrics.map(({ readAhead }) => (readAhead ? scored[a++]! : rows[o++]!)) : rows);
        if (counted && !scored && !keepRows) total.spare(counted);
        shared.release(batch);
        batch.columnTexts?.release?.();
      },
      share: () => share(total.segments),
    },
    others.length === 0 ? 1 : threads, // what was scored ahead is only looked up
  );
  return total.finish();
}

/** Scores batches by metrics that read ahead, in this thread, where their models and programs are; other metrics count them afterwards. */
class AheadScorer {
  readonly #metrics: readonly Metric[];
  readonly #counter: SegmentCounter;
  readonly #rows = new Map<Batch, Float64Array[]>();
  /** Gets the share of the current batch that is scored, and the size of the batch. */
  readonly #onProgress: (part: number, size: number) => void;

  constructor(metrics: readonly Metric[], onProgress: (part: number, size: number) => void) {
    this.#metrics = metrics;
    this.#onProgress = onProgress;
    this.#counter = new SegmentCounter(metrics);
  }

  async *scored(batches: AsyncIterable<Batch> | readonly Batch[]): AsyncGenerator<Batch> {
    for await (const batch of batches) {
      this.#rows.set(batch, await this.#score(batch));
      yield batch;
    }
  }

  /** In parts of so few texts that a model keeps their vectors for all metrics. */
  async #score(batch: Batch): Promise<Float64Array[]> {
    const rows = rowsFor(this.#metrics, batch);
    const atOnce = Math.max(1, Math.floor(2048 / (batch.hypotheses.length + 2)));
    const hypotheses = new Array<string>(batch.hypotheses.length);
    for (let from = 0; from < batch.size; from += atOnce) {
      const to = Math.min(batch.size, from + atOnce);
      await readAhead(this.#metrics, textsAhead(batch, from, to), (part) =>
        this.#onProgress((from + part * (to - from)) / batch.size, batch.size),
      );
      for (let i = from; i < to; i++) countSegment(this.#counter, batch, i, hypotheses, rows);
    }
    return rows;
  }

  /** The rows of a batch, if there are any, which are then forgotten. */
  takeRows(batch: Batch): Float64Array[] | undefined {
    const rows = this.#rows.get(batch);
    this.#rows.delete(batch);
    return rows;
  }
}

const textsAhead = ({ hypotheses, references, sources }: CountedTexts, from: number, to: number): TextsAhead[] =>
  Array.from({ length: to - from }, (_, i) => ({
    hypotheses: hypotheses.map((outputs) => outputs[from + i]!),
    references: references[from + i]!,
    source: sources?.[from + i],
  }));

type CountedTexts = Pick<Batch, 'size' | 'hypotheses' | 'references' | 'sources'>;

const plainTexts = ({ size, hypotheses, references, sources }: CountedTexts): CountedTexts => ({
  size,
  hypotheses,
  references,
  ...present({ sources }),
});

/** The texts of a batch as a thread gets them; where memory can be shared, with rows to write to. */
type SentTexts = { readonly columns: TextColumns; readonly rows?: Float64Array[] } | { readonly texts: CountedTexts };

/** Returns the rows, unless they were written where the main thread sees them. */
export const counting: Job<readonly MetricOrder[], SentTexts, Float64Array[] | undefined> = {
  name: 'count',
  async prepare(orders) {
    const counter = new BatchCounter(await orderedMetrics(orders));
    return (sent) => {
      if ('texts' in sent) return counter.count(sent.texts);
      const rows = counter.count(new ColumnTexts(sent.columns, decodeUtf8), sent.rows);
      return sent.rows ? undefined : rows;
    };
  },
};

/**
 * Texts and rows of batches in memory that threads see, too, and that later batches use again: copying them from thread to thread takes as
 * long as counting. Where memory cannot be shared, they are copied.
 */
class SharedBatches {
  readonly #metrics: readonly Metric[];
  readonly #keepRows: boolean;
  readonly #free: SharedArrayBuffer[] = [];
  readonly #used = new Map<Batch, { readonly memory: readonly SharedArrayBuffer[]; readonly rows: Float64Array[] }>();

  constructor(metrics: readonly Metric[], keepRows: boolean) {
    this.#metrics = metrics;
    this.#keepRows = keepRows;
  }

  send(batch: Batch, { references, hypotheses, source, size }: TextColumns): SentTexts {
    const all = [...references, ...hypotheses, ...(source ? [source] : [])];
    let place: (column: Uint8Array) => Uint8Array = (column) => column.slice(); // without the memory around it
    let rows: Float64Array[] | undefined;
    if (typeof SharedArrayBuffer !== 'undefined') {
      const texts = this.#memory(all.reduce((bytes, { length }) => bytes + alignedRoom(length), 0));
      const numbers = this.#metrics.map(({ statistics }) => hypotheses.length * size * statistics.length);
      const forRows = this.#memory(8 * numbers.reduce((sum, each) => sum + each, 0));
      let end = 0;
      rows = numbers.map((each) => new Float64Array(forRows, 8 * ((end += each) - each), each));
      let at = 0;
      place = (column) => {
        const begin = copyAligned(column, texts, at);
        at += alignedRoom(column.length);
        return new Uint8Array(texts, begin, column.length);
      };
      this.#used.set(batch, { memory: this.#keepRows ? [texts] : [texts, forRows], rows });
    }
    const columns = {
      size,
      references: references.map(place),
      hypotheses: hypotheses.map(place),
      ...(source && { source: place(source) }),
    };
    return { columns, ...present({ rows }) };
  }

  rowsOf(batch: Batch): Float64Array[] {
    return this.#used.get(batch)!.rows;
  }

  /** The rows are no longer needed, unless they are kept. */
  release(batch: Batch): void {
    this.#free.push(...(this.#used.get(batch)?.memory ?? []));
    this.#used.delete(batch);
  }

  #memory(bytes: number): SharedArrayBuffer {
    const found = this.#free.findIndex(({ byteLength }) => byteLength >= bytes && byteLength <= 4 * bytes);
    // With room for batches that are a little larger.
    return found < 0 ? new SharedArrayBuffer(Math.ceil(bytes * 1.25)) : this.#free.splice(found, 1)[0]!;
  }
}

/** Counters of earlier calls. One that is used again has its kernels running and its code compiled, and keeps no texts. */
const keptCounters = new WeakMap<readonly Metric[], BatchCounter>();

/** Counts some of the metrics, `others`: the same one for the same list, unless its owner has changed it since. */
function counterFor(metrics: readonly Metric[], others: readonly Metric[]): BatchCounter {
  const kept = keptCounters.get(metrics);
  if (kept?.isOf(others)) return kept;
  const counter = new BatchCounter(others);
  keptCounters.set(metrics, counter);
  return counter;
}

/** Counts the rows of batches. */
class BatchCounter {
  readonly #metrics: readonly Metric[];
  readonly #counter: TextCounter;
  readonly #encoder = new BlockEncoder();

  constructor(metrics: readonly Metric[]) {
    this.#metrics = metrics;
    this.#counter = new TextCounter(metrics);
  }

  isOf(metrics: readonly Metric[]): boolean {
    return metrics.length === this.#metrics.length && metrics.every((metric, m) => metric === this.#metrics[m]);
  }

  /** By metric: the row of system s and segment i of the batch at [(s * size + i) * width …). */
  count(texts: ColumnTexts | CountedTexts, rows: Float64Array[] = rowsFor(this.#metrics, texts)): Float64Array[] {
    const encoder = this.#encoder;
    const counted: SegmentTexts =
      texts instanceof ColumnTexts
        ? texts
        : {
            ...plainTexts(texts),
            get block() {
              return encoder.encode(texts.hypotheses, texts.references);
            },
          };
    this.#counter.count(counted, rows, 0, texts.size);
    return rows;
  }
}

const rowsFor = (metrics: readonly Metric[], texts: ColumnTexts | CountedTexts): Float64Array[] => {
  const systems = (texts instanceof ColumnTexts ? texts.columns : texts).hypotheses.length;
  return metrics.map(({ statistics }) => new Float64Array(systems * texts.size * statistics.length));
};

function countSegment(
  counter: SegmentCounter,
  { size, hypotheses, references, sources }: CountedTexts,
  i: number,
  texts: string[],
  rows: Float64Array[],
): void {
  for (let s = 0; s < texts.length; s++) texts[s] = hypotheses[s]![i]!;
  counter.count(texts, references[i]!, sources?.[i], rows, i, size);
}

interface Work {
  readonly metrics: readonly Metric[];
  readonly batches: AsyncIterable<Batch> | readonly Batch[];
  /** The share done after a number of segments, if known. */
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
  readonly #sums: ExactSums[];
  readonly #kept: {
    readonly batch: Pick<Batch, 'start' | 'size' | 'labels'>;
    readonly rows: (Float64Array | undefined)[];
  }[] = [];
  readonly #spare: Float64Array[][] = [];
  #references: number | 'var' | undefined;

  constructor(systems: readonly string[], metrics: readonly Metric[], keepRows: boolean) {
    this.#systems = systems;
    this.#metrics = metrics;
    this.#keepRows = keepRows;
    this.#sums = metrics.map((metric) => new ExactSums(systems.length * metric.statistics.length));
  }

  /** Rows of an earlier batch to write over, if there are any. */
  spareRows({ size }: Batch): Float64Array[] | undefined {
    const spare = this.#spare.pop();
    const enough = spare?.every(
      (rows, m) => rows.length >= this.#systems.length * size * this.#metrics[m]!.statistics.length,
    );
    return enough ? spare : undefined;
  }

  /** These rows are no longer needed. */
  spare(rows: Float64Array[]): void {
    this.#spare.push(rows);
  }

  add(batch: Batch, rows: Float64Array[]): void {
    const { size } = batch;
    this.#metrics.forEach((metric, m) => {
      const width = metric.statistics.length;
      const sums = this.#sums[m]!;
      for (let s = 0; s < this.#systems.length; s++) sums.addRows(rows[m]!, s * size * width, size, width, s * width);
    });
    const { columnTexts } = batch;
    if (columnTexts) this.#addReferences(columnTexts.columns.references.length);
    else for (const { length } of batch.references) this.#addReferences(length);
    this.segments += size;
    if (this.#keepRows) this.#kept.push({ batch: pick(batch, ['start', 'size', 'labels']), rows: [...rows] });
  }

  /** Notes how many references a segment has. */
  #addReferences(count: number): void {
    this.#references ??= count;
    if (count !== this.#references) this.#references = 'var';
  }

  finish(): Evaluation {
    return {
      systems: this.#systems,
      segments: this.segments,
      sums: this.#sums.map((sums) => sums.rounded()),
      exactSums: this.#sums,
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
      rows[m] = undefined; // not twice in memory for longer than needed
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
