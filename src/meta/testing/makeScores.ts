/** Scores for tests. */
import type { Scores } from '../scores.ts';

/** Segments are named 1, 2, …; a system score is the mean of its segments. */
export function makeScores(
  rows: readonly (readonly [system: string, segments: readonly number[]])[],
  higherIsBetter = true,
): Scores {
  const segments = (rows[0]?.[1] ?? []).map((_, g) => String(g + 1));
  return {
    name: 'made up',
    higherIsBetter,
    systems: rows.map(([system]) => system),
    segments,
    ofSystems: Float64Array.from(rows, ([, scores]) => {
      const known = scores.filter((score) => !Number.isNaN(score));
      return known.reduce((sum, score) => sum + score, 0) / known.length;
    }),
    ofSegments: Float64Array.from(rows.flatMap(([, scores]) => scores)),
  };
}

/** Scores of whole systems only. */
export function systemScores(
  rows: readonly (readonly [system: string, score: number])[],
  higherIsBetter = true,
): Scores {
  return {
    name: 'made up',
    higherIsBetter,
    systems: rows.map(([system]) => system),
    segments: [],
    ofSystems: Float64Array.from(rows, ([, score]) => score),
    ofSegments: new Float64Array(),
  };
}

/** The same scores as those of an error metric: lower is better. */
export function asErrors(scores: Scores): Scores {
  return {
    ...scores,
    higherIsBetter: false,
    ofSystems: scores.ofSystems.map((score) => -score),
    ofSegments: scores.ofSegments.map((score) => -score),
  };
}
