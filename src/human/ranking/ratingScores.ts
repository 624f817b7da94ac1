/**
 * Ratings of single outputs (direct assessment; Graham et al. 2013) as scores of segments and systems. Judges use a scale each in their own
 * way, so ratings are standardised first: less the judge's mean, by the judge's standard deviation.
 */
import { groupBy } from '../../core/index.ts';
import type { Rating } from '../judgments.ts';
import { type SegmentScores, meanScores } from './segmentScores.ts';

export type RatingScale = 'standardised' | 'raw';

interface RatingScores extends SegmentScores {
  /** Judges whose ratings have no spread to measure by, since there is one or all are alike: their ratings cannot be standardised. */
  readonly judgesLeftOut: readonly string[];
}

/** Scores by the ratings of outputs; those of references, damaged outputs and repetitions only check judges. */
export function ratingScores(task: string, all: readonly Rating[], scale: RatingScale = 'standardised'): RatingScores {
  const ratings = all.filter((each) => each.task === task && each.item === 'output');
  if (scale === 'raw') return { ...meanScores(ratings), judgesLeftOut: [] };
  const scales = judgeScales(ratings);
  const standardised = ratings.map(({ system, segment, judge, score }) => {
    const { mean, deviation } = scales.get(judge)!;
    return { system, segment, score: deviation > 0 ? (score - mean) / deviation : NaN };
  });
  return {
    ...meanScores(standardised),
    judgesLeftOut: [...scales].filter(([, { deviation }]) => !(deviation > 0)).map(([judge]) => judge),
  };
}

/** Mean and standard deviation (by n − 1) of the ratings of each judge. */
function judgeScales(ratings: readonly Rating[]): Map<string, { mean: number; deviation: number }> {
  return new Map(
    [...groupBy(ratings, ({ judge }) => judge)].map(([judge, own]) => {
      const scores = own.map(({ score }) => score);
      const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
      const squares = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0);
      // Equal numbers may have a mean that differs from them in the last digit.
      const alike = scores.every((score) => score === scores[0]);
      return [judge, { mean, deviation: alike ? 0 : Math.sqrt(squares / (scores.length - 1)) }];
    }),
  );
}
