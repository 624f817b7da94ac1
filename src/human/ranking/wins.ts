/** Wins and constrained wins as in Table 6 of WMT09 (Callison-Burch et al. 2009): systems that no other significantly surpasses. */
import type { PairTest } from './pairTests.ts';

interface Wins {
  readonly wins: readonly boolean[];
  readonly constrainedWins: readonly boolean[];
}

export function findWins(
  { p, lead }: PairTest,
  alpha: number,
  competing: readonly boolean[],
  constrained: readonly boolean[],
): Wins {
  return {
    wins: unbeaten(competing),
    constrainedWins: unbeaten(competing.map((competes, s) => competes && constrained[s]!)),
  };

  function unbeaten(among: readonly boolean[]): boolean[] {
    const size = among.length;
    const beats = (other: number, s: number) => p[other * size + s]! <= alpha && lead[other * size + s]! > 0;
    return among.map((competes, s) => competes && !among.some((isOpponent, other) => isOpponent && beats(other, s)));
  }
}
