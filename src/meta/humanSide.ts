/** The human judgments of one task that metrics are compared with: scores, and comparisons if outputs were ranked. */
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
  /** As typed on the command line: a kind of judgments, or the name of scores in a file. */
  readonly id: string;
  /** System scores, and segment scores unless outputs were ranked. */
  readonly scores: Scores;
  readonly comparisons?: Comparisons;
}

/** All human sides of a task; the first is the default. `weights` are the weights of marked errors. */
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
 * Returns the human scores of systems by rankings. Segments have no scores: how an output was ranked depends on the outputs shown with it,
 * so ranks of different segments cannot be compared. For segments, use the comparisons themselves.
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

/** Returns the human scores of systems and segments as means of ratings. The rule of WMT17 to WMT20 for segments takes raw ratings. */
export function scoresOfRatings(task: string, ratings: readonly Rating[], scale: RatingScale = 'standardised'): Scores {
  return named(scale === 'raw' ? 'raw ratings' : 'standardised ratings', ratingScores(task, ratings, scale));
}

/** Returns the human scores of systems and segments by marked errors: minus the error weights, so higher is better. */
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
