/** What people said of the systems of one task, as metrics are held against it: scores, and comparisons where outputs were ranked. */
import { type Comparisons, type ErrorWeight, type Identical, type Judgments, compareRankings } from '../human/index.ts';
import { scoresOfAnnotations, scoresOfRankings, scoresOfRatings } from './humanScores.ts';
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
