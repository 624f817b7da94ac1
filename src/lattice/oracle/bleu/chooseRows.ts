/**
 * One row from each of several lists, such that the score of their sum is high: an oracle over candidates for metrics whose rows add up.
 * Choices are improved segment by segment until no single change helps. If the score is a mean over segments, that is the
 * optimum; otherwise it is a local optimum, and several starts are tried: the best of each segment alone, the best by the score made linear at the
 * choices so far, and random ones.
 */
import { UsageError } from '../../../core/index.ts';
import { Pcg64 } from '../../../stats/index.ts';

export interface RowLists {
  readonly segments: number;
  /** The rows of segment i are starts[i] … starts[i + 1]; it can have none and then adds nothing. */
  readonly starts: Int32Array;
  /** Row c is [c * width …). */
  readonly rows: Float64Array;
  readonly width: number;
}

interface RowScores {
  /** The score of a sum of rows; higher is better. */
  score(sums: ArrayLike<number>): number;
  /** Of a row alone. */
  segmentScore(row: ArrayLike<number>): number;
}

interface RowChoiceOptions {
  /** A first choice; the result is never worse. −1 for segments without rows. */
  readonly first?: Int32Array;
  /** Random starts. */
  readonly tries?: number;
  readonly seed?: number;
}

interface RowChoice {
  /** By segment the chosen row, −1 if there is none. */
  readonly choices: Int32Array;
  readonly sums: Float64Array;
  readonly score: number;
}

/** Rounds of improvement; far more than ever needed. */
const maxRounds = 100;

/** Times that the slope is followed. */
const maxSlopes = 20;

export function chooseRows(
  { segments, starts, rows, width }: RowLists,
  scores: RowScores,
  { first, tries = 4, seed = 0 }: RowChoiceOptions = {},
): RowChoice {
  const sumOf = (choices: Int32Array): Float64Array => {
    const sums = new Float64Array(width);
    for (const c of choices) {
      if (c >= 0) for (let k = 0; k < width; k++) sums[k]! += rows[c * width + k]!;
    }
    return sums;
  };

  const scoreOf = (sums: ArrayLike<number>): number => {
    const score = scores.score(sums);
    if (Number.isNaN(score))
      throw new UsageError(
        'The metric gives a set of outputs no score. An oracle needs a metric that scores every set.',
      );
    return score;
  };

  /** In each segment the row of the highest value; of equals the first. */
  const chooseBy = (valueOf: (row: number) => number): Int32Array =>
    Int32Array.from({ length: segments }, (_, i) => {
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

  const slopeAt = (sums: Float64Array): Float64Array => {
    const moved = sums.slice();
    return sums.map((sum, k) => {
      const step = Math.max(1, Math.abs(sum)) / 1024;
      moved[k] = sum + step;
      const above = scores.score(moved);
      moved[k] = sum - step;
      const below = scores.score(moved);
      moved[k] = sum;
      const slope = (above - below) / (2 * step);
      // Neighbouring sums can be invalid for a metric, such as sums below 0.
      return Number.isFinite(slope) ? slope : 0;
    });
  };

  /** The best choice by the gradient of the score at the sum, repeated while it improves. */
  const followSlope = (start: Int32Array): Int32Array => {
    let choices = start;
    let sums = sumOf(start);
    for (let round = 0; round < maxSlopes; round++) {
      const slope = slopeAt(sums);
      const next = chooseBy((c) => {
        let value = 0;
        for (let k = 0; k < width; k++) value += slope[k]! * rows[c * width + k]!;
        return value;
      });
      const nextSums = sumOf(next);
      if (scoreOf(nextSums) <= scoreOf(sums)) break;
      [choices, sums] = [next, nextSums];
    }
    return choices;
  };

  const climb = (start: Int32Array): RowChoice => {
    const choices = start.slice();
    let sums = sumOf(choices);
    let score = scoreOf(sums);
    const tried = new Float64Array(width);
    for (let round = 0, changed = true; changed && round < maxRounds; round++) {
      changed = false;
      for (let i = 0; i < segments; i++) {
        const now = choices[i]!;
        for (let c = starts[i]!; c < starts[i + 1]!; c++) {
          if (c === choices[i]) continue;
          for (let k = 0; k < width; k++) tried[k] = sums[k]! - rows[now * width + k]! + rows[c * width + k]!;
          const found = scoreOf(tried);
          if (!(found > score)) continue;
          score = found;
          choices[i] = c;
        }
        if (choices[i] === now) continue;
        changed = true;
        for (let k = 0; k < width; k++) sums[k]! += rows[choices[i]! * width + k]! - rows[now * width + k]!;
      }
      // Recomputed, so rounding errors do not accumulate.
      sums = sumOf(choices);
      score = scoreOf(sums);
    }
    return { choices, sums, score };
  };

  const alone = chooseBy((c) => scores.segmentScore(rows.subarray(c * width, (c + 1) * width)));
  const found = [...(first ? [first] : []), alone].flatMap((start) => [climb(start), climb(followSlope(start))]);
  const random = new Pcg64(seed);
  for (let t = 0; t < tries; t++) {
    const start = Int32Array.from({ length: segments }, (_, i) => {
      const count = starts[i + 1]! - starts[i]!;
      return count === 0 ? -1 : starts[i]! + random.below(count);
    });
    found.push(climb(start));
  }
  return found.reduce((best, each) => (each.score > best.score ? each : best));
}
