/** Quality control of judges: whether they rate damaged outputs lower and repeated outputs alike (Graham et al. 2013). */
import { groupBy } from '../../core/index.ts';
import { mannWhitney, splitProbability, statisticalDefaults } from '../../stats/index.ts';
import type { Rating } from '../judgments.ts';

export interface JudgeCheck {
  readonly judge: string;
  /** Ratings of outputs. */
  readonly ratings: number;
  /** Damaged outputs whose originals the judge also rated, and how often the original was rated higher or lower. */
  readonly damaged: { readonly pairs: number; readonly higher: number; readonly lower: number };
  /** p-value of a one-sided sign test. A tie means that the damage was not noticed, so ties count as failures. */
  readonly p: number;
  /** Outputs rated twice, and the mean difference between the two ratings; NaN if there are none. */
  readonly repeats: { readonly pairs: number; readonly difference: number };
  /** Whether the judge noticed damage, with p below 0.05; absent if there were too few checks. */
  readonly reliable?: boolean;
}

const { alpha } = statisticalDefaults;
/** With fewer, no result would be significant. */
export const fewestChecks = 5;

/**
 * Checks each judge of a task: whether damaged outputs are rated lower, and how far ratings of repeated outputs differ. Judges are in order
 * of first appearance.
 */
export function checkJudges(task: string, all: readonly Rating[]): JudgeCheck[] {
  const ofTask = all.filter((each) => each.task === task);
  return [...groupBy(ofTask, ({ judge }) => judge)].map(([judge, ratings]) => checkJudge(judge, ratings));
}

function checkJudge(judge: string, ratings: readonly Rating[]): JudgeCheck {
  const outputs = ratings.filter(({ item }) => item === 'output');
  const originals = new Map(outputs.map((rating) => [keyOf(rating), rating.score]));
  const differences = (item: Rating['item']): number[] =>
    ratings
      .filter((rating) => rating.item === item && originals.has(keyOf(rating)))
      .map((rating) => originals.get(keyOf(rating))! - rating.score);
  const drops = differences('damaged');
  const repeats = differences('repeat');
  const higher = drops.filter((drop) => drop > 0).length;
  const lower = drops.filter((drop) => drop < 0).length;
  const p = passedBy(higher, drops.length - higher);
  return {
    judge,
    ratings: outputs.length,
    damaged: { pairs: drops.length, higher, lower },
    p,
    repeats: {
      pairs: repeats.length,
      difference: repeats.reduce((sum, difference) => sum + Math.abs(difference), 0) / repeats.length,
    },
    ...(drops.length >= fewestChecks && { reliable: p < alpha }),
  };
}

/** The verdict of Appraise's quality control on one judge. */
export interface RankSumVerdict {
  readonly judge: string;
  /** Outputs of which the judge rated both the original and a damaged copy. */
  readonly pairs: number;
  /** That damaged copies score lower; NaN without pairs. */
  readonly p: number;
  /** From the first start to the last end. */
  readonly seconds: number;
  readonly passed: boolean;
}

/** The limits of Appraise. */
const rankSumDefaults = { alpha: 0.01, seconds: 600 } as const;

/**
 * Appraise's rule: a one-sided Mann-Whitney test of the mean scores of damaged copies against those of the originals of the same item and
 * system, and a shortest time of work. Without pairs, the time alone decides. Appraise standardises scores by judge first, which changes no
 * rank.
 */
export function rankSumVerdict(
  judge: string,
  ratings: readonly Pick<Rating, 'segment' | 'system' | 'score' | 'item' | 'started' | 'ended'>[],
  { alpha: limit, seconds: shortest }: { readonly alpha: number; readonly seconds: number } = rankSumDefaults,
): RankSumVerdict {
  const scores = { output: new Map<string, number[]>(), damaged: new Map<string, number[]>() };
  let [first, last] = [Infinity, -Infinity];
  for (const { segment, system, score, item, started, ended } of ratings) {
    first = Math.min(first, started ?? Infinity);
    last = Math.max(last, ended ?? -Infinity);
    if (item === 'reference' || item === 'document') continue;
    const of = item === 'damaged' ? scores.damaged : scores.output;
    const key = JSON.stringify([segment, system]);
    of.set(key, [...(of.get(key) ?? []), score]);
  }
  const both = [...scores.damaged.keys()].filter((key) => scores.output.has(key));
  const meanOf = (list: readonly number[]): number => list.reduce((sum, score) => sum + score, 0) / list.length;
  const [bad, good] = [
    both.map((key) => meanOf(scores.damaged.get(key)!)),
    both.map((key) => meanOf(scores.output.get(key)!)),
  ];
  const p = both.length === 0 ? NaN : mannWhitney(bad, good, 'less').p;
  const seconds = Math.max(0, last - first);
  return { judge, pairs: both.length, p, seconds, passed: seconds >= shortest && !(p > limit) };
}

const keyOf = ({ system, segment }: Rating): string => JSON.stringify([system, segment]);

/** P(X ≥ wins) of wins + losses fair tosses. */
export function passedBy(wins: number, losses: number): number {
  if (wins > losses) return splitProbability(wins, losses) / 2;
  return wins === 0 ? 1 : 1 - splitProbability(wins - 1, losses + 1) / 2;
}
