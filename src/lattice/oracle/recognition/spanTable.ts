/** Best weights of the texts of a node by span of the reference, while they are gathered; see `SpanCharts`. */
import { enlarged } from '../../../core/index.ts';
import type { AlignmentWeights } from './alignmentWeights.ts';

/** All spans (i, j) of a reference, 0 ≤ i ≤ j ≤ length: the number of one is rows[i] + j. */
export class Spans {
  length = 0;
  count = 0;
  rows = new Int32Array(0);
  weights!: AlignmentWeights;

  begin(length: number, weights: AlignmentWeights): void {
    const positions = length + 1;
    this.length = length;
    this.weights = weights;
    this.count = (positions * (positions + 1)) / 2;
    if (this.rows.length < positions) this.rows = new Int32Array(positions);
    for (let i = 0; i < positions; i++) this.rows[i] = i * positions - (i * (i + 1)) / 2;
  }

  /** A span is worth at least what a narrower one is. */
  widen(open: Float64Array): void {
    const { length, rows } = this;
    for (let i = length - 1; i >= 0; i--) {
      const row = rows[i]!;
      const below = rows[i + 1]!;
      let best = open[row + i]!;
      for (let j = i + 1; j <= length; j++) {
        if (open[below + j]! > best) best = open[below + j]!;
        if (open[row + j]! > best) best = open[row + j]!;
        open[row + j] = best;
      }
    }
  }
}

export class SpanTable {
  readonly #spans: Spans;
  /** By span: of any text. */
  open = new Float64Array(0);
  /** [span * order² + (top − a) * order + top − b]: of texts with runs of a and b at their ends; in this order a and b fall. */
  runs = new Float64Array(0);
  /** Where `runs` holds anything, in no order. */
  touched = new Int32Array(256);
  count = 0;
  /** [i * order + n]: of texts of n words matched as a whole from place i, 1 ≤ n < K − 1. */
  whole = new Float64Array(0);
  /** Of the empty text. */
  empty = -Infinity;

  constructor(spans: Spans) {
    this.#spans = spans;
  }

  /** After the spans have changed. */
  begin(): void {
    const { count, length, weights } = this.#spans;
    const { order } = weights;
    if (this.open.length < count) this.open = new Float64Array(count);
    if (this.runs.length < count * order * order) this.runs = new Float64Array(count * order * order);
    if (this.whole.length < (length + 1) * order) this.whole = new Float64Array((length + 1) * order);
    this.count = 0;
    this.runs.fill(-Infinity);
    this.clear();
  }

  clear(): void {
    this.open.fill(-Infinity, 0, this.#spans.count);
    for (let t = 0; t < this.count; t++) this.runs[this.touched[t]!] = -Infinity;
    this.whole.fill(-Infinity);
    this.count = 0;
    this.empty = -Infinity;
  }

  raise(i: number, j: number, a: number, b: number, weight: number): void {
    const { rows, weights } = this.#spans;
    const { order, top, mostJoined } = weights;
    const span = rows[i]! + j;
    if (a === 0 && b === 0) {
      if (weight > this.open[span]!) this.open[span] = weight;
      return;
    }
    // Such a text never does better than one of which nothing is known.
    if (weight <= this.open[span]! - mostJoined[a]! - mostJoined[b]!) return;
    const at = (span * order + top - a) * order + top - b;
    const known = this.runs[at]!;
    if (weight <= known) return;
    if (known === -Infinity) {
      if (this.count === this.touched.length) this.touched = enlarged(this.touched);
      this.touched[this.count++] = at;
    }
    this.runs[at] = weight;
  }

  raiseWhole(i: number, words: number, weight: number): void {
    const { order, top } = this.#spans.weights;
    if (words >= top) this.raise(i, i + words, top, top, weight);
    else if (weight > this.whole[i * order + words]!) this.whole[i * order + words] = weight;
  }

  raiseEmpty(weight: number): void {
    if (weight > this.empty) this.empty = weight;
  }

  /** Lets every weight count for all that it holds for, and returns where `runs` holds anything, in rising order. */
  settle(): Int32Array {
    const { length, weights } = this.#spans;
    const { order, top } = weights;
    const { open, runs, whole } = this;
    if (this.empty > -Infinity) {
      for (let i = 0; i <= length; i++) this.raise(i, i, 0, 0, this.empty);
    }
    for (let i = 0; i <= length; i++) {
      for (let n = 1; n < top && i + n <= length; n++) {
        const weight = whole[i * order + n]!;
        if (weight === -Infinity) continue;
        this.raise(i, i + n, 0, 0, weight);
        this.raise(i, i + n, n, n, weight);
      }
    }
    const touched = this.touched.subarray(0, this.count).sort();
    for (const at of touched) {
      const span = Math.floor(at / (order * order));
      if (runs[at]! > open[span]!) open[span] = runs[at]!;
    }
    this.#spans.widen(open);
    return touched;
  }
}
