/** What people said of the systems of one task, as metrics are held against it: scores, and comparisons where outputs were ranked. */
import {
  type Annotation,
  type Comparisons,
  type ErrorWeight,
  type Identical,
  type Judgments,
  type RankingMethodId,
  type Rating,
  type RatingScale,
  type SegmentScores,
  compareRankings,
  countPairs,
  errorScores,
  rankingMethods,
  ratingScores,
  settled,
} from '../human/index.ts';
import { Pcg64, statisticalDefaults } from '../stats/index.ts';
import type { Scores } from './scores.ts';

export interface HumanSide {
  /** As typed on the command line: a kind of judgments, or the name of scores that a file holds. */
  readonly id: string;
  /** Of systems; and of segments, but not if outputs were ranked. */
  readonly scores: Scores;
  readonly comparisons?: Comparisons;
}

/** All there is for a task; the first is taken unless another is asked for. `weights` says what marked errors cost. */
export function humanSides(
  task: string,
  judgments: Judgments,
  files: readonly Scores[] = [],
  identical: Identical = 'ties',
  weights?: readonly ErrorWeight[],
): HumanSide[] {
  const sides: HumanSide[] = [];
  const isOfTask = (judgment: { readonly task: string }) => judgment.task === task;
  if (judgments.rankings.some(isOfTask)) {
    const comparisons = compareRankings(task, judgments.rankings, identical);
    sides.push({ id: 'rankings', scores: scoresOfRankings(comparisons), comparisons });
  }
  if (judgments.annotations.some(isOfTask)) {
    sides.push({ id: 'annotations', scores: scoresOfAnnotations(task, judgments.annotations, weights) });
  }
  if (judgments.ratings.some(isOfTask)) {
    sides.push({ id: 'ratings', scores: scoresOfRatings(task, judgments.ratings) });
    sides.push({ id: 'raw-ratings', scores: scoresOfRatings(task, judgments.ratings, 'raw') });
  }
  return [...sides, ...files.map((scores) => ({ id: scores.name, scores }))];
}

/**
 * Only systems are scored: how an output was ranked depends on the outputs it was shown with, so that ranks of different segments cannot
 * be compared. For segments there are the comparisons themselves.
 */
export function scoresOfRankings(
  comparisons: Comparisons,
  by: RankingMethodId = 'ge',
  seed: number = statisticalDefaults.seed,
): Scores {
  const { title, scores } = rankingMethods.find(({ id }) => id === by)!;
  return {
    name: title,
    higherIsBetter: true,
    systems: comparisons.systems,
    segments: [],
    ofSystems: scores(countPairs(comparisons), new Pcg64(seed)),
    ofSegments: new Float64Array(),
  };
}

/** Means of ratings. The rule of WMT17 to WMT20 for segments takes raw ones. */
export function scoresOfRatings(task: string, ratings: readonly Rating[], scale: RatingScale = 'standardised'): Scores {
  return named(scale === 'raw' ? 'raw ratings' : 'standardised ratings', ratingScores(task, ratings, scale));
}

/** Weights of marked errors, negative, so that more is better. */
export function scoresOfAnnotations(
  task: string,
  annotations: readonly Annotation[],
  weights?: readonly ErrorWeight[],
): Scores {
  return named('MQM', errorScores(task, annotations, weights));
}

function named(name: string, { systems, segments, ofSystems, ofSegments }: SegmentScores): Scores {
  return { name, higherIsBetter: true, systems, segments, ofSystems, ofSegments: ofSegments.map(settled) };
}
