/** Charts as lists of items, one chart after the other in the same arrays; see `SpanCharts`. */
import { enlarged } from '../../../core/index.ts';
import type { SpanTable, Spans } from './spanTable.ts';

/** Items of a chart by kind, one kind after the other; `end` is where the last ends. Those with a are sorted by where they start. */
export const kinds = { open: 0, left: 1, right: 2, both: 3, whole: 4, end: 5 };

/** Chart c has its bounds at c * perChart. */
export const perChart = 6;

export class SpanItems {
  /** Spans. */
  from = new Uint16Array(1024);
  to = new Uint16Array(1024);
  /** a << 4 | b; of whole texts the number of words. */
  runs = new Uint8Array(1024);
  weights = new Float64Array(1024);
  /** [chart * perChart + kind]: where items begin. */
  bounds = new Int32Array(64 * perChart);
  /** By chart: the weight of the empty text, −∞ if there is none. */
  empty = new Float64Array(64);
  charts = 0;
  #end = 0;
  readonly #spans: Spans;
  readonly #bestLeft = new Float64Array(16);
  #bestRight = new Float64Array(0);

  constructor(spans: Spans) {
    this.#spans = spans;
  }

  /** Forgets all charts from this one on. */
  release(chart: number): void {
    this.charts = chart;
    this.#end = chart === 0 ? 0 : this.bounds[(chart - 1) * perChart + kinds.end]!;
  }

  /** Makes a chart of what was gathered, of the items that no others stand for. */
  keep(table: SpanTable): number {
    const touched = table.settle();
    const chart = this.charts++;
    if (chart === this.empty.length) {
      this.empty = enlarged(this.empty);
      this.bounds = enlarged(this.bounds);
    }
    const { bounds } = this;
    const first = chart * perChart;
    this.empty[chart] = table.empty;
    bounds[first] = this.#end;
    this.#keepOpen(table);
    bounds[first + kinds.left] = this.#end;
    this.#keepLeft(table, touched);
    bounds[first + kinds.right] = this.#end;
    this.#keepRight(table, touched);
    bounds[first + kinds.both] = this.#end;
    this.#keepBoth(table, touched);
    bounds[first + kinds.whole] = this.#end;
    this.#keepWhole(table);
    bounds[first + kinds.end] = this.#end;
    return chart;
  }

  #push(i: number, j: number, runs: number, weight: number): void {
    const at = this.#end++;
    if (at === this.from.length) {
      this.from = enlarged(this.from);
      this.to = enlarged(this.to);
      this.runs = enlarged(this.runs);
      this.weights = enlarged(this.weights);
    }
    this.from[at] = i;
    this.to[at] = j;
    this.runs[at] = runs;
    this.weights[at] = weight;
  }

  /** Spans that are worth more than all narrower ones. */
  #keepOpen({ open }: SpanTable): void {
    const { length, rows } = this.#spans;
    for (let i = 0; i <= length; i++) {
      const row = rows[i]!;
      this.#push(i, i, 0, open[row + i]!);
      for (let j = i + 1; j <= length; j++) {
        const weight = open[row + j]!;
        if (weight > open[row + j - 1]! && weight > open[rows[i + 1]! + j]!) this.#push(i, j, 0, weight);
      }
    }
  }

  /** Items of the same start in rising order of their end, a falling: one counts that weighs more than all before it with as long a run. */
  #keepLeft({ open, runs }: SpanTable, touched: Int32Array): void {
    const { length, rows, weights } = this.#spans;
    const { order, top, mostJoined } = weights;
    const best = this.#bestLeft.fill(-Infinity);
    let i = 0;
    for (const at of touched) {
      const span = Math.floor(at / (order * order));
      const a = top - (Math.floor(at / order) % order);
      const b = top - (at % order);
      if (a === 0) continue;
      while (i < length && span >= rows[i + 1]! + i + 1) {
        i++;
        best.fill(-Infinity);
      }
      const weight = runs[at]!;
      if (weight <= best[a]!) {
        // Whatever follows, the run at the right end cannot make up for it.
        if (weight <= best[a]! - mostJoined[b]!) runs[at] = -Infinity;
        continue;
      }
      if (weight <= open[span]! - mostJoined[a]!) continue;
      this.#push(i, span - rows[i]!, a << 4, weight);
      for (let run = 1; run <= a; run++) if (weight > best[run]!) best[run] = weight;
    }
  }

  /** The same from the other side: by end, with starts falling. */
  #keepRight({ open, runs }: SpanTable, touched: Int32Array): void {
    const { length, rows, weights } = this.#spans;
    const { order, top, mostJoined } = weights;
    const states = (length + 1) * order;
    if (this.#bestRight.length < states) this.#bestRight = new Float64Array(states);
    const best = this.#bestRight.fill(-Infinity, 0, states);
    let i = length;
    for (let t = touched.length - 1; t >= 0; t--) {
      const at = touched[t]!;
      const span = Math.floor(at / (order * order));
      const a = top - (Math.floor(at / order) % order);
      const b = top - (at % order);
      const weight = runs[at]!;
      if (b === 0 || weight === -Infinity) continue;
      while (span < rows[i]! + i) i--;
      const j = span - rows[i]!;
      if (weight <= best[j * order + b]!) {
        if (weight <= best[j * order + b]! - mostJoined[a]!) runs[at] = -Infinity;
        continue;
      }
      if (weight <= open[span]! - mostJoined[b]!) continue;
      this.#push(i, j, b, weight);
      for (let run = 1; run <= b; run++) if (weight > best[j * order + run]!) best[j * order + run] = weight;
    }
  }

  #keepBoth({ open, runs }: SpanTable, touched: Int32Array): void {
    const { length, rows, weights } = this.#spans;
    const { order, top, mostJoined } = weights;
    let i = 0;
    let last = -1;
    let first = this.#end; // of the items of the same span
    for (const at of touched) {
      const span = Math.floor(at / (order * order));
      const a = top - (Math.floor(at / order) % order);
      const b = top - (at % order);
      const weight = runs[at]!;
      if (a === 0 || b === 0 || weight <= open[span]! - mostJoined[a]! - mostJoined[b]!) continue;
      while (i < length && span >= rows[i + 1]! + i + 1) i++;
      if (span !== last) {
        last = span;
        first = this.#end;
      }
      let covered = false;
      for (let t = first; t < this.#end && !covered; t++) {
        covered = this.runs[t]! >> 4 >= a && (this.runs[t]! & 15) >= b && this.weights[t]! >= weight;
      }
      if (!covered) this.#push(i, span - rows[i]!, (a << 4) | b, weight);
    }
  }

  #keepWhole({ whole }: SpanTable): void {
    const { length, weights } = this.#spans;
    const { order, top } = weights;
    for (let i = 0; i <= length; i++) {
      for (let n = 1; n < top && i + n <= length; n++) {
        const weight = whole[i * order + n]!;
        if (weight > -Infinity) this.#push(i, i + n, n, weight);
      }
    }
  }
}
