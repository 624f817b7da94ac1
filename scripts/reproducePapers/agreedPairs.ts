/** The pairs of outputs that Song, Cohn and Specia (2013, section 3.1) evaluate metrics on: those on which judges agree. */
import { type Ranking, compareRankings } from '../../src/human/index.ts';
import { kappa } from '../../src/human/agreement/labelAgreement.ts';

/** A pair needs this many judges, and this share of its judgments must be the same. */
export const leastJudges = 2;
export const leastShare = 0.6;

export interface AgreedPairs {
  /** One ranking of two systems for each pair that is kept. */
  readonly rankings: readonly Ranking[];
  /** Pairs that at least two judges compared. */
  readonly judgedTwice: number;
  /** Pairs whose judges agree that there is no difference; left out. */
  readonly ties: number;
  /** Of the judgments of the pairs that are kept, by chance a third. */
  readonly kappa: number;
}

interface Votes {
  readonly segment: string;
  readonly systems: readonly [string, string];
  readonly judges: Set<number | string>;
  /** The first better, the second better, a tie. */
  readonly counts: [number, number, number];
}

export function agreedPairs(task: string, rankings: readonly Ranking[]): AgreedPairs {
  const pairs = [...votesOf(task, rankings).values()].filter(({ judges }) => judges.size >= leastJudges);
  const agreed = pairs.filter(({ counts }) => Math.max(...counts) / total(counts) >= leastShare);
  const kept = agreed.filter(({ counts }) => counts[2] !== Math.max(...counts));
  const alike = kept.reduce((sum, { counts }) => sum + counts.reduce((more, n) => more + n * (n - 1), 0), 0);
  const all = kept.reduce((sum, { counts }) => sum + total(counts) * (total(counts) - 1), 0);
  return {
    judgedTwice: pairs.length,
    ties: agreed.length - kept.length,
    kappa: kappa(alike / all, 1 / 3),
    rankings: kept.map(({ segment, systems, counts }) => ({
      task,
      segment,
      judge: 'all',
      order: 0,
      systems,
      ranks: counts[0] > counts[1] ? [1, 2] : [2, 1],
    })),
  };
}

const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

function votesOf(task: string, rankings: readonly Ranking[]): Map<string, Votes> {
  const { count, systems, segments, ...columns } = compareRankings(task, rankings);
  const found = new Map<string, Votes>();
  for (let c = 0; c < count; c++) {
    const [first, second, segment] = [columns.first[c]!, columns.second[c]!, columns.segment[c]!];
    const key = `${segment} ${first} ${second}`;
    const votes = found.get(key) ?? {
      segment: segments[segment]!,
      systems: [systems[first]!, systems[second]!],
      judges: new Set(),
      counts: [0, 0, 0],
    };
    found.set(key, votes);
    votes.judges.add(columns.judge[c]!);
    votes.counts[columns.outcome[c] === 1 ? 0 : columns.outcome[c] === -1 ? 1 : 2]++;
  }
  return found;
}
