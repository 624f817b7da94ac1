/**
 * The model of Bradley and Terry (1952): system i is judged better than j with odds of γᵢ : γⱼ, and a tie is half a win for each side.
 * Scores are ln γ. Strengths are finite only if every system both won and lost, directly or through others, so each system also ties once
 * with an opponent of strength 1. Among hundreds of comparisons, that one decides only what the judgments leave open.
 */
import { log } from '../../core/index.ts';
import { cholesky, sigmoid, solveFactored } from '../../stats/index.ts';
import type { PairCounts } from '../comparisons.ts';

/** Wins and losses against the opponent of strength 1: half of each is one tie. */
const prior = 0.5;
/** After a step this small, the remaining error of Newton's method is about its square. */
const precision = 1e-7;
/** Newton's method needs some ten steps even if one system won a million times; the bound only stops an endless loop. */
const mostSteps = 200;

export function bradleyTerry(counts: PairCounts): Float64Array {
  const { size, wins, ties } = counts;
  const scores = new Float64Array(size);
  const gradient = new Float64Array(size);
  const curvature = new Float64Array(size * size);
  for (let steps = 0; steps < mostSteps; steps++) {
    curvature.fill(0);
    for (let i = 0; i < size; i++) {
      const p = sigmoid(scores[i]!);
      gradient[i] = prior * (1 - 2 * p);
      curvature[i * size + i] = 2 * prior * p * (1 - p);
    }
    for (let i = 0; i < size; i++) {
      for (let j = i + 1; j < size; j++) {
        const halfTies = ties[i * size + j]! / 2;
        const won = wins[i * size + j]! + halfTies;
        const lost = wins[j * size + i]! + halfTies;
        if (won + lost === 0) continue;
        const p = sigmoid(scores[i]! - scores[j]!);
        // won − (won + lost) p, without the loss of digits where p is near 1
        const excess = won * (1 - p) - lost * p;
        const bend = (won + lost) * p * (1 - p);
        gradient[i]! += excess;
        gradient[j]! -= excess;
        curvature[i * size + i]! += bend;
        curvature[j * size + j]! += bend;
        curvature[j * size + i]! -= bend;
      }
    }
    // The lower half is read; with the opponent of strength 1, the matrix is positive definite.
    const step = solveFactored(cholesky(curvature, size)!, gradient);
    // The opponent of strength 1 does not move, so the range of changes includes 0.
    let least = 0;
    let most = 0;
    for (let i = 0; i < size; i++) {
      least = Math.min(least, step[i]!);
      most = Math.max(most, step[i]!);
    }
    // A step of this length never overshoots: the third derivative along it is at most `range` times the second.
    const range = most - least;
    const length = range < 1e-9 ? 1 : log(1 + range) / range;
    for (let i = 0; i < size; i++) scores[i]! += length * step[i]!;
    if (range < precision) break;
  }
  return scores.map((score, i) => (isCompared(counts, i) ? score : NaN));
}

function isCompared({ size, wins, ties }: PairCounts, system: number): boolean {
  for (let j = 0; j < size; j++) {
    if (wins[system * size + j]! + wins[j * size + system]! + ties[system * size + j]! > 0) return true;
  }
  return false;
}
