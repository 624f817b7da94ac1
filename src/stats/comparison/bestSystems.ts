/**
 * Which of many systems, such as checkpoints of a training, may be the best one: multiple comparisons with the best, by Hsu (1981), with the
 * bootstrap in the place of its normal distribution.
 *
 * To compare all others with the one that scored best would be wrong, since it was chosen for its score. Instead each system is asked whether
 * it could be the best: by how many standard errors do others beat it, and how far would the luckiest of them beat it by chance alone?
 * Systems that chance explains form the set. With a probability of at least 1 − alpha it holds the system that is truly best.
 */
import { percentileInterval } from '../bootstrap.ts';
import { standardDeviation } from './bootstrapFindings.ts';
import type { Interval } from './comparison.ts';

/** How a system compares with the one that scored best. */
export interface BestCandidate {
  /** Score minus the score of the best, at most 0 if higher is better; 0 for the best itself. */
  readonly difference: number;
  /** Of that difference, by the bootstrap. */
  readonly interval: Interval;
  /** The probability that chance alone separates the best from it so far; 1 for the best itself. */
  readonly p: number;
  /** Whether it may be the best: p is above alpha. */
  readonly mayBeBest: boolean;
}

export interface BestSystems {
  /** The system with the best score; the first of several. */
  readonly best: number;
  readonly systems: readonly BestCandidate[];
}

/** `scores` are those on the whole test set, `samples` those on the same resamples, by system. */
export function bestSystems(
  scores: ArrayLike<number>,
  samples: readonly Float64Array[],
  { higherIsBetter, alpha, level }: { higherIsBetter: boolean; alpha: number; level: number },
): BestSystems {
  const sign = higherIsBetter ? 1 : -1;
  const count = scores.length;
  let best = 0;
  for (let s = 1; s < count; s++) if (sign * scores[s]! > sign * scores[best]!) best = s;
  const drawn = samples[0]?.length ?? 0;
  const systems = Array.from({ length: count }, (_, s): BestCandidate => {
    if (s === best) return { difference: 0, interval: { low: 0, high: 0 }, p: 1, mayBeBest: true };
    const own = samples[s]!;
    /** By how many standard errors the luckiest of the others beats this one, on each resample. */
    const luckiest = new Float64Array(drawn).fill(-Infinity);
    let observed = -Infinity;
    for (let other = 0; other < count; other++) {
      if (other === s) continue;
      const difference = scores[other]! - scores[s]!;
      const differences = samples[other]!.map((score, b) => score - own[b]!);
      const error = standardDeviation(differences);
      // Two that always differ by the same, but for rounding: chance has no part in it.
      const rounding = 1e-12 * Math.max(Math.abs(scores[other]!), Math.abs(scores[s]!));
      if (error <= rounding) {
        if (sign * difference > rounding) observed = Infinity;
        continue;
      }
      observed = Math.max(observed, (sign * difference) / error);
      for (let b = 0; b < drawn; b++) {
        const scatter = (sign * (differences[b]! - difference)) / error;
        if (scatter > luckiest[b]!) luckiest[b] = scatter;
      }
    }
    let reached = 0;
    for (const chance of luckiest) if (chance >= observed) reached++;
    // The observed one counts as one of the samples.
    const p = (reached + 1) / (drawn + 1);
    const fromBest = own.map((score, b) => score - samples[best]![b]!).sort();
    return {
      difference: scores[s]! - scores[best]!,
      interval: percentileInterval(fromBest, level),
      p,
      mayBeBest: p > alpha,
    };
  });
  return { best, systems };
}
