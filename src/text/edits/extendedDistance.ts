/** Extended edit distance: edits of characters with jumps, as in the program of Stanchev, Wang and Ney (WMT 2019). */
import type { Tokens } from '../../core/index.ts';
import { space } from '../words/spelling.ts';

interface ExtendedCosts {
  /** Of a jump to any place of the hypothesis, possible after a space of the reference. */
  readonly jump: number;
  /** Of a character of the hypothesis that is left out, and of one of the reference that is added. */
  readonly deletion: number;
  readonly insertion: number;
}

export class ExtendedDistance {
  /** Edits of the last pair, with jumps. */
  edits = 0;
  /** Visits of hypothesis positions beyond the first, and positions that were never visited. */
  uncovered = 0;
  #row = new Float64Array(256);
  #next = new Float64Array(256);
  #visits = new Int32Array(256);

  /** Texts are code points, with spaces between words and at both ends. */
  count(hypothesis: Tokens, reference: Tokens, { jump, deletion, insertion }: ExtendedCosts): void {
    const length = hypothesis.end - hypothesis.start;
    if (length >= this.#row.length) {
      this.#row = new Float64Array(2 * length);
      this.#next = new Float64Array(2 * length);
      this.#visits = new Int32Array(2 * length);
    }
    let [row, next] = [this.#row, this.#next];
    const visits = this.#visits.fill(-1, 0, length + 1);
    row.fill(1, 0, length + 1);
    row[0] = 0;
    const from = hypothesis.start - 1;
    for (let j = reference.start; j < reference.end; j++) {
      const letter = reference.ids[j]!;
      next[0] = row[0]! + 1;
      let least = 0;
      for (let i = 1; i <= length; i++) {
        const both = row[i - 1]! + (hypothesis.ids[from + i] === letter ? 0 : 1);
        const cost = Math.min(next[i - 1]! + deletion, both, row[i]! + insertion);
        next[i] = cost;
        if (cost < next[least]!) least = i;
      }
      visits[least]!++;
      if (letter === space) {
        const most = jump + next[least]!;
        for (let i = 0; i <= length; i++) if (next[i]! > most) next[i] = most;
      }
      [row, next] = [next, row];
    }
    this.edits = row[length]!;
    this.uncovered = 0;
    for (let i = 0; i <= length; i++) this.uncovered += visits[i]! >= 0 ? visits[i]! : 1;
  }
}
