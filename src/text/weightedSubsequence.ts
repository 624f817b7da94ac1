/**
 * Weighted longest common subsequence: a run of k words weighs kʷ. Lin (ACL workshop 2004), section 5.
 * The paper's recurrence always takes a pair of equal words, so it need not find the heaviest subsequence; it is followed as it is.
 */
import { type Tokens, pow } from '../core/index.ts';

/** How a cell was reached. */
const up = 1; // from one reference word less
const left = 2; // from one hypothesis word less
const diagonal = 3;

export class WeightedSubsequence {
  readonly #exponent: number;
  #weights = new Float64Array(1); // by length of a run
  #cells = new Float64Array(64); // by hypothesis position, of the row under way: weight so far
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
      let cornerCell = 0; // of one word less on both sides
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
   * The weight as ROUGE-1.5.5 has it: of the runs of reference words in the subsequence that the recurrence leads back
   * through, whether or not they stand together in the hypothesis.
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

  #reserve(words: number, referenceWords: number): void {
    if (words + 1 > this.#cells.length) {
      this.#cells = new Float64Array(2 * (words + 1));
      this.#runs = new Int32Array(2 * (words + 1));
    }
    if (words * referenceWords > this.#steps.length) this.#steps = new Uint8Array(2 * words * referenceWords);
  }
}
