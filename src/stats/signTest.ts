/**
 * The sign test on composite outputs: Collins, Koehn and Kučerová (ACL 2005). For each segment the baseline's output is exchanged for the
 * test system's, alone, and the score of the whole goes up, down or stays: a win, a loss or a tie of the test system.
 */
import { type Measurement, UsageError, sumRows, wholeSystem } from '../core/index.ts';

/** −1: the second system, 1: the first, 0: neither. */
export type Side = -1 | 0 | 1;

export interface SignTest {
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  /** Two-sided: how likely a split at least as uneven would be if wins and losses were equally likely. Ties do not count. */
  readonly p: number;
}

/**
 * Tests whether a system is better than a baseline by the sign test on composite outputs (Collins, Koehn and Kučerová, ACL 2005). `test`
 * and `baseline` are system numbers.
 */
export function signTest(measured: Measurement, test: number, baseline: number): SignTest {
  for (const system of [test, baseline]) checkSystem(system, measured.systems);
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

export function checkSystem(system: number, systems: number): void {
  if (!Number.isInteger(system) || system < 0 || system >= systems) {
    throw new UsageError(`There is no system ${system}: systems are 0 to ${systems - 1}.`);
  }
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

/**
 * The sign test on composite outputs from both sides: Collins, Koehn and Kučerová (ACL 2005) with either system as the baseline. Chiang,
 * DeNeefe, Chan and Ng (EMNLP 2008) show that each of two systems may come out significantly better than the other.
 */
export interface SignTestBothWays {
  /** Outputs of the first put in the place of the second's, one at a time: wins are wins of the first. */
  readonly intoSecond: SignTest;
  /** The other way round: wins are wins of the second. */
  readonly intoFirst: SignTest;
  /** Each system is significantly better than the other, depending on which is the baseline. */
  readonly contradicts: boolean;
  /** A system found significantly better has the worse score. Of two that contradict each other, one usually has. */
  readonly againstScores: boolean;
  /** What holds whichever system is the baseline: the larger p of both; 1 where they speak for different systems. */
  readonly p: number;
  readonly favours: Side;
  /** Shares of segments, averaged over both. */
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
}

/** `better` says whose score is. */
export function signTestBothWays(
  measured: Measurement,
  first: number,
  second: number,
  better: Side,
  alpha: number,
): SignTestBothWays {
  const intoSecond = signTest(measured, first, second);
  const intoFirst = signTest(measured, second, first);
  const sides = [sideOf(intoSecond.wins - intoSecond.losses), sideOf(intoFirst.losses - intoFirst.wins)] as const;
  const found = [intoSecond, intoFirst].flatMap(({ p }, way) => (p <= alpha ? [sides[way]!] : []));
  const agree = sides[0] === sides[1];
  const counted = 2 * measured.segments;
  return {
    intoSecond,
    intoFirst,
    contradicts: found.includes(1) && found.includes(-1),
    againstScores: better !== 0 && found.includes(better === 1 ? -1 : 1),
    p: agree ? Math.max(intoSecond.p, intoFirst.p) : 1,
    favours: agree ? sides[0] : 0,
    wins: (intoSecond.wins + intoFirst.losses) / counted,
    losses: (intoSecond.losses + intoFirst.wins) / counted,
    ties: (intoSecond.ties + intoFirst.ties) / counted,
  };
}

/** Who leads, if the first system leads by so much. */
export const sideOf = (lead: number, rounding = 0): Side => (lead > rounding ? 1 : lead < -rounding ? -1 : 0);

/**
 * One system's outputs with some segments taken from another: what a test by exchange of single segments scores. Starts as one whole system.
 * Rows add up, so that a score costs one row.
 */
export function composite(measured: Measurement, system: number) {
  const { segments, rows, width } = measured;
  const picks = wholeSystem(measured, system);
  const sums = sumRows(measured, system);
  const exchanged = new Float64Array(width);
  const exchange = (segment: number, other: number, into: Float64Array) => {
    const from = picks[segment]! * width;
    const to = (other * segments + segment) * width;
    // The difference first: equal rows then leave the sums as they are to the last bit.
    for (let k = 0; k < width; k++) into[k] = sums[k]! + (rows[to + k]! - rows[from + k]!);
  };
  return {
    /** As things stand. */
    score: (): number => measured.scoreSums(sums),
    /** The score if this one segment came from that system. */
    scoreWith(segment: number, other: number): number {
      exchange(segment, other, exchanged);
      return measured.scoreSums(exchanged);
    },
    /** Takes the segment from that system for good. */
    replace(segment: number, other: number): void {
      exchange(segment, other, sums);
      picks[segment] = other * segments + segment;
    },
  };
}

/** 1 if `score` is better than `than`, −1 if it is worse, 0 if they differ by no more than rounding. */
export function compareScores(score: number, than: number, higherIsBetter: boolean): -1 | 0 | 1 {
  const difference = score - than;
  if (Math.abs(difference) <= 1e-12 * Math.max(Math.abs(score), Math.abs(than))) return 0;
  return difference > 0 === higherIsBetter ? 1 : -1;
}
