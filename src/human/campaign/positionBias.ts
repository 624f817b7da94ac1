/** Position bias: how often an output beats the others of its ranking, by its position on the screen. */
import { normalQuantile } from '../../stats/index.ts';
import type { CountedAnswer } from './collectJudgments.ts';

export interface PlaceFigures {
  /** From 1 on, in the order shown. */
  readonly place: number;
  /** Rankings with an output at this position. */
  readonly rankings: number;
  /** Comparisons with the other outputs of the same ranking. */
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
  /** Wins among wins and losses; 0.5 if the position does not matter. NaN, in JSON null, if there are none. */
  readonly share: number;
  /** NaN, in JSON null, if there is only one ranking. */
  readonly low: number;
  readonly high: number;
}

/** By position, up to the most outputs shown at once; damaged outputs are not compared. Intervals at a level such as 0.95. */
export function positionBias(answers: readonly CountedAnswer[], level: number): PlaceFigures[] {
  const places: PlaceCounts[] = [];
  for (const { assignment, given } of answers) {
    const { answer } = given;
    if (answer.kind !== 'rank' && answer.kind !== 'pairwise') continue;
    const { entries } = assignment;
    for (let i = 0; i < entries.length; i++) {
      const place = (places[i] ??= { rankings: 0, wins: 0, ties: 0, losses: 0, ww: 0, wd: 0, dd: 0 });
      if (entries[i]!.damaged !== undefined) continue;
      let wins = 0;
      let ties = 0;
      let losses = 0;
      for (let j = 0; j < entries.length; j++) {
        if (j === i || entries[j]!.damaged !== undefined) continue;
        const difference = answer.ranks[j]! - answer.ranks[i]!;
        if (difference > 0) wins++;
        else if (difference < 0) losses++;
        else ties++;
      }
      if (wins + ties + losses === 0) continue;
      const decided = wins + losses;
      place.rankings++;
      place.wins += wins;
      place.ties += ties;
      place.losses += losses;
      place.ww += wins * wins;
      place.wd += wins * decided;
      place.dd += decided * decided;
    }
  }
  const z = normalQuantile((1 + level) / 2);
  return places.map((counts, p) => figuresOf(counts, p + 1, z));
}

/** Sums over the rankings at one position, with Σ w², Σ w d and Σ d² for w wins among d comparisons without ties. */
type PlaceCounts = Record<'rankings' | 'wins' | 'ties' | 'losses' | 'ww' | 'wd' | 'dd', number>;

/**
 * The comparisons of one ranking depend on each other, so the unit is the ranking: the variance of a ratio of sums is
 * Σ (w − share · d)² / (Σ d)², times n / (n − 1) (Cochran 1977, section 6.8).
 */
function figuresOf({ rankings, wins, ties, losses, ww, wd, dd }: PlaceCounts, place: number, z: number): PlaceFigures {
  const decided = wins + losses;
  const share = wins / decided;
  const squares = Math.max(0, ww - 2 * share * wd + share * share * dd);
  const half = (z * Math.sqrt((squares * rankings) / (rankings - 1))) / decided;
  const [low, high] = [Math.max(0, share - half), Math.min(1, share + half)];
  return { place, rankings, wins, ties, losses, share, low, high };
}
