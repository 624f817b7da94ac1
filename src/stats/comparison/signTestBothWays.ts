/**
 * The sign test on composite outputs from both sides: Collins, Koehn and Kučerová (ACL 2005) with either system as the baseline. Chiang,
 * DeNeefe, Chan and Ng (EMNLP 2008) show that each of two systems may come out significantly better than the other.
 */
import type { Measurement } from '../../core/index.ts';
import { type SignTest, signTest } from '../signTest.ts';
import type { Side } from './pairs.ts';

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

const sideOf = (margin: number): Side => (margin > 0 ? 1 : margin < 0 ? -1 : 0);
