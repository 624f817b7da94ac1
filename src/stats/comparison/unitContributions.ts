/** What each unit adds to the score of a system, where that is a mean over segments. */
import { type Measurement, systemScore } from '../../core/index.ts';

export interface Contributions {
  /** By system, then unit. */
  readonly values: readonly Float64Array[];
  /** Points of the metric for each of a contribution. Left out of them, so that equal counts make equal differences. */
  readonly points: number;
}

/**
 * Differences between the contributions of two systems add up to the difference of their scores. Undefined unless the score is a mean of
 * segment scores with weights that all systems share, be they 1 or not: tests that look at one segment after the other then say
 * nothing of it.
 */
export function unitContributions(measured: Measurement): Contributions | undefined {
  // Rows of a weighted mean are [weight · score, weight].
  const { rows, width, systems, segments: units } = measured;
  if (width !== 2) return undefined;
  let weight = 0;
  for (let u = 0; u < units; u++) weight += rows[2 * u + 1]!;
  for (let s = 1; s < systems; s++) {
    for (let u = 0; u < units; u++) if (rows[2 * (s * units + u) + 1] !== rows[2 * u + 1]) return undefined;
  }
  const scoreOf = (sum: number): number => measured.scoreSums(Float64Array.of(sum, weight));
  const start = scoreOf(0);
  const values = Array.from({ length: systems }, (_, s) =>
    Float64Array.from({ length: units }, (__, u) => rows[2 * (s * units + u)]!),
  );
  const points = (scoreOf(weight) - start) / weight;
  const doAddUp = values.every((ofSystem, s) => {
    const score = systemScore(measured, s);
    const sum = start + points * ofSystem.reduce((total, value) => total + value, 0);
    return Math.abs(sum - score) <= 1e-9 * (1 + Math.abs(score));
  });
  return doAddUp ? { values, points } : undefined;
}
