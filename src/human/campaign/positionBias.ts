/** Whether it matters where on the screen an output is shown: how often it beats the others of its ranking, by place. */
import { normalQuantile } from '../../stats/index.ts';
import type { CountedAnswer } from './collectJudgments.ts';

export interface PlaceFigures {
  /** From 1 on, in the order shown. */
  readonly place: number;
  /** Rankings in which an output stood there. */
  readonly rankings: number;
  /** Comparisons with the other outputs of the same ranking. */
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
  /** Wins among wins and losses; 0.5 if the place does not matter. NaN, in JSON null, if there are none. */
  readonly share: number;
  /** NaN, in JSON null, if there is one ranking only. */
  readonly low: number;
  readonly high: number;
}

/** Counts of one place: sums over rankings, and what the variance needs. */
class PlaceCounts {
  rankings = 0;
  wins = 0;
  ties = 0;
  losses = 0;
  /** Σ w², Σ w d and Σ d² over rankings with w wins among d comparisons that are no ties. */
  ww = 0;
  wd = 0;
  dd = 0;

  add(wins: number, ties: number, losses: number): void {
    const decided = wins + losses;
    this.rankings++;
    this.wins += wins;
    this.ties += ties;
    this.losses += losses;
    this.ww += wins * wins;
    this.wd += wins * decided;
    this.dd += decided * decided;
  }

  /**
   * The comparisons of one ranking depend on each other, so the unit is the ranking: the variance of a ratio of sums is
   * Σ (w − share · d)² / (Σ d)², times n / (n − 1) (Cochran 1977, section 6.8).
   */
  figures(place: number, z: number): PlaceFigures {
    const { rankings, wins, ties, losses, ww, wd, dd } = this;
    const decided = wins + losses;
    const share = wins / decided;
    const squares = Math.max(0, ww - 2 * share * wd + share * share * dd);
    const half = (z * Math.sqrt((squares * rankings) / (rankings - 1))) / decided;
    return {
      place,
      rankings,
      wins,
      ties,
      losses,
      share,
      low: Math.max(0, share - half),
      high: Math.min(1, share + half),
    };
  }
}

/** By place, for as many as were ever shown at once; damaged outputs are not compared. Intervals at a level such as 0.95. */
export function positionBias(answers: readonly CountedAnswer[], level: number): PlaceFigures[] {
  const places: PlaceCounts[] = [];
  for (const { assignment, given } of answers) {
    const { answer } = given;
    if (answer.kind !== 'rank' && answer.kind !== 'pairwise') continue;
    const { entries } = assignment;
    for (let i = 0; i < entries.length; i++) {
      while (places.length <= i) places.push(new PlaceCounts());
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
      if (wins + ties + losses > 0) places[i]!.add(wins, ties, losses);
    }
  }
  const z = normalQuantile((1 + level) / 2);
  return places.map((counts, p) => counts.figures(p + 1, z));
}
