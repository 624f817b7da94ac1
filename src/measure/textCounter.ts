/** Counts the rows of many segments: at once where a metric has a counter for that, and else segment by segment. */
import type { BlockCounter, Metric, TextBlock } from '../core/index.ts';
import { SegmentCounter } from './segmentCounter.ts';

/** Consecutive segments. Strings and UTF-8 may be made only when they are asked for. */
export interface SegmentTexts {
  readonly size: number;
  /** By system, then segment. */
  readonly hypotheses: readonly (readonly string[])[];
  /** By segment. */
  readonly references: readonly (readonly string[])[];
  readonly sources?: readonly string[] | undefined;
  /** The same texts as UTF-8, if they can be had. */
  readonly block?: TextBlock | undefined;
}

/** One per thread: it holds vocabularies and counters. */
export class TextCounter {
  readonly #metrics: readonly Metric[];
  readonly #fewest: number;
  /** By metric, if it has one; made when there are enough segments. */
  #blockCounters: readonly (BlockCounter | undefined)[] | undefined;
  /** Count what no block counter does: for metrics without one, and for all. */
  #others: LazyCounter | undefined;
  readonly #all: LazyCounter;

  /** Block counters are used from this number of segments on: for a few, starting them takes longer than counting. */
  constructor(metrics: readonly Metric[], fewest = 32) {
    this.#metrics = metrics;
    this.#fewest = fewest;
    this.#all = new LazyCounter(metrics, [...metrics.keys()]);
  }

  /** Metric m writes the row of system s and segment i at rows[m][(at + s * apart + i) * width …). */
  count(texts: SegmentTexts, rows: readonly Float64Array[], at: number, apart: number): void {
    if (texts.size >= this.#fewest) this.#startBlocks();
    const counters = this.#blockCounters;
    const block = counters?.some(Boolean) ? texts.block : undefined;
    if (!counters || !block) {
      this.#all.count(texts, Array(texts.size).keys(), rows, at, apart);
      return;
    }
    this.#others!.count(texts, Array(texts.size).keys(), rows, at, apart);
    const left = new Set<number>();
    counters.forEach((counter, m) => {
      for (const segment of counter?.count(block, rows[m]!, at, apart) ?? []) left.add(segment);
    });
    this.#all.count(texts, left, rows, at, apart);
  }

  #startBlocks(): void {
    if (this.#blockCounters) return;
    const counters = this.#metrics.map((metric) => metric.blockCounter?.());
    this.#blockCounters = counters;
    this.#others = new LazyCounter(
      this.#metrics,
      [...counters.keys()].filter((m) => !counters[m]),
    );
  }
}

/** Counts single segments for some of the metrics. */
class LazyCounter {
  readonly #metrics: readonly Metric[];
  readonly #places: readonly number[];
  #counter: SegmentCounter | undefined;

  constructor(metrics: readonly Metric[], places: readonly number[]) {
    this.#metrics = metrics;
    this.#places = places;
  }

  count(
    texts: SegmentTexts,
    segments: Iterable<number>,
    rows: readonly Float64Array[],
    at: number,
    apart: number,
  ): void {
    if (this.#places.length === 0) return;
    let own: Float64Array[] | undefined;
    let hypotheses: string[] = [];
    for (const i of segments) {
      own ??= this.#places.map((m) => rows[m]!);
      this.#counter ??= new SegmentCounter(this.#places.map((m) => this.#metrics[m]!));
      if (hypotheses.length === 0) hypotheses = new Array<string>(texts.hypotheses.length);
      for (let s = 0; s < hypotheses.length; s++) hypotheses[s] = texts.hypotheses[s]![i]!;
      this.#counter.count(hypotheses, texts.references[i]!, texts.sources?.[i], own, at + i, apart);
    }
  }
}
