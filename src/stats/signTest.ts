/**
 * The sign test on composite outputs: Collins, Koehn and Kučerová (ACL 2005). For each segment the baseline's output is exchanged for the
 * test system's, alone, and the score of the whole goes up, down or stays: a win, a loss or a tie of the test system.
 */
import { type Measurement, UsageError } from '../core/index.ts';
import { compareScores, composite } from './composite.ts';

export interface SignTest {
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  /** Two-sided: how likely a split at least as uneven would be if wins and losses were equally likely. Ties do not count. */
  readonly p: number;
}

/** `test` and `baseline` are numbers of systems. */
export function signTest(measured: Measurement, test: number, baseline: number): SignTest {
  for (const system of [test, baseline]) {
    if (!Number.isInteger(system) || system < 0 || system >= measured.systems) {
      throw new UsageError(`There is no system ${system}: systems are 0 to ${measured.systems - 1}.`);
    }
  }
  const { segments, higherIsBetter } = measured;
  const outputs = composite(measured, baseline);
  const before = outputs.score();
  let wins = 0;
  let losses = 0;
  for (let segment = 0; segment < segments; segment++) {
    const compared = compareScores(outputs.scoreWith(segment, test), before, higherIsBetter);
    if (compared > 0) wins++;
    else if (compared < 0) losses++;
  }
  return { wins, losses, ties: segments - wins - losses, p: splitProbability(wins, losses) };
}

/**
 * How likely a fair coin is to fall at least as unevenly as `wins` to `losses`: 2 · P(X ≤ m) for n tosses with m the lesser of both, at
 * most 1. Exact but for rounding, for any number of tosses; what is less than the smallest number is that number, never 0.
 */
export function splitProbability(wins: number, losses: number): number {
  const n = wins + losses;
  const m = Math.min(wins, losses);
  if (2 * m === n) return 1;
  // C(n, m) / 2ⁿ, halved in between as often as keeps it from overflowing.
  let likeliest = 1;
  let halvings = n;
  for (let j = 1; j <= m; j++) {
    likeliest *= (n - m + j) / j;
    for (; likeliest >= 2 && halvings > 0; halvings--) likeliest /= 2;
  }
  // Σ C(n, k) / C(n, m) for k from m down to 0; terms fall so fast that the sum stays below n.
  let sum = 1;
  for (let k = m, term = 1; k > 0 && term > 1e-20; k--) sum += term *= k / (n - k + 1);
  let p = 2 * sum * likeliest;
  for (; halvings > 0 && p > 0; halvings--) p /= 2;
  return Math.min(1, Math.max(p, Number.MIN_VALUE));
}
