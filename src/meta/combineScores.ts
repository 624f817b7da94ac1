/** The mean of several metrics' scores, computed here or imported: ULC of Giménez and Màrquez (2008), as in Asiya. */
import { type Scores, cellsOf, sharedNames, systemScores, upward } from './scores.ts';

/** Which scores a mean is of, and whether each is first divided by the best. */
export interface Combination {
  readonly name: string;
  readonly of: readonly string[];
  readonly normalized: boolean;
}

/**
 * For the systems and segments that all parts have; NaN where one of them has none. More is better: parts that count
 * errors are taken with a minus. Without segments if a part has none.
 */
export function combineScores(name: string, given: readonly Scores[], { normalized }: { normalized: boolean }): Scores {
  const parts = given.map(upward);
  const systems = sharedNames(parts.map((part) => part.systems));
  const segments = sharedNames(parts.map((part) => part.segments));
  const mean = (columns: readonly Float64Array[]): Float64Array => {
    const scaled = normalized ? columns.map(divideByBest) : columns;
    return Float64Array.from(
      columns[0] ?? [],
      (_, i) => scaled.reduce((sum, each) => sum + each[i]!, 0) / scaled.length,
    );
  };
  return {
    name,
    higherIsBetter: true,
    systems,
    segments,
    ofSystems: mean(parts.map((part) => systemScores(part, systems))),
    ofSegments: mean(parts.map((part) => cellsOf(part, systems, segments))),
  };
}

/**
 * The best score becomes 1. Where some are below 0, as those of errors are, all are first raised so that the lowest is 0,
 * as in Asiya. Where there is nothing to divide by, all are equal, and all are 1.
 */
function divideByBest(scores: Float64Array): Float64Array {
  let [lowest, best] = [0, -Infinity];
  for (const score of scores) {
    if (score < lowest) lowest = score;
    if (score > best) best = score;
  }
  const range = best - lowest;
  return scores.map((score) => (Number.isNaN(score) ? NaN : range > 0 ? (score - lowest) / range : 1));
}
