/**
 * Recognition of k-grams: the automaton of Chiang et al. (EMNLP 2008), section 4.3, whose best path for a candidate is the numerator of the
 * K-gram recognition rate, formula (6): matched 1- to K-grams − α insertions − β deletions, at the best monotone alignment.
 * A state is a position in the reference and the length of the run of matches that ends there, as far as it counts: 0 … K − 1.
 */
import type { RecognitionSettings, Tokens } from '../../core/index.ts';

/** 1- to K-grams of a reference: the numerator of a perfect translation, if no error is rewarded. */
export function countGrams(length: number, order: number): number {
  let grams = 0;
  for (let k = 0; k < order && k < length; k++) grams += length - k;
  return grams;
}

/** Best weights of the states after some words of the candidate. Runs above 0 only exist where the last word matched. */
class Layer {
  best = new Float64Array(64); // by position: over all runs
  zero = new Float64Array(64); // by position: of run 0
  matched = new Uint8Array(64); // by position: whether `runs` holds anything
  runs = new Float64Array(64); // by position and run, from 1

  reserve(positions: number, order: number): void {
    if (positions > this.best.length) {
      this.best = new Float64Array(2 * positions);
      this.zero = new Float64Array(2 * positions);
      this.matched = new Uint8Array(2 * positions);
    }
    if (positions * order > this.runs.length) this.runs = new Float64Array(2 * positions * order);
  }
}

export class Recognition {
  readonly #settings: RecognitionSettings;
  #now = new Layer();
  #then = new Layer();

  constructor(settings: RecognitionSettings) {
    this.#settings = settings;
  }

  /** The weight of the automaton's best path for the candidate; takes |candidate| · |reference| steps. */
  weigh(candidate: Tokens, reference: Tokens): number {
    const length = reference.end - reference.start;
    this.#now.reserve(length + 1, this.#settings.order);
    this.#then.reserve(length + 1, this.#settings.order);
    this.#begin(length);
    for (let at = candidate.start; at < candidate.end; at++) {
      this.#read(candidate.ids[at]!, reference, length);
      [this.#now, this.#then] = [this.#then, this.#now];
    }
    return this.#now.best[length]!;
  }

  /** Before the first word: only deletions. */
  #begin(length: number): void {
    const { best, zero, matched } = this.#now;
    matched.fill(0, 0, length + 1);
    best[0] = zero[0] = 0;
    for (let i = 1; i <= length; i++) best[i] = zero[i] = zero[i - 1]! - this.#settings.deletion;
  }

  #read(word: number, { ids, start }: Tokens, length: number): void {
    const { order, insertion, deletion } = this.#settings;
    const { best, zero, matched, runs } = this.#now;
    const next = this.#then;
    const top = order - 1;
    let before = (next.best[0] = next.zero[0] = best[0]! - insertion); // best of the position before, in the new layer
    next.matched[0] = 0;
    for (let i = 1; i <= length; i++) {
      let weight = best[i - 1]!; // substitution
      if (best[i]! - insertion > weight) weight = best[i]! - insertion;
      if (before - deletion > weight) weight = before - deletion;
      if (ids[start + i - 1] !== word) {
        next.matched[i] = 0;
        next.best[i] = next.zero[i] = before = weight;
        continue;
      }
      if (top === 0) {
        next.matched[i] = 0;
        next.best[i] = next.zero[i] = before = Math.max(weight, zero[i - 1]! + 1);
        continue;
      }
      const from = (i - 1) * order;
      const to = i * order;
      next.zero[i] = weight;
      next.matched[i] = 1;
      next.runs.fill(-Infinity, to + 1, to + order);
      before = next.runs[to + 1] = zero[i - 1]! + 1;
      if (matched[i - 1] === 1) {
        for (let run = 1; run <= top; run++) {
          const longer = to + Math.min(run + 1, top);
          const found = runs[from + run]! + run + 1;
          if (found > next.runs[longer]!) next.runs[longer] = found;
          if (found > before) before = found;
        }
      }
      if (weight > before) before = weight;
      next.best[i] = before;
    }
  }
}
