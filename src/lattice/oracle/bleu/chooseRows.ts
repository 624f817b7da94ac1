/**
 * One row from each of several lists, such that the score of their sum is high: an oracle over candidates for metrics whose rows add up.
 * Choices are improved segment by segment until no single change helps. Where the score is a mean over segments that is the best there
 * is; else it is a local best, and several starts are tried: the best of each segment alone, the best by the score made linear at the
 * choices so far, and random ones.
 */
import { UsageError } from '../../../core/index.ts';
import { Pcg64 } from '../../../stats/index.ts';

export interface RowLists {
  readonly segments: number;
  /** The rows of segment i are starts[i] … starts[i + 1]; it may have none and then adds nothing. */
  readonly starts: Int32Array;
  /** Row c is [c * width …). */
  readonly rows: Float64Array;
  readonly width: number;
}

export interface RowScores {
  /** Of a sum of rows: the higher the better. */
  score(sums: ArrayLike<number>): number;
  /** Of a row alone. */
  segmentScore(row: ArrayLike<number>): number;
}

export interface RowChoiceOptions {
  /** A first choice, never to be left for a worse one; −1 for segments without rows. */
  readonly first?: Int32Array;
  /** Random starts. */
  readonly tries?: number;
  readonly seed?: number;
}

export interface RowChoice {
  /** By segment the row chosen, −1 where there is none. */
  readonly choices: Int32Array;
  readonly sums: Float64Array;
  readonly score: number;
}

/** Rounds of improvement; far more than ever needed. */
const maxRounds = 100;

export function chooseRows(lists: RowLists, scores: RowScores, options: RowChoiceOptions = {}): RowChoice {
  const { first, tries = 4, seed = 0 } = options;
  const climb = new Climb(lists, scores);
  let best: RowChoice | undefined;
  const consider = (start: Int32Array): RowChoice => {
    const found = climb.climb(start);
    if (!best || found.score > best.score) best = found;
    return found;
  };
  const alone = climb.bestAlone();
  for (const start of first ? [first, alone] : [alone]) {
    const linear = climb.followSlope(start);
    consider(start);
    consider(linear);
  }
  const random = new Pcg64(seed);
  for (let t = 0; t < tries; t++) {
    const { segments, starts } = lists;
    consider(
      Int32Array.from({ length: segments }, (_, i) => {
        const count = starts[i + 1]! - starts[i]!;
        return count === 0 ? -1 : starts[i]! + random.below(count);
      }),
    );
  }
  return best!;
}

class Climb {
  readonly #lists: RowLists;
  readonly #scores: RowScores;

  constructor(lists: RowLists, scores: RowScores) {
    this.#lists = lists;
    this.#scores = scores;
  }

  bestAlone(): Int32Array {
    const { rows, width } = this.#lists;
    return this.#chooseBy((c) => this.#scores.segmentScore(rows.subarray(c * width, (c + 1) * width)));
  }

  /** The best by the score's slope at the sum, again and again as long as that helps. */
  followSlope(start: Int32Array): Int32Array {
    const { rows, width } = this.#lists;
    let choices = start;
    let sums = this.#sum(start);
    let score = this.#score(sums);
    for (let round = 0; round < 20; round++) {
      const slope = this.#slopeAt(sums);
      const next = this.#chooseBy((c) => {
        let value = 0;
        for (let k = 0; k < width; k++) value += slope[k]! * rows[c * width + k]!;
        return value;
      });
      const nextSums = this.#sum(next);
      const nextScore = this.#score(nextSums);
      if (nextScore <= score) break;
      [choices, sums, score] = [next, nextSums, nextScore];
    }
    return choices;
  }

  climb(start: Int32Array): RowChoice {
    const { segments, starts, rows, width } = this.#lists;
    const choices = start.slice();
    let sums = this.#sum(choices);
    let score = this.#score(sums);
    const tried = new Float64Array(width);
    for (let round = 0, changed = true; changed && round < maxRounds; round++) {
      changed = false;
      for (let i = 0; i < segments; i++) {
        const now = choices[i]!;
        for (let c = starts[i]!; c < starts[i + 1]!; c++) {
          if (c === choices[i]) continue;
          for (let k = 0; k < width; k++) tried[k] = sums[k]! - rows[now * width + k]! + rows[c * width + k]!;
          const found = this.#score(tried);
          if (!(found > score)) continue;
          score = found;
          choices[i] = c;
        }
        if (choices[i] === now) continue;
        changed = true;
        for (let k = 0; k < width; k++) sums[k]! += rows[choices[i]! * width + k]! - rows[now * width + k]!;
      }
      // Added anew, so that roundings do not gather.
      sums = this.#sum(choices);
      score = this.#score(sums);
    }
    return { choices, sums, score };
  }

  #sum(choices: Int32Array): Float64Array {
    const { rows, width } = this.#lists;
    const sums = new Float64Array(width);
    for (const c of choices) {
      if (c >= 0) for (let k = 0; k < width; k++) sums[k]! += rows[c * width + k]!;
    }
    return sums;
  }

  #score(sums: ArrayLike<number>): number {
    const score = this.#scores.score(sums);
    if (Number.isNaN(score))
      throw new UsageError('A sum of rows has no score. An oracle needs a metric that scores all.');
    return score;
  }

  #slopeAt(sums: Float64Array): Float64Array {
    const moved = sums.slice();
    return sums.map((sum, k) => {
      const step = Math.max(1, Math.abs(sum)) / 1024;
      moved[k] = sum + step;
      const above = this.#scores.score(moved);
      moved[k] = sum - step;
      const below = this.#scores.score(moved);
      moved[k] = sum;
      const slope = (above - below) / (2 * step);
      // Beside a sum there may be none that a metric can score, such as one below 0.
      return Number.isFinite(slope) ? slope : 0;
    });
  }

  /** In each segment the row of the highest value; of equals the first. */
  #chooseBy(valueOf: (row: number) => number): Int32Array {
    const { segments, starts } = this.#lists;
    return Int32Array.from({ length: segments }, (_, i) => {
      let chosen = -1;
      let best = -Infinity;
      for (let c = starts[i]!; c < starts[i + 1]!; c++) {
        const value = valueOf(c);
        if (chosen >= 0 && !(value > best)) continue;
        chosen = c;
        best = value;
      }
      return chosen;
    });
  }
}
