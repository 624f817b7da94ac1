/** Collects the candidates of an n-best list one by one in growing memory. */
import { enlarged } from '../../core/index.ts';
import type { Candidates } from '../../tune/index.ts';

export class CandidateList {
  readonly #texts: string[] = [];
  readonly #starts: number[] = [0];
  #totals = new Float64Array(1024);
  #rowStarts = new Int32Array(1025);
  #indices = new Int32Array(1 << 14);
  #values = new Float64Array(1 << 14);
  /** The current end of the row being written. */
  #end = 0;

  /** Number of candidates so far. */
  get length(): number {
    return this.#texts.length;
  }

  /** Number of segments so far, including those without candidates. */
  get segments(): number {
    return this.#starts.length;
  }

  /** Closes the current segment and begins the next one. */
  nextSegment(): void {
    this.#starts.push(this.#texts.length);
  }

  /** Sets a feature of the candidate that is added next; false if it is set already. */
  set(feature: number, value: number): boolean {
    const start = this.#rowStarts[this.#texts.length]!;
    if (this.#end === this.#indices.length) {
      this.#indices = enlarged(this.#indices);
      this.#values = enlarged(this.#values);
    }
    const [indices, values] = [this.#indices, this.#values];
    let at = this.#end;
    // Decoders print most features in the same order for all candidates, so searching and moving are rare.
    if (at > start && indices[at - 1]! >= feature) {
      let low = start;
      at--;
      while (low < at) {
        const middle = (low + at) >> 1;
        if (indices[middle]! < feature) low = middle + 1;
        else at = middle;
      }
      if (indices[at] === feature) return false;
      indices.copyWithin(at + 1, at, this.#end);
      values.copyWithin(at + 1, at, this.#end);
    }
    indices[at] = feature;
    values[at] = value;
    this.#end++;
    return true;
  }

  /** Adds a candidate with the features that were set; zeros are left out. */
  add(text: string, total: number): void {
    const row = this.#texts.length;
    if (row === this.#totals.length) {
      this.#totals = enlarged(this.#totals);
      this.#rowStarts = enlarged(this.#rowStarts);
    }
    let to = this.#rowStarts[row]!;
    for (let at = to; at < this.#end; at++) {
      if (this.#values[at] === 0) continue;
      this.#indices[to] = this.#indices[at]!;
      this.#values[to++] = this.#values[at]!;
    }
    this.#end = this.#rowStarts[row + 1] = to;
    this.#totals[row] = total;
    this.#texts.push(text);
  }

  /** The whole list, padded with empty segments up to `segments`. */
  finish(segments: number, featureNames: readonly string[]): Candidates {
    while (this.#starts.length < segments + 1) this.nextSegment();
    return {
      segments,
      starts: Int32Array.from(this.#starts),
      texts: this.#texts,
      featureNames,
      features: {
        starts: this.#rowStarts.slice(0, this.#texts.length + 1),
        indices: this.#indices.slice(0, this.#end),
        values: this.#values.slice(0, this.#end),
      },
      totals: this.#totals.slice(0, this.#texts.length),
    };
  }
}
