/** Judgments of people as scores of systems and segments, to compare those of metrics with. */
import {
  type Annotation,
  type Comparisons,
  type ErrorWeight,
  type RankingMethodId,
  type Rating,
  type RatingScale,
  type SegmentScores,
  errorScores,
  countPairs,
  rankingMethods,
  ratingScores,
  settled,
} from '../human/index.ts';
import { Pcg64, statisticalDefaults } from '../stats/index.ts';
import type { Scores } from './scores.ts';

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
