/**
 * States of the recognition automaton with best weights, read on word by word along a lattice, or by all that a node of a forest says.
 * [i * order + p] is the best weight of having passed i words of the reference with a run of at least p matches at the end.
 */
import type { AlignmentWeights } from './alignmentWeights.ts';
import { type SpanItems, kinds, perChart } from './spanItems.ts';

export class RunReader {
  #weights!: AlignmentWeights;
  #reference: Int32Array = new Int32Array(0);
  /** Numbers in a vector. */
  states = 0;
  /** Of the vector last written: the state of the vector read from which each was reached. */
  from = new Int32Array(64);
  /** [m * order + q]: the best weight at m with what q matches in a row earn there, and the run to which they are joined. */
  #joined = new Float64Array(64);
  #joinedTo = new Int32Array(64);

  begin(reference: Int32Array, weights: AlignmentWeights): void {
    this.#weights = weights;
    this.#reference = reference;
    this.states = (reference.length + 1) * weights.order;
    if (this.from.length >= this.states) return;
    this.from = new Int32Array(this.states);
    this.#joined = new Float64Array(this.states);
    this.#joinedTo = new Int32Array(this.states);
  }

  /** Before anything is read, in this state. */
  start(state: number, out: Float64Array, to: number): void {
    const { order } = this.#weights;
    out.fill(-Infinity, to, to + this.states);
    const position = Math.floor(state / order);
    out.fill(0, to + position * order, to + state + 1);
    for (let at = (position + 1) * order; at < this.states; at += order) out[to + at] = 0;
  }

  /** Reads a word: from the vector at `at` to that at `to`. */
  readWord(vectors: Float64Array, at: number, word: number, out: Float64Array, to: number): void {
    const { order, top, insertion, substitution, matches } = this.#weights;
    const { from, states } = this;
    const reference = this.#reference;
    for (let state = 0, i = 0; state < states; state += order, i++) {
      let best = vectors[at + state]! + insertion;
      let source = state;
      out.fill(-Infinity, to + state + 1, to + state + order);
      if (i > 0) {
        const before = state - order;
        if (vectors[at + before]! + substitution > best) {
          best = vectors[at + before]! + substitution;
          source = before;
        }
        if (reference[i - 1] === word) {
          for (let p = 0; p <= top; p++) {
            const found = vectors[at + before + p]! + matches[p]!;
            if (found > best) {
              best = found;
              source = before + p;
            }
            for (let run = Math.min(p + 1, top); run > 0 && found > out[to + state + run]!; run--) {
              out[to + state + run] = found;
              from[state + run] = before + p;
            }
          }
        }
        if (out[to + before]! > best) {
          best = out[to + before]!;
          source = from[before]!;
        }
      }
      out[to + state] = best;
      from[state] = source;
    }
  }

  /** Reads any text of a chart. */
  readChart(vectors: Float64Array, at: number, items: SpanItems, chart: number, out: Float64Array, to: number): void {
    const { order, top, joins } = this.#weights;
    const { states } = this;
    const joined = this.#joined;
    const joinedTo = this.#joinedTo;
    for (let state = 0; state < states; state += order) {
      for (let q = 0; q <= top; q++) {
        let best = -Infinity;
        let run = 0;
        for (let p = 0; p <= top; p++) {
          const found = vectors[at + state + p]! + joins[p * order + q]!;
          if (found > best) {
            best = found;
            run = p;
          }
        }
        joined[state + q] = best;
        joinedTo[state + q] = state + run;
      }
    }
    out.fill(-Infinity, to, to + states);
    const { bounds } = items;
    const wholes = bounds[chart * perChart + kinds.whole]!;
    for (let t = bounds[chart * perChart]!; t < wholes; t++) {
      const a = items.runs[t]! >> 4;
      const source = items.from[t]! * order + a;
      this.#reach(items.to[t]! * order, items.runs[t]! & 15, joined[source]! + items.weights[t]!, joinedTo[source]!, out, to); // prettier-ignore
    }
    for (let t = wholes; t < bounds[chart * perChart + kinds.end]!; t++) {
      const n = items.runs[t]!;
      for (let p = 0; p <= top; p++) {
        const source = items.from[t]! * order + p;
        const found = vectors[at + source]! + items.weights[t]! + joins[p * order + n]!;
        this.#reach(items.to[t]! * order, Math.min(p + n, top), found, source, out, to);
      }
    }
    const empty = items.empty[chart]!;
    if (empty > -Infinity) {
      for (let source = 0; source < states; source++) {
        const p = source % order;
        this.#reach(source - p, p, vectors[at + source]! + empty, source, out, to);
      }
    }
    for (let state = order; state < states; state += order) {
      this.#reach(state, 0, out[to + state - order]!, this.from[state - order]!, out, to);
    }
  }

  #reach(state: number, run: number, weight: number, source: number, out: Float64Array, to: number): void {
    // With "at least" runs, weights never rise with the run.
    for (let p = run; p >= 0 && weight > out[to + state + p]!; p--) {
      out[to + state + p] = weight;
      this.from[state + p] = source;
    }
  }
}
