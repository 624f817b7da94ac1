/**
 * Common runs of two texts, taken greedily: the longest run of words that both have and that is not yet taken, repeatedly,
 * until none is left. Ties go to the first run in the hypothesis, then to the first in the reference.
 * A run that is taken only shortens other runs. So runs are in lists by length, and those cut by a longer one are entered again, as the
 * remaining pieces. Which single words are taken does not change their number, so these are only counted.
 */
import { type Tokens, enlarged } from '../../core/index.ts';

export class CommonRuns {
  /** Lengths of the runs taken, in that order, the longest first. */
  lengths = new Int32Array(64);
  #taken = 0;
  #last = new Int32Array(256); // by id: last reference position + 1, or 0; then how many reference words are left
  #before = new Int32Array(64); // by reference position: the one before it + 1 with the same word, or 0
  #hypothesisTaken = new Uint8Array(64); // by position
  #referenceTaken = new Uint8Array(64);
  #heads = new Int32Array(64); // by length: the run entered last + 1, or 0
  // By run: its start, as position in the hypothesis × reference length + position in the reference; the one entered before it + 1.
  #starts = new Float64Array(64);
  #next = new Int32Array(64);
  #entered = 0;
  #longest = 0;
  #sorted = new Float64Array(64);

  /** Fills `lengths` up to the number returned. */
  take(hypothesis: Tokens, reference: Tokens): number {
    this.#reserve(hypothesis, reference);
    this.#taken = 0;
    this.#entered = 0;
    this.#longest = 0;
    this.#find(hypothesis, reference);
    const referenceWords = reference.end - reference.start;
    this.#hypothesisTaken.fill(0, 0, hypothesis.end - hypothesis.start);
    this.#referenceTaken.fill(0, 0, referenceWords);
    for (let length = this.#longest; length > 1; length--) {
      const count = this.#sort(length);
      for (let k = 0; k < count; k++) this.#takeOrCut(this.#sorted[k]!, length, referenceWords);
    }
    this.#takeWords(hypothesis, reference);
    return this.#taken;
  }

  /** Enters every run of two words or more that cannot be made longer. */
  #find({ ids: h, start, end }: Tokens, { ids: r, start: from, end: to }: Tokens): void {
    const last = this.#last;
    const before = this.#before;
    for (let j = from; j < to; j++) {
      before[j - from] = last[r[j]!]!;
      last[r[j]!] = j - from + 1;
    }
    for (let i = start; i < end; i++) {
      for (let left = last[h[i]!]!; left > 0; left = before[left - 1]!) {
        const j = from + left - 1;
        if (i > start && j > from && h[i - 1] === r[j - 1]) continue; // within a run
        let length = 1;
        while (i + length < end && j + length < to && h[i + length] === r[j + length]) length++;
        if (length > 1) this.#enter((i - start) * (to - from) + (j - from), length);
      }
    }
    for (let j = from; j < to; j++) last[r[j]!] = 0;
  }

  #enter(start: number, length: number): void {
    const run = this.#entered++;
    if (run === this.#next.length) {
      this.#starts = enlarged(this.#starts);
      this.#next = enlarged(this.#next);
      this.#sorted = enlarged(this.#sorted); // may be in use
    }
    this.#starts[run] = start;
    this.#next[run] = this.#heads[length]!;
    this.#heads[length] = run + 1;
    if (length > this.#longest) this.#longest = length;
  }

  /** Sorts the starts of all runs of a length into `sorted`; returns how many. */
  #sort(length: number): number {
    let count = 0;
    for (let run = this.#heads[length]!; run > 0; run = this.#next[run - 1]!) {
      this.#sorted[count++] = this.#starts[run - 1]!;
    }
    this.#heads[length] = 0;
    if (count > 1) this.#sorted.subarray(0, count).sort();
    return count;
  }

  #takeOrCut(start: number, length: number, referenceWords: number): void {
    const inHypothesis = this.#hypothesisTaken;
    const inReference = this.#referenceTaken;
    const i = Math.floor(start / referenceWords);
    const j = start - i * referenceWords;
    let free = 0; // words up to k not taken
    for (let k = 0; k < length; k++) {
      if (inHypothesis[i + k] === 0 && inReference[j + k] === 0) free++;
      else {
        if (free > 1) this.#enter(start + (k - free) * (referenceWords + 1), free);
        free = 0;
      }
    }
    if (free === length) {
      inHypothesis.fill(1, i, i + length);
      inReference.fill(1, j, j + length);
      this.lengths[this.#taken++] = length;
    } else if (free > 1) this.#enter(start + (length - free) * (referenceWords + 1), free);
  }

  #takeWords({ ids: h, start, end }: Tokens, { ids: r, start: from, end: to }: Tokens): void {
    const left = this.#last;
    for (let j = from; j < to; j++) if (this.#referenceTaken[j - from] === 0) left[r[j]!]!++;
    for (let i = start; i < end; i++) {
      if (this.#hypothesisTaken[i - start] === 1 || left[h[i]!] === 0) continue;
      left[h[i]!]!--;
      this.lengths[this.#taken++] = 1;
    }
    for (let j = from; j < to; j++) left[r[j]!] = 0;
  }

  #reserve({ ids: h, start, end }: Tokens, { ids: r, start: from, end: to }: Tokens): void {
    let highest = 0;
    for (let i = start; i < end; i++) highest = Math.max(highest, h[i]!);
    for (let j = from; j < to; j++) highest = Math.max(highest, r[j]!);
    if (highest >= this.#last.length) this.#last = new Int32Array(2 * highest);
    if (end - start >= this.lengths.length) {
      this.lengths = new Int32Array(2 * (end - start));
      this.#hypothesisTaken = new Uint8Array(2 * (end - start));
      this.#heads = new Int32Array(2 * (end - start));
    }
    if (to - from > this.#before.length) {
      this.#before = new Int32Array(2 * (to - from));
      this.#referenceTaken = new Uint8Array(2 * (to - from));
    }
  }
}

/** Tokens that two texts have in common, in any order: the size of the intersection of their multisets. */
export class CommonTokens {
  #left = new Int32Array(256); // by id: how often it is in the reference and not yet taken

  count(hypothesis: Tokens, reference: Tokens): number {
    const inReference = reference.ids;
    for (let j = reference.start; j < reference.end; j++) {
      const id = inReference[j]!;
      if (id >= this.#left.length) this.#left = enlarged(this.#left, id + 1);
      this.#left[id]!++;
    }
    const left = this.#left;
    let common = 0;
    for (let i = hypothesis.start; i < hypothesis.end; i++) {
      const id = hypothesis.ids[i]!;
      if (id < left.length && left[id]! > 0) {
        left[id]!--;
        common++;
      }
    }
    for (let j = reference.start; j < reference.end; j++) left[inReference[j]!] = 0;
    return common;
  }
}
