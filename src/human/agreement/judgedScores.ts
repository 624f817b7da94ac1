/** Ratings and marked errors as scores, and scores of the same judge for the same segment as rankings. */
import type { Annotation, Ranking, Rating } from '../judgments.ts';
import { type ErrorWeight, scoreErrors } from '../ranking/errorScores.ts';
import { inOrder } from './labels.ts';
import type { JudgedScore } from './scoreAgreement.ts';

/** References and outputs damaged on purpose only check judges; outputs rated again show how far judges agree with themselves. */
export const scoresByRatings = (ratings: readonly Rating[]): JudgedScore[] =>
  ratings.filter(({ item }) => item === 'output' || item === 'repeat');

export const scoresByErrors = (annotations: readonly Annotation[], weights?: readonly ErrorWeight[]): JudgedScore[] =>
  annotations.map(({ errors, ...judgment }) => ({ ...judgment, score: scoreErrors(errors, weights) }));

/** The systems that a judge scored in one segment, ranked by the first score of each. */
export function preferences(scores: readonly JudgedScore[]): Ranking[] {
  const rankings: (Omit<Ranking, 'systems' | 'ranks'> & { systems: string[]; ranks: number[] })[] = [];
  for (const { task, segment, judge, order, system, score } of inOrder(scores)) {
    let last = rankings.at(-1);
    if (last?.task !== task || last.segment !== segment || last.judge !== judge) {
      last = { task, segment, judge, order, systems: [], ranks: [] };
      rankings.push(last);
    }
    if (last.systems.includes(system)) continue;
    last.systems.push(system);
    last.ranks.push(-score);
  }
  return rankings;
}
