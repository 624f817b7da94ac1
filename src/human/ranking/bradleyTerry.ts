/**
 * The model of Bradley and Terry (1952): system i is judged better than j with odds of γᵢ : γⱼ, and a tie is half a win for each side.
 * Scores are ln γ. Strengths are finite only if everyone both won and lost, directly or through others, so each system also ties once
 * with an opponent of strength 1. That one comparison among hundreds decides only what the judgments leave open.
 */
import { exp, log } from '../../core/index.ts';
import type { PairCounts } from './pairCounts.ts';

/** Wins and losses against the opponent of strength 1: half of each is one tie. */
const prior = 0.5;
/** What Newton's method leaves to do after a step this small is about its square. */
const precision = 1e-7;
/** Newton's method needs some ten steps even if one system won a million times; the bound only keeps a fault from running on. */
const mostSteps = 200;

export function bradleyTerry(counts: PairCounts): Float64Array {
  const { size, wins, ties } = counts;
  const scores = new Float64Array(size);
  const gradient = new Float64Array(size);
  const curvature = new Float64Array(size * size);
  for (let steps = 0; steps < mostSteps; steps++) {
    curvature.fill(0);
    for (let i = 0; i < size; i++) {
      const p = logistic(scores[i]!);
      gradient[i] = prior * (1 - 2 * p);
      curvature[i * size + i] = 2 * prior * p * (1 - p);
    }
    for (let i = 0; i < size; i++) {
      for (let j = i + 1; j < size; j++) {
        const halfTies = ties[i * size + j]! / 2;
        const won = wins[i * size + j]! + halfTies;
        const lost = wins[j * size + i]! + halfTies;
        if (won + lost === 0) continue;
        const p = logistic(scores[i]! - scores[j]!);
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
    solve(curvature, gradient, size);
    // The opponent of strength 1 stays where it is, so 0 belongs to the range of changes.
    let least = 0;
    let most = 0;
    for (let i = 0; i < size; i++) {
      least = Math.min(least, gradient[i]!);
      most = Math.max(most, gradient[i]!);
    }
    // A step of this length never overshoots: the third derivative along it is at most `range` times the second.
    const range = most - least;
    const length = range < 1e-9 ? 1 : log(1 + range) / range;
    for (let i = 0; i < size; i++) scores[i]! += length * gradient[i]!;
    if (range < precision) break;
  }
  return scores.map((score, i) => (isCompared(counts, i) ? score : NaN));
}

const logistic = (x: number): number => (x < 0 ? exp(x) / (1 + exp(x)) : 1 / (1 + exp(-x)));

function isCompared({ size, wins, ties }: PairCounts, system: number): boolean {
  for (let j = 0; j < size; j++) {
    if (wins[system * size + j]! + wins[j * size + system]! + ties[system * size + j]! > 0) return true;
  }
  return false;
}

/** Solves A x = b by Cholesky's method; A is symmetric and positive definite, its lower half is read and written over, b becomes x. */
function solve(a: Float64Array, b: Float64Array, size: number): void {
  for (let j = 0; j < size; j++) {
    for (let i = j; i < size; i++) {
      let sum = a[i * size + j]!;
      for (let k = 0; k < j; k++) sum -= a[i * size + k]! * a[j * size + k]!;
      a[i * size + j] = i === j ? Math.sqrt(sum) : sum / a[j * size + j]!;
    }
  }
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) b[i]! -= a[i * size + k]! * b[k]!;
    b[i]! /= a[i * size + i]!;
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) b[i]! -= a[k * size + i]! * b[k]!;
    b[i]! /= a[i * size + i]!;
  }
}
