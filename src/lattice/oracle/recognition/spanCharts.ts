/**
 * What a node of a forest can do to the recognition automaton (Chiang et al., EMNLP 2008, section 4.3), as with a language model:
 * an item says that some text of the node, read from place i of the reference to place j, weighs so much, begins with a matched words in
 * a row and ends with b. More than K − 1 count as K − 1; what a and b earn with the neighbours is added when two texts are joined.
 *
 * Few items are needed. An item stands for all of wider spans, as words of the reference are passed over for nothing. Items with a = b = 0
 * hold for any text, so others count only as far as joining can make up for what they weigh less. A text that is matched as a whole and is
 * shorter than K − 1 words prolongs the runs on both sides; it is an item of its own kind, and so is the empty text.
 */
import type { AlignmentWeights } from './alignmentWeights.ts';
import { SpanItems, kinds, perChart } from './spanItems.ts';
import { SpanTable, Spans } from './spanTable.ts';

export class SpanCharts {
  readonly #spans = new Spans();
  readonly items = new SpanItems(this.#spans);
  readonly #step = new SpanTable(this.#spans);
  readonly #node = new SpanTable(this.#spans);
  readonly #byWord = new Map<number, number>();
  #reference: Int32Array = new Int32Array(0);
  #leftOpen = new Float64Array(0);
  #rightOpen = new Float64Array(0);
  /** By place: the last place to which the weight of the right text still rises. */
  #rises = new Int32Array(0);
  /** By place: where items of the right chart begin that start there. */
  #leftAt = new Int32Array(0);
  #bothAt = new Int32Array(0);
  #wholeAt = new Int32Array(0);
  /** The right chart that these are of: never one of those that are released. */
  #right = -1;

  /** Forgets all charts, and takes up a reference. */
  begin(reference: Int32Array, weights: AlignmentWeights): void {
    this.#reference = reference;
    this.#spans.begin(reference.length, weights);
    this.items.release(0);
    this.#byWord.clear();
    this.#right = -1;
    this.#step.begin();
    this.#node.begin();
    const places = reference.length + 2;
    if (this.#rises.length < places) {
      this.#rises = new Int32Array(places);
      this.#leftAt = new Int32Array(places);
      this.#bothAt = new Int32Array(places);
      this.#wholeAt = new Int32Array(places);
    }
    if (this.#leftOpen.length >= this.#spans.count) return;
    this.#leftOpen = new Float64Array(this.#spans.count);
    this.#rightOpen = new Float64Array(this.#spans.count);
  }

  /** The chart of a word. */
  word(word: number): number {
    const known = this.#byWord.get(word);
    if (known !== undefined) return known;
    const { insertion, substitution, matches } = this.#spans.weights;
    const table = this.#step;
    table.clear();
    for (let i = 0; i <= this.#spans.length; i++) {
      table.open[this.#spans.rows[i]! + i] = insertion;
      if (i === this.#spans.length) break;
      table.open[this.#spans.rows[i]! + i + 1] = substitution;
      if (this.#reference[i] !== word) continue;
      table.raise(i, i + 1, 0, 0, matches[0]!);
      table.raiseWhole(i, 1, matches[0]!);
    }
    const chart = this.items.keep(table);
    this.#byWord.set(word, chart);
    return chart;
  }

  /** Begins the chart of a node, to which `addEdge` adds. */
  beginNode(): void {
    this.#node.clear();
  }

  /** Adds what an edge says: the charts of its symbols, joined. Charts of words must have been made before. */
  addEdge(parts: readonly number[], count: number, weight: number): void {
    if (count === 0) {
      this.#node.raiseEmpty(weight);
      return;
    }
    if (count === 1) {
      this.#add(parts[0]!, weight, this.#node);
      return;
    }
    const before = this.items.charts;
    let left = parts[0]!;
    for (let k = 1; k < count - 1; k++) {
      this.#step.clear();
      this.#join(left, parts[k]!, 0, this.#step);
      left = this.items.keep(this.#step);
    }
    this.#join(left, parts[count - 1]!, weight, this.#node);
    this.items.release(before);
  }

  /** The chart of the node. */
  finishNode(): number {
    return this.items.keep(this.#node);
  }

  /** Adds a whole chart. */
  #add(chart: number, weight: number, table: SpanTable): void {
    const { from, to, runs, weights, bounds } = this.items;
    const first = chart * perChart;
    const wholes = bounds[first + kinds.whole]!;
    // Items of the open kind come first, so that those that cannot matter are dropped at once.
    for (let t = bounds[first]!; t < wholes; t++) {
      table.raise(from[t]!, to[t]!, runs[t]! >> 4, runs[t]! & 15, weights[t]! + weight);
    }
    for (let t = wholes; t < bounds[first + kinds.end]!; t++) {
      table.raiseWhole(from[t]!, runs[t]!, weights[t]! + weight);
    }
    table.raiseEmpty(this.items.empty[chart]! + weight);
  }

  /** Adds all texts of the one chart followed by all of the other. */
  #join(left: number, right: number, weight: number, table: SpanTable): void {
    this.#takeRight(right);
    this.#joinOpen(left, right, weight, table);
    if (this.#spans.weights.top === 0) {
      table.raiseEmpty(this.items.empty[left]! + this.items.empty[right]! + weight);
      return;
    }
    this.#joinRuns(left, right, weight, table);
    this.#joinWhole(left, weight, table);
    this.#joinEmpty(left, right, weight, table);
  }

  /** Writes best weights of all spans, from the items of the open kind. */
  #spread(chart: number, open: Float64Array): void {
    const { from, to, weights, bounds } = this.items;
    open.fill(-Infinity, 0, this.#spans.count);
    for (let t = bounds[chart * perChart]!; t < bounds[chart * perChart + kinds.left]!; t++) {
      open[this.#spans.rows[from[t]!]! + to[t]!] = weights[t]!;
    }
    this.#spans.widen(open);
  }

  #takeRight(chart: number): void {
    if (chart === this.#right) return;
    this.#right = chart;
    const { bounds } = this.items;
    const open = this.#rightOpen;
    const length = this.#spans.length;
    this.#spread(chart, open);
    for (let i = 0; i <= length; i++) {
      const row = this.#spans.rows[i]!;
      let last = length;
      while (last > i && open[row + last] === open[row + last - 1]) last--;
      this.#rises[i] = last;
    }
    const first = chart * perChart;
    this.#findStarts(bounds[first + kinds.left]!, bounds[first + kinds.right]!, this.#leftAt);
    this.#findStarts(bounds[first + kinds.both]!, bounds[first + kinds.whole]!, this.#bothAt);
    this.#findStarts(bounds[first + kinds.whole]!, bounds[first + kinds.end]!, this.#wholeAt);
  }

  /** Items are sorted by where they start. */
  #findStarts(first: number, end: number, starts: Int32Array): void {
    const { from } = this.items;
    let t = first;
    for (let i = 0; i <= this.#spans.length; i++) {
      starts[i] = t;
      while (t < end && from[t] === i) t++;
    }
    starts[this.#spans.length + 1] = t;
  }

  #joinOpen(left: number, right: number, weight: number, table: SpanTable): void {
    const { from, to, runs, weights, bounds } = this.items;
    const { order, joins } = this.#spans.weights;
    const { open } = table;
    const rightOpen = this.#rightOpen;
    const first = left * perChart;
    for (let t = bounds[first]!; t < bounds[first + kinds.left]!; t++) {
      const m = to[t]!;
      const row = this.#spans.rows[from[t]!]!;
      const rightRow = this.#spans.rows[m]!;
      const last = this.#rises[m]!;
      const x = weights[t]! + weight;
      for (let j = m; j <= last; j++) {
        const found = x + rightOpen[rightRow + j]!;
        if (found > open[row + j]!) open[row + j] = found;
      }
    }
    if (bounds[right * perChart + kinds.left] !== bounds[right * perChart + kinds.right]) {
      for (let t = bounds[first + kinds.right]!; t < bounds[first + kinds.both]!; t++) {
        const m = to[t]!;
        const row = this.#spans.rows[from[t]!]!;
        const x = weights[t]! + weight;
        const join = runs[t]! * order;
        for (let u = this.#leftAt[m]!; u < this.#leftAt[m + 1]!; u++) {
          const found = x + weights[u]! + joins[join + (runs[u]! >> 4)]!;
          if (found > open[row + to[u]!]!) open[row + to[u]!] = found;
        }
      }
    }
    this.#spans.widen(open);
  }

  #joinRuns(left: number, right: number, weight: number, table: SpanTable): void {
    const { from, to, runs, weights, bounds } = this.items;
    const { order, joins } = this.#spans.weights;
    const first = left * perChart;
    const second = right * perChart;
    const rightOpen = this.#rightOpen;
    const [lefts, leftsEnd] = [bounds[first + kinds.left]!, bounds[first + kinds.right]!];
    const [rights, rightsEnd] = [bounds[second + kinds.right]!, bounds[second + kinds.both]!];
    for (let t = lefts; t < leftsEnd; t++) {
      const m = to[t]!;
      const a = runs[t]! >> 4;
      const x = weights[t]! + weight;
      const row = this.#spans.rows[m]!;
      let before = -Infinity;
      for (let j = m; j <= this.#rises[m]!; j++) {
        const y = rightOpen[row + j]!;
        if (y > before) table.raise(from[t]!, j, a, 0, x + y);
        before = y;
      }
    }
    if (rights < rightsEnd) {
      const leftOpen = this.#leftOpen;
      this.#spread(left, leftOpen);
      for (let u = rights; u < rightsEnd; u++) {
        const m = from[u]!;
        const y = weights[u]! + weight;
        let after = -Infinity;
        for (let i = m; i >= 0; i--) {
          const x = leftOpen[this.#spans.rows[i]! + m]!;
          if (x > after) table.raise(i, to[u]!, 0, runs[u]!, x + y);
          after = x;
        }
      }
      for (let t = lefts; t < leftsEnd; t++) {
        const m = to[t]!;
        const x = weights[t]! + weight;
        for (let u = rights; u < rightsEnd; u++) {
          if (from[u]! >= m) table.raise(from[t]!, to[u]!, runs[t]! >> 4, runs[u]!, x + weights[u]!);
        }
      }
    }
    // Runs that meet. Items of the right kind have no a, so both kinds are read alike.
    for (let t = bounds[first + kinds.right]!; t < bounds[first + kinds.whole]!; t++) {
      const m = to[t]!;
      const i = from[t]!;
      const a = runs[t]! >> 4;
      const join = (runs[t]! & 15) * order;
      const x = weights[t]! + weight;
      if (a > 0) {
        for (let u = this.#leftAt[m]!; u < this.#leftAt[m + 1]!; u++) {
          table.raise(i, to[u]!, a, 0, x + weights[u]! + joins[join + (runs[u]! >> 4)]!);
        }
      }
      for (let u = this.#bothAt[m]!; u < this.#bothAt[m + 1]!; u++) {
        table.raise(i, to[u]!, a, runs[u]! & 15, x + weights[u]! + joins[join + (runs[u]! >> 4)]!);
      }
    }
  }

  /** Whole texts prolong the runs of what is beside them. */
  #joinWhole(left: number, weight: number, table: SpanTable): void {
    const { from, to, runs, weights, bounds } = this.items;
    const { order, top, joins } = this.#spans.weights;
    const first = left * perChart;
    for (let t = bounds[first + kinds.whole]!; t < bounds[first + kinds.end]!; t++) {
      const i = from[t]!;
      const m = to[t]!;
      const n = runs[t]!;
      const x = weights[t]! + weight;
      for (let u = this.#leftAt[m]!; u < this.#leftAt[m + 1]!; u++) {
        const q = runs[u]! >> 4;
        table.raise(i, to[u]!, Math.min(n + q, top), 0, x + weights[u]! + joins[n * order + q]!);
      }
      for (let u = this.#bothAt[m]!; u < this.#bothAt[m + 1]!; u++) {
        const q = runs[u]! >> 4;
        table.raise(i, to[u]!, Math.min(n + q, top), runs[u]! & 15, x + weights[u]! + joins[n * order + q]!);
      }
      for (let u = this.#wholeAt[m]!; u < this.#wholeAt[m + 1]!; u++) {
        table.raiseWhole(i, n + runs[u]!, x + weights[u]! + joins[n * order + runs[u]!]!);
      }
    }
    if (this.#wholeAt[0] === this.#wholeAt[this.#spans.length + 1]) return;
    for (let t = bounds[first + kinds.right]!; t < bounds[first + kinds.whole]!; t++) {
      const m = to[t]!;
      const p = runs[t]! & 15;
      const x = weights[t]! + weight;
      for (let u = this.#wholeAt[m]!; u < this.#wholeAt[m + 1]!; u++) {
        const n = runs[u]!;
        const found = x + weights[u]! + joins[p * order + n]!;
        table.raise(from[t]!, to[u]!, runs[t]! >> 4, Math.min(p + n, top), found);
      }
    }
  }

  /** Beside an empty text the other one stays what it is. */
  #joinEmpty(left: number, right: number, weight: number, table: SpanTable): void {
    if (this.items.empty[left]! > -Infinity) this.#add(right, weight + this.items.empty[left]!, table);
    if (this.items.empty[right]! > -Infinity) this.#add(left, weight + this.items.empty[right]!, table);
  }
}
