/** Longest common subsequences of two texts, by their length and by their weight. */
import { type Tokens, pow } from '../../core/index.ts';
import { countBits } from '../integers.ts';
import { Alphabet } from '../words/alphabet.ts';

/**
 * Length of the longest common subsequence, bit-parallel: one bit per reference word, one step per hypothesis word.
 * Crochemore et al. (2001) in the form of Hyyrö (2004), in blocks of 32 reference words. A bit is 0 where the length grows by one.
 */
export class CommonSubsequence {
  readonly #alphabet = new Alphabet();
  #equal = new Int32Array(64); // by symbol and block: the positions of the symbol in the reference
  #row = new Int32Array(1);

  length(hypothesis: Tokens, reference: Tokens): number {
    const { start, end, ids } = reference;
    const alphabet = this.#alphabet;
    alphabet.set([reference]);
    const blocks = (end - start + 31) >>> 5;
    const size = alphabet.size * blocks;
    if (size > this.#equal.length) this.#equal = new Int32Array(2 * size);
    else this.#equal.fill(0, 0, size);
    if (blocks > this.#row.length) this.#row = new Int32Array(2 * blocks);
    const equal = this.#equal;
    const row = this.#row.fill(-1, 0, blocks);
    for (let j = 0; j < end - start; j++) {
      equal[alphabet.symbol(ids[start + j]!) * blocks + (j >>> 5)]! |= 1 << (j & 31);
    }

    for (let i = hypothesis.start; i < hypothesis.end; i++) {
      const symbol = alphabet.symbol(hypothesis.ids[i]!);
      if (symbol < 0) continue;
      let carry = 0;
      for (let b = 0; b < blocks; b++) {
        const before = row[b]!;
        const hits = before & equal[symbol * blocks + b]!;
        const sum = (before >>> 0) + (hits >>> 0) + carry;
        carry = sum > 0xffffffff ? 1 : 0;
        row[b] = sum | 0 | (before ^ hits);
      }
    }

    // Bits beyond the reference have no matches, but a carry can clear them, so they are masked.
    let length = 0;
    for (let b = 0; b < blocks; b++) {
      const words = Math.min(32, end - start - 32 * b);
      length += countBits(~(words === 32 ? row[b]! : row[b]! | (-1 << words)));
    }
    return length;
  }
}

/** How a cell was reached. */
const up = 1; // from one reference word fewer
const left = 2; // from one hypothesis word fewer
const diagonal = 3;

/**
 * Weighted longest common subsequence: a run of k words has weight kʷ. Lin (ACL workshop 2004), section 5.
 * The paper's recurrence always takes a pair of equal words, so it need not find the maximum weight; it is implemented as printed.
 */
export class WeightedSubsequence {
  readonly #exponent: number;
  #weights = new Float64Array(1); // by length of a run
  #cells = new Float64Array(64); // by hypothesis position, in the current row: weight so far
  #runs = new Int32Array(64); // … and equal words that end there
  #steps = new Uint8Array(256); // by reference and hypothesis position

  constructor(exponent: number) {
    this.#exponent = exponent;
  }

  /** kʷ */
  weight(run: number): number {
    const known = this.#weights.length;
    if (run >= known) {
      const weights = new Float64Array(2 * run + 1);
      weights.set(this.#weights);
      for (let k = known; k < weights.length; k++) weights[k] = pow(k, this.#exponent);
      this.#weights = weights;
    }
    return this.#weights[run]!;
  }

  /** The weight that the recurrence ends with. */
  heaviest({ ids: h, start, end }: Tokens, { ids: r, start: from, end: to }: Tokens): number {
    const words = end - start;
    this.#reserve(words, to - from);
    this.weight(Math.min(words, to - from) + 1);
    const weights = this.#weights;
    const cells = this.#cells.fill(0, 0, words + 1);
    const runs = this.#runs.fill(0, 0, words + 1);
    const steps = this.#steps;
    let at = 0;
    for (let i = from; i < to; i++) {
      const word = r[i]!;
      let cornerCell = 0; // of one word fewer on both sides
      let cornerRun = 0;
      for (let j = 1; j <= words; j++) {
        const above = cells[j]!;
        const run = runs[j]!;
        if (h[start + j - 1] === word) {
          cells[j] = cornerCell + weights[cornerRun + 1]! - weights[cornerRun]!;
          runs[j] = cornerRun + 1;
          steps[at++] = diagonal;
        } else {
          const isUp = above >= cells[j - 1]!;
          if (!isUp) cells[j] = cells[j - 1]!;
          runs[j] = 0;
          steps[at++] = isUp ? up : left;
        }
        cornerCell = above;
        cornerRun = run;
      }
    }
    return cells[words]!;
  }

  /**
   * The weight as in ROUGE-1.5.5: of the runs of reference words in the subsequence that the recurrence traces back
   * through, whether or not they are contiguous in the hypothesis.
   */
  traced(hypothesis: Tokens, reference: Tokens): number {
    this.heaviest(hypothesis, reference);
    const words = hypothesis.end - hypothesis.start;
    let i = reference.end - reference.start;
    let j = words;
    let run = 0;
    let weight = 0;
    while (i > 0 && j > 0) {
      const step = this.#steps[(i - 1) * words + j - 1];
      if (step === left) j--;
      else {
        i--;
        if (step === diagonal) {
          j--;
          run++;
        } else {
          weight += this.weight(run);
          run = 0;
        }
      }
    }
    return weight + this.weight(run);
  }

  /** The subsequence that the recurrence traces back through, as pairs of positions, in order. */
  pairs(hypothesis: Tokens, reference: Tokens): { readonly hypothesis: number; readonly reference: number }[] {
    this.heaviest(hypothesis, reference);
    const words = hypothesis.end - hypothesis.start;
    const found: { hypothesis: number; reference: number }[] = [];
    for (let i = reference.end - reference.start, j = words; i > 0 && j > 0;) {
      const step = this.#steps[(i - 1) * words + j - 1];
      if (step !== left) i--;
      if (step !== up) j--;
      if (step === diagonal) found.push({ hypothesis: j, reference: i });
    }
    return found.reverse();
  }

  #reserve(words: number, referenceWords: number): void {
    if (words + 1 > this.#cells.length) {
      this.#cells = new Float64Array(2 * (words + 1));
      this.#runs = new Int32Array(2 * (words + 1));
    }
    if (words * referenceWords > this.#steps.length) this.#steps = new Uint8Array(2 * words * referenceWords);
  }
}
